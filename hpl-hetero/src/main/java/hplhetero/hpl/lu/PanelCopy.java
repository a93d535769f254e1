package hplhetero.hpl.lu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import hplhetero.blas.MatrixRef;
import hplhetero.hpl.matrix.LocalMatrix;

/** A panel between its row-major place in a strip and its column-major form. */
final class PanelCopy {
    /** Rows transposed together: their elements of one column fill a cache line. */
    private static final int ROWS = 8;

    private PanelCopy() {
    }

    /** The strip's rows from block row j on, columns of block j, to {@code panel}. */
    static void out(LocalMatrix a, int j, MatrixRef panel) {
        int row0 = a.rows().start(j);
        int col0 = a.cols().start(j);
        MemorySegment from = a.segment();
        MemorySegment to = panel.segment();
        for (int i0 = 0; i0 < panel.rows(); i0 += ROWS) {
            int rows = Math.min(ROWS, panel.rows() - i0);
            for (int c = 0; c < panel.cols(); c++) {
                long source = (long) (row0 + i0) * a.ld() + col0 + c;
                long target = panel.offset() + i0 + (long) c * panel.ld();
                for (int i = 0; i < rows; i++) {
                    to.setAtIndex(ValueLayout.JAVA_DOUBLE, target + i, from.getAtIndex(ValueLayout.JAVA_DOUBLE, source + (long) i * a.ld()));
                }
            }
        }
    }

    /** L1, of which the solve wants U, to the strip if it owns the diagonal block. */
    static void back(MatrixRef l1, LocalMatrix a, int j) {
        if (!a.rows().owns(j)) {
            return;
        }
        int row0 = a.rows().start(j);
        int col0 = a.cols().start(j);
        for (int i = 0; i < l1.rows(); i++) {
            for (int c = 0; c < l1.cols(); c++) {
                a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, (long) (row0 + i) * a.ld() + col0 + c, l1.get(i, c));
            }
        }
    }
}
