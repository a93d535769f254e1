package hplhetero.hpl.lu;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.matrix.LocalMatrix;

/** Copies a panel between its row-major place in a local matrix and its column-major form. */
final class PanelCopy {
    private PanelCopy() {
    }

    /** Copies block column {@code j} from block row j on out of a local matrix to {@code panel}, column-major. */
    static void out(LocalMatrix a, int j, MatrixRef panel) {
        a.memory().refresh(a.rows().start(j), panel.rows(), a.cols().start(j), panel.cols());
        OffHeap.transpose(a.transposed(a.rows().start(j), a.cols().start(j), panel.rows(), panel.cols()), panel);
    }

    /**
     * Copies L1 with the U above its diagonal, which the solve needs, into its place in the local matrix, if this rank owns the diagonal
     * block.
     *
     * @param l1 L1 and U of the panel, column-major
     * @param a  local matrix of this rank that has block column {@code j}
     * @param j  number of the panel's block column
     */
    static void back(MatrixRef l1, LocalMatrix a, int j) {
        if (!a.rows().owns(j)) {
            return;
        }
        OffHeap.transpose(l1, a.transposed(a.rows().start(j), a.cols().start(j), l1.rows(), l1.cols()));
    }
}
