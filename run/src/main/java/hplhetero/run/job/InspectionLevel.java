package hplhetero.run.job;

/** How closely hosts are looked at. */
public enum InspectionLevel {
    /** In a quarter of a second: machine, memory, load, clocks. */
    BRIEF,
    /** In half a second: also networks and limits. */
    FULL,
    /** With the kernels measured afresh, which takes a second or more. */
    WITH_RATES
}
