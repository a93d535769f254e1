package hplhetero.run.sweep;

/** When the maps of tests follow the speeds of ranks, in the words of the command line. */
public enum RebalanceUse {
    /** The map of a test stays as it was at the start of the test. */
    NO,
    /** The map of a test follows the speeds of the ranks if these differ in speed, or are on several hosts. */
    AUTO
}
