package hplhetero.hpl.swap;

import hplhetero.hpl.matrix.LocalMatrix;

/** Makes the rows of U available to a rank for some columns of a strip. */
public sealed interface RowSwap permits LocalRowSwap, RowExchange {

    /**
     * Collective over the process column.
     *
     * @param a           the strip
     * @param permutation the panel's
     * @param column      first local column
     * @param columns     number of columns, the same on all ranks of the process column
     * @param rows        out: where the rows lie; valid until the next call with the same {@code area}
     * @param area        which of the work areas to use: one for the look-ahead columns, one for the rest
     */
    void swap(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int area);
}
