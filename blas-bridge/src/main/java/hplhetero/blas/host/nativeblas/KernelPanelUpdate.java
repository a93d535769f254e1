package hplhetero.blas.host.nativeblas;

import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.host.HostPanelUpdate;
import hplhetero.blas.host.PlainPanelUpdate;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * The trailing update with operands in OpenBLAS's packed form: L2 is packed once for all tasks, U when it is solved. A panel with more
 * columns than the kernel allows is cut into parts with equally many columns. Each part lies packed behind the part before.
 */
final class KernelPanelUpdate implements HostPanelUpdate {
    /** The number of rows of L2 in one pack task. */
    private static final int PACK_ROWS = 512;
    /** The multiple, in columns, of the width of a part. */
    private static final int DEPTH_UNIT = 8;

    private final OpenBlasKernel kernel;
    /** The plain update, in whose memory U is fetched and solved. */
    private final PlainPanelUpdate plain;
    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final long packedU;
    private MatrixRef l1;
    private int m;
    /** The number of columns of L2 in every part but the last. */
    private int depth;
    /** The rows of the panel that are to be packed; null where L2 was already packed. */
    private MatrixRef l2;
    /** The memory of packed L2, which the caller owns. */
    private MemorySegment packedL2;

    KernelPanelUpdate(OpenBlasKernel kernel, PlainPanelUpdate plain, int maxRows, int maxCols, int nb, Arena arena) {
        this.kernel = kernel;
        this.plain = plain;
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        packedU = OffHeap.allocate(arena, bytes(maxCols, nb) + READ_AHEAD).fill((byte) 0).address();
    }

    /** Returns the size, in bytes, of a packed operand with {@code rows} rows and {@code jb} columns. */
    static long bytes(long rows, long jb) {
        return 8 * rows * jb;
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
        begin(l1, l2.rows(), l2.cols(), packed);
        this.l2 = l2;
        return (m + PACK_ROWS - 1) / PACK_ROWS;
    }

    @Override
    public int beginPacked(MatrixRef l1, int m, MemorySegment packed) {
        begin(l1, m, l1.cols(), packed);
        l2 = null;
        return 0;
    }

    private void begin(MatrixRef l1, int m, int jb, MemorySegment packed) {
        ArgumentChecks.checkPackedPanel(maxRows, nb, l1, m, jb, packed, bytes(m, jb));
        plain.begin(l1);
        this.l1 = l1;
        this.m = m;
        packedL2 = packed;
        int parts = Math.max(1, Math.ceilDiv(jb, kernel.maxDepth()));
        depth = Math.ceilDiv(jb, parts * DEPTH_UNIT) * DEPTH_UNIT;
    }

    /** Returns the number of columns of the part of L2 that begins at column {@code first}. */
    private int depth(int first) {
        return Math.min(depth, l1.cols() - first);
    }

    @Override
    public void pack(int worker, int task) {
        int from = task * PACK_ROWS;
        int rows = Math.min(PACK_ROWS, m - from);
        for (int k = 0; k < l2.cols(); k += depth) {
            MatrixRef part = l2.window(from, k, rows, depth(k));
            kernel.packRight(rows, part.cols(), part.address(), part.ld(), l2(from, k));
        }
        Reference.reachabilityFence(l2);
    }

    /** Returns the address at which a row of the part that begins at column {@code k} is packed. */
    private long l2(int row, int k) {
        return packedL2.address() + 8L * ((long) m * k + (long) row * depth(k));
    }

    private long u(int column, int k) {
        return packedU + 8L * ((long) maxCols * k + (long) column * depth(k));
    }

    @Override
    public void load(int worker, int row, int column, long address, int w) {
        plain.load(worker, row, column, address, w);
    }

    @Override
    public void solve(int worker, int column, int w) {
        plain.solve(worker, column, w);
        MatrixRef ut = plain.solved(column, w);
        for (int k = 0; k < ut.cols(); k += depth) {
            MatrixRef part = ut.window(0, k, w, depth(k));
            kernel.packLeft(w, part.cols(), part.address(), part.ld(), u(column, k));
        }
        Reference.reachabilityFence(ut);
    }

    @Override
    public void store(int worker, int row, int column, long address, int w) {
        plain.store(worker, row, column, address, w);
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixHandle handle) {
        MatrixRef at = ArgumentChecks.checkMultiply(l1, m, column, maxCols, from, handle);
        if (at.rows() > 0 && at.cols() > 0) {
            for (int k = 0; k < l1.cols(); k += depth) {
                kernel.subtract(at.rows(), at.cols(), depth(k), u(column, k), l2(from, k), at.address(), at.ld());
            }
            Reference.reachabilityFence(at);
            Reference.reachabilityFence(packedL2);
        }
    }
}
