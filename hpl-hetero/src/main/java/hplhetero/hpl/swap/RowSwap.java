package hplhetero.hpl.swap;

import hplhetero.comm.Operation;
import hplhetero.hpl.matrix.LocalMatrix;

/** Makes the rows of U available to a rank for some columns of a strip. */
public sealed interface RowSwap permits LocalRowSwap, RowExchange {

    /**
     * Starts; collective over the process column. One at a time.
     *
     * @param a           the strip
     * @param permutation the panel's
     * @param column      first local column
     * @param columns     number of columns, the same on all ranks of the process column
     * @param rows        out: where the rows lie, once it is done; valid until the next call that uses the same columns of the work space
     * @param workColumn  first of as many columns of the work space to use, the same on all ranks
     */
    Operation start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn);

    /** In how many parts so many columns had better be swapped, one after the other; the same on all ranks of the process column. */
    int parts(int columns);

    /** Columns of each part but the last, which has what is left; a multiple of {@link hplhetero.blas.PanelUpdate#COLUMN_UNIT} where there are several. */
    int partWidth(int columns);
}
