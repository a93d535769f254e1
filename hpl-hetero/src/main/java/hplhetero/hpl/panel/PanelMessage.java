package hplhetero.hpl.panel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.matrix.LocalMatrix;

/**
 * A panel's part in one virtual row, as it travels. In doubles, jb columns, m rows from the panel's block row on:
 *
 * <pre>
 * 0          1 + first zero pivot's global column, or 0
 * 1          ipiv: global row swapped with row i of the panel, i = 0 .. jb - 1
 * l1         L1: jb x jb, column-major: unit lower L, and U
 * l2         m x jb, column-major: multipliers below the panel's own block row
 * </pre>
 *
 * Both leading dimensions are {@link LocalMatrix#leadingDimension}.
 */
final class PanelMessage {
    private static final int LINE = 8;

    private final int nb;
    private final MemorySegment segment;

    PanelMessage(int nb, int maxRows, Arena arena) {
        this.nb = nb;
        segment = OffHeap.allocate(arena, bytes(nb, maxRows, nb)).fill((byte) 0);
    }

    private static long l1Start(int nb) {
        return (1 + nb + LINE - 1) / LINE * LINE;
    }

    private static long l2Start(int nb) {
        return l1Start(nb) + (long) LocalMatrix.leadingDimension(nb) * nb;
    }

    static long bytes(int nb, int rows, int jb) {
        return 8L * (l2Start(nb) + (long) LocalMatrix.leadingDimension(rows) * jb);
    }

    /** What is sent for a panel of m rows and jb columns. */
    MemorySegment whole(int rows, int jb) {
        return segment.asSlice(0, bytes(nb, rows, jb));
    }

    MatrixRef l1(int jb) {
        return new MatrixRef(segment, l1Start(nb), jb, jb, LocalMatrix.leadingDimension(nb));
    }

    MatrixRef rows(int rows, int jb) {
        return new MatrixRef(segment, l2Start(nb), rows, jb, LocalMatrix.leadingDimension(rows));
    }

    int zeroPivot() {
        return (int) segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 0);
    }

    void pivots(int zeroPivot, int[] ipiv, int jb) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, zeroPivot);
        for (int i = 0; i < jb; i++) {
            segment.setAtIndex(ValueLayout.JAVA_DOUBLE, 1 + i, ipiv[i]);
        }
    }

    void readPivots(int[] ipiv, int jb) {
        for (int i = 0; i < jb; i++) {
            ipiv[i] = (int) segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 1 + i);
        }
    }
}
