package hplhetero.hpl.lu;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.matrix.LocalMatrix;

/** A panel between its row-major place in a local matrix and its column-major form. */
final class PanelCopy {
    private PanelCopy() {
    }

    /** The matrix' rows from block row j on, columns of block j, to {@code panel}. */
    static void out(LocalMatrix a, int j, MatrixRef panel) {
        a.refresh(a.rows().start(j), a.cols().start(j), panel.rows(), panel.cols());
        OffHeap.transpose(a.transposed(a.rows().start(j), a.cols().start(j), panel.rows(), panel.cols()), panel);
    }

    /** L1, of which the solve wants U, to the matrix if it owns the diagonal block. */
    static void back(MatrixRef l1, LocalMatrix a, int j) {
        if (!a.rows().owns(j)) {
            return;
        }
        OffHeap.transpose(l1, a.transposed(a.rows().start(j), a.cols().start(j), l1.rows(), l1.cols()));
    }
}
