package hplhetero.blas;

/**
 * What a rank does for its device while the device factors the rank's rows of a panel, of which other ranks of the process column have rows
 * too. For each column of the panel, the device finds the rank's pivot candidate, the rank trades it with the other ranks, and the device
 * goes on with the pivot row of all ranks. Owner: the rank's thread.
 *
 * <p>Two rows of the panel, each with as many doubles as the panel has columns, lie in memory of the host that the device reads and writes:
 * the candidate and the current row. For column j, the current row is row j of the rank that {@link #holdsTop}.
 */
public interface PivotTrade {
    /**
     * Returns where L1 goes: unit lower L1, and U in its upper triangle, as many rows and columns as the panel has columns. It is equal on
     * all ranks of the process column, up to rounding.
     */
    MatrixRef l1();

    /** Returns whether the rank owns the panel's own block row, the topmost one: row j of its rows is then done with column j. */
    boolean holdsTop();

    /** Returns the address of the candidate row. In {@link #trade} it goes in as this rank's and comes out as the pivot row. */
    long candidate();

    /**
     * Returns the address of the current row. In {@link #trade} it goes in on the rank that {@link #holdsTop}, and comes out on the rank
     * whose row became the pivot row.
     */
    long current();

    /**
     * Trades the candidate of column {@code j} with the other ranks, and waits until they have done so too. Collective over the process
     * column.
     *
     * @param row       index of the candidate in this rank's rows of the panel, or -1 where the rank has no rows left
     * @param magnitude magnitude of the candidate's element in column {@code j}
     * @param waiting   called again and again while this rank waits
     * @return index of this rank's row whose place the current row takes, or -1 where another rank has the pivot row
     */
    int trade(int j, int row, double magnitude, Runnable waiting);

    /**
     * Passes a moment of waiting for the device, in which the rank's messages go on.
     *
     * @param idle number of such calls before this one in the same wait
     */
    void idle(int idle);
}
