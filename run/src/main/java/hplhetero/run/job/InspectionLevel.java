package hplhetero.run.job;

/** The level of detail at which hosts are inspected. */
public enum InspectionLevel {
    /** Inspects machine, memory, load and clocks, in a quarter of a second. */
    BRIEF,
    /** Inspects networks and limits too, in half a second. */
    FULL,
    /** Measures the kernels afresh too, which takes a second or more. */
    WITH_RATES
}
