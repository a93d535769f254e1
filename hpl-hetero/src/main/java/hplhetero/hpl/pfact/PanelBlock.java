package hplhetero.hpl.pfact;

import hplhetero.blas.MatrixRef;
import hplhetero.hpl.grid.BlockList;

/**
 * A panel as one rank of the process column sees it while the panel is factored.
 *
 * @param k      number of the panel's block column
 * @param rows   the rank's rows from block row k on, m x jb, column-major; in: up to date, out: L below block row k
 * @param l1     jb x jb, column-major; out: unit lower L and U, equal on all ranks
 * @param ipiv   out: global row swapped with row i of the panel, indexed by i
 * @param blocks block rows of the rank, which give its rows' global numbers
 * @param nb     blocking factor
 * @param holder rank of the process column that owns block row k
 * @param word   piggybacked word in its only element, where one goes with the first pivot; in: this rank's word, out: the word of the rank
 *               whose row became the first pivot, equal on all ranks
 */
public record PanelBlock(int k, MatrixRef rows, MatrixRef l1, int[] ipiv, BlockList blocks, int nb, int holder,
                         long[] word) {

    /**
     * Returns whether this rank owns the panel's own block row, the topmost one. With each column that is factored, one more row of this
     * block row is done, and L1 holds what has become of it.
     */
    boolean holdsTop() {
        return blocks.owns(k);
    }

    /**
     * Returns the index in {@code rows} of the first row that is still to be factored when columns 0 .. {@code j - 1} of the panel are
     * done.
     */
    int firstRow(int j) {
        return holdsTop() ? j : 0;
    }

    /** Returns the global row number of the row with index {@code row} in {@code rows}. */
    public int global(int row) {
        return blocks.global(blocks.start(k) + row);
    }

    /** Returns the index in {@code rows} of the row with the global row number {@code global}, or -1 where another rank owns the row. */
    int local(int global) {
        return blocks.owns(global / nb) ? blocks.local(global) - blocks.start(k) : -1;
    }
}
