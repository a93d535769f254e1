package hplhetero.blas.nativeblas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.PlainPanelUpdate;
import hplhetero.blas.Shapes;

/** The trailing update with operands in OpenBLAS's packed form: L2 packed once for all tasks, U when it is solved. */
final class KernelPanelUpdate implements PanelUpdate {
    /** Rows of L2 in one pack task. */
    private static final int PACK_ROWS = 512;

    private final OpenBlasKernel kernel;
    /** Where U is fetched and solved. */
    private final PlainPanelUpdate plain;
    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final long packedU;
    private MatrixRef l1;
    private int m;
    /** Null where it came packed. */
    private MatrixRef l2;
    private MemorySegment packedL2;

    KernelPanelUpdate(OpenBlasKernel kernel, PlainPanelUpdate plain, int maxRows, int maxCols, int nb, Arena arena) {
        this.kernel = kernel;
        this.plain = plain;
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        packedU = OffHeap.allocate(arena, bytes(maxCols, nb) + READ_AHEAD).fill((byte) 0).address();
    }

    /** Of a packed operand. */
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
        Shapes.checkPackedPanel(maxRows, nb, l1, m, jb, packed, bytes(m, jb));
        plain.begin(l1);
        this.l1 = l1;
        this.m = m;
        packedL2 = packed;
    }

    @Override
    public void pack(int task) {
        int from = task * PACK_ROWS;
        MatrixRef rows = l2.window(from, 0, Math.min(PACK_ROWS, l2.rows() - from), l2.cols());
        kernel.packRight(rows.rows(), rows.cols(), rows.address(), rows.ld(), l2(from));
        Reference.reachabilityFence(rows);
    }

    private long l2(int row) {
        return packedL2.address() + 8L * row * l1.cols();
    }

    private long u(int column) {
        return packedU + 8L * column * l1.cols();
    }

    @Override
    public void load(int row, int column, long address, int w) {
        plain.load(row, column, address, w);
    }

    @Override
    public void solve(int worker, int column, int w) {
        plain.solve(worker, column, w);
        MatrixRef ut = plain.solved(column, w);
        kernel.packLeft(w, ut.cols(), ut.address(), ut.ld(), u(column));
        Reference.reachabilityFence(ut);
    }

    @Override
    public void store(int row, int column, long address, int w) {
        plain.store(row, column, address, w);
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixRef at) {
        Shapes.checkMultiply(l1, m, column, maxCols, from, at);
        if (at.rows() > 0 && at.cols() > 0) {
            kernel.subtract(at.rows(), at.cols(), l1.cols(), u(column), l2(from), at.address(), at.ld());
            Reference.reachabilityFence(at);
            Reference.reachabilityFence(packedL2);
        }
    }
}
