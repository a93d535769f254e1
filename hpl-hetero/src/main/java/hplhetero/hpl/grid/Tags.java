package hplhetero.hpl.grid;


/** The message tags of a solve. Each communicator has a numbering of its own. */
public final class Tags {
    /** Number of row swaps of a local matrix that may be on their way at once. */
    public static final int SWAPS_AT_ONCE = 3;
    /** Number of message tags that one row exchange takes. */
    public static final int TAGS_PER_SWAP = 3;
    /** Tag of the pivot exchange, in a process column. */
    public static final int PIVOT = 1;
    /** First tag of the row swaps of the columns behind the look-ahead, in a process column. */
    public static final int SWAP = 2;
    /** First tag of the row swaps of the look-ahead's columns, in a process column. */
    public static final int SWAP_AHEAD = SWAP + SWAPS_AT_ONCE * TAGS_PER_SWAP;
    /** Tag of the panel broadcast of slot 0, in a process row; each further slot has the next tag. */
    public static final int BROADCAST = 16;
    /** Tag of the parts of b on their way through the process columns, among all ranks of a map. */
    public static final int PARTIAL_SUM = 1;
    /** Tag of solved parts of x, among all ranks of a map. */
    public static final int SOLUTION = 2;
    /** Tag of agreements and reports outside the clock, among all ranks. */
    public static final int AGREEMENT = 3;
    /** Tag of blocks on their way from an old map to a new one, among all ranks of both maps. */
    public static final int CARRY = 4;
    /** Tag of carried checksums on their way to be compared, among all ranks. */
    public static final int CHECKSUMS = 5;
    /** Tag of the sums that test a factored panel, in a process column. */
    public static final int PANEL_TEST = SWAP_AHEAD + TAGS_PER_SWAP;

    private Tags() {
    }
}
