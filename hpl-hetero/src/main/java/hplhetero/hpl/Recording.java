package hplhetero.hpl;

/** What ranks record while the clock runs, the same on all of them. */
public enum Recording {
    /** Where the time went, as a {@link hplhetero.hpl.result.TimeSeries}. */
    TIME_SERIES,
    /** Sums by phase alone. */
    SUMS
}
