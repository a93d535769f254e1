package hplhetero.hpl;

/** The choices of what ranks record while the clock runs. All ranks record alike. */
public enum Recording {
    /** A time series of where the time went, as a {@link hplhetero.hpl.result.TimeSeries}. */
    TIME_SERIES,
    /** Sums by phase, and no time series. */
    SUMS
}
