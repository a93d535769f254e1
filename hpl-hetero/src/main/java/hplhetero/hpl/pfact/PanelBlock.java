package hplhetero.hpl.pfact;

import hplhetero.blas.MatrixRef;
import hplhetero.hpl.grid.BlockList;

/**
 * A panel as one rank of the process column sees it while it is factored.
 *
 * @param k      its block number
 * @param rows   the rank's rows from block row k on, m x jb, column-major; in: updated, out: L below block row k
 * @param l1     jb x jb, column-major; out: unit lower L and U, the same on all ranks
 * @param ipiv   out: global row swapped with row i of the panel
 * @param blocks global numbers of the rank's rows
 * @param nb     blocking factor
 * @param holder the rank, in the process column, that owns block row k
 * @param word   in, one word that may go with the first pivot; out: that of the rank where this pivot was, the same on all ranks
 */
public record PanelBlock(int k, MatrixRef rows, MatrixRef l1, int[] ipiv, BlockList blocks, int nb, int holder,
                         long[] word) {

    /** Whether this rank owns block row k: those rows leave one by one for L1. */
    boolean holdsTop() {
        return blocks.owns(k);
    }

    /** The first of the rank's rows that is still to be factored at column j. */
    int firstRow(int j) {
        return holdsTop() ? j : 0;
    }

    /** Global number of a row. */
    int global(int row) {
        return blocks.global(blocks.start(k) + row);
    }

    /** This rank's row with that global number, or -1. */
    int local(int global) {
        return blocks.owns(global / nb) ? blocks.local(global) - blocks.start(k) : -1;
    }
}
