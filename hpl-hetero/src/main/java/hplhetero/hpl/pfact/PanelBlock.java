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

    /** Returns whether this rank owns block row k, whose rows leave one by one for L1. */
    boolean holdsTop() {
        return blocks.owns(k);
    }

    /** Returns the first of the rank's rows that is still to be factored at column {@code j} of the panel. */
    int firstRow(int j) {
        return holdsTop() ? j : 0;
    }

    /** Returns the global number of a row of {@code rows}. */
    int global(int row) {
        return blocks.global(blocks.start(k) + row);
    }

    /** Returns the index in {@code rows} of the row with a global number, or -1 where another rank owns the row. */
    int local(int global) {
        return blocks.owns(global / nb) ? blocks.local(global) - blocks.start(k) : -1;
    }
}
