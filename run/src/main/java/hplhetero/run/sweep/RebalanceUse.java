package hplhetero.run.sweep;

/** When the maps of tests follow the speeds of ranks, in the words of the command line. */
public enum RebalanceUse {
    /** Maps stay as they were at the start. */
    NO,
    /** Maps follow where ranks differ, or are on several hosts. */
    AUTO
}
