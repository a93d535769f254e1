package hplhetero.hpl.grid;


/** The message tags of a solve; each communicator has its own numbering. */
public final class Tags {
    /** Row swaps of a local matrix that are on their way at most. */
    public static final int SWAPS_AT_ONCE = 3;
    /** The message tags of one row exchange. */
    public static final int TAGS_PER_SWAP = 3;
    /** In a column: the pivot exchange. */
    public static final int PIVOT = 1;
    /** In a column: the row swaps of the columns behind the look-ahead. */
    public static final int SWAP = 2;
    /** In a column: that of the look-ahead's columns. */
    public static final int SWAP_AHEAD = SWAP + SWAPS_AT_ONCE * TAGS_PER_SWAP;
    /** In a row: the panel broadcast of slot 0, and one tag for each further slot. */
    public static final int BROADCAST = 16;
    /** Among all ranks of a map: parts of b on their way through the columns. */
    public static final int PARTIAL_SUM = 1;
    /** Among all ranks of a map: solved parts of x. */
    public static final int SOLUTION = 2;
    /** Among all ranks: agreements and reports, outside the clock. */
    public static final int AGREEMENT = 3;

    private Tags() {
    }
}
