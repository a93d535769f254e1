package hplhetero.blas.device;

import hplhetero.blas.KernelException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The recursive factorization of a panel on a device: P A = L U with partial pivoting, where the device has all rows of the panel. Columns
 * are halved down to {@link PanelOperations#MOST_COLUMNS}. Costs m n^2 - n^3 / 3 operations. Owner: one thread at a time.
 */
final class DevicePanel {
    private static final long PAGE = 4096;
    private static final int LEAF = PanelOperations.MOST_COLUMNS;
    /** What the device leaves as the first pivot when its blocks have waited in vain for each other. */
    private static final int FAILED = -1;

    private final PanelOperations operations;
    private final int ld;
    private final long pivots;
    /** Pivots as the device has sent them. Those of each {@link #LEAF} columns count rows from the top of these columns. */
    private final MemorySegment hostPivots;

    /**
     * Takes the memory for pivots.
     *
     * @param ld leading dimension of panels, in doubles
     * @param nb width of the widest panel, in columns
     */
    DevicePanel(Device device, PanelOperations operations, int ld, int nb, Arena arena) {
        this.operations = operations;
        this.ld = ld;
        long bytes = (4L * nb + PAGE - 1) / PAGE * PAGE;
        pivots = device.allocate(bytes, arena);
        hostPivots = arena.allocate(bytes, PAGE);
        device.lock(hostPivots, arena);
    }

    /**
     * Submits the factorization of a panel in place, and the copy of its pivots to the host.
     *
     * @param m number of rows
     * @param n number of columns, at most {@code m}
     * @param a address of the panel on the device
     */
    void factor(int m, int n, long a) {
        factor(m, 0, n, a);
        operations.downloadPivots(hostPivots.address(), pivots, n);
    }

    private long at(long a, int row, int column) {
        return a + 8L * ((long) column * ld + row);
    }

    /** Factors columns c0 .. c1 - 1, which are up to date, from row c0 on. */
    private void factor(int m, int c0, int c1, long a) {
        int n = c1 - c0;
        if (n <= LEAF) {
            operations.factorColumns(m - c0, n, at(a, c0, c0), ld, pivots + 4L * c0);
            return;
        }
        int c = c0 + (n / 2 + LEAF - 1) / LEAF * LEAF;
        factor(m, c0, c, a);
        swap(c0, c, c, c1, a);
        // U12 <- L11^-1 A12; A22 <- A22 - L21 U12
        operations.solveLeft(c - c0, c1 - c, at(a, c0, c0), ld, at(a, c0, c), ld);
        operations.subtract(m - c, c1 - c, c - c0, at(a, c, c0), ld, at(a, c0, c), ld, at(a, c, c), ld);
        factor(m, c, c1, a);
        swap(c, c1, c0, c, a);
    }

    /** Swaps the rows of columns {@code first} .. {@code end} - 1 by the pivots of columns c0 .. c1 - 1. */
    private void swap(int c0, int c1, int first, int end, long a) {
        for (int c = c0; c < c1; c += LEAF) {
            operations.swapRows(end - first, at(a, c, first), ld, pivots + 4L * c, Math.min(LEAF, c1 - c));
        }
    }

    /**
     * Reads the pivots of the panel that was factored last; its work must be done.
     *
     * @param to out: for each column j, the row of the panel that was swapped with row j
     * @param n  number of columns
     * @throws KernelException when the device did not factor the panel
     */
    void pivots(int[] to, int n) {
        for (int j = 0; j < n; j++) {
            int pivot = hostPivots.getAtIndex(ValueLayout.JAVA_INT, j);
            if (pivot == FAILED) {
                throw new KernelException("a program of the device has waited in vain for its own threads, column=" + j
                        + ": let the host factor panels, with --panels host");
            }
            to[j] = j / LEAF * LEAF + pivot;
        }
    }
}
