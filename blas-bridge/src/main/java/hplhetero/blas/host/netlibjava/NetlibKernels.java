package hplhetero.blas.host.netlibjava;

import dev.ludovic.netlib.blas.BLAS;
import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.VectorRef;
import hplhetero.blas.host.PlainPanelUpdate;
import hplhetero.blas.host.TriangularSolve;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;

/**
 * The kernels of netlib-java, which work on copies of the operands. A large result is computed in slices, so that a thread's buffers stay
 * within a few MiB beside the smaller operand.
 */
final class NetlibKernels implements DenseKernels {
    /** The number of elements of a slice: 4 MiB, small enough that a cache holds part of the slice between copying and computing. */
    private static final int SLICE_ELEMENTS = 1 << 19;

    private final BLAS blas;
    private final String description;
    private final List<String> notes;
    private final ThreadLocal<Buffers> buffers = ThreadLocal.withInitial(Buffers::new);

    NetlibKernels(BLAS blas, String implementation, List<String> notes) {
        this.blas = blas;
        this.description = "netlib-java 3.2.0, " + implementation + "; copies operands to the heap and back";
        this.notes = notes;
    }

    private record Buffers(HeapCopy a, HeapCopy b, HeapCopy c) {
        Buffers() {
            this(new HeapCopy(), new HeapCopy(), new HeapCopy());
        }
    }

    @Override
    public String name() {
        return "netlib";
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public boolean reproducible() {
        return false;
    }

    @Override
    public boolean bytecode() {
        return true;
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta,
            MatrixRef c) {
        ArgumentChecks.checkGemm(transA, transB, a, b, c);
        if (c.rows() == 0 || c.cols() == 0) {
            return;
        }
        int k = ArgumentChecks.cols(transA, a);
        if (k == 0) {
            scale(beta, c);
            return;
        }
        Buffers own = buffers.get();
        double[] heapA = own.a.load(a);
        int width = sliceOf(c.rows());
        for (int j = 0; j < c.cols(); j += width) {
            int n = Math.min(width, c.cols() - j);
            MatrixRef sliceB = transB == Transpose.NO ? b.window(0, j, k, n) : b.window(j, 0, n, k);
            MatrixRef sliceC = c.window(0, j, c.rows(), n);
            blas.dgemm(code(transA), code(transB), c.rows(), n, k, alpha, heapA, ld(a), own.b.load(sliceB),
                    ld(sliceB), beta, own.c.load(sliceC), c.rows());
            own.c.store(sliceC);
        }
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a,
            MatrixRef b) {
        ArgumentChecks.checkTrsm(side, a, b);
        if (b.rows() == 0 || b.cols() == 0) {
            return;
        }
        double[] heapA = buffers.get().a.load(a);
        HeapCopy heapB = buffers.get().b;
        int total = side == Side.LEFT ? b.cols() : b.rows();
        int width = sliceOf(a.rows());
        for (int from = 0; from < total; from += width) {
            int n = Math.min(width, total - from);
            MatrixRef slice = side == Side.LEFT ? b.window(0, from, b.rows(), n) : b.window(from, 0, n, b.cols());
            blas.dtrsm(side == Side.LEFT ? "L" : "R", code(triangle), code(transA), code(diagonal), slice.rows(),
                    slice.cols(), alpha, heapA, ld(a), heapB.load(slice), ld(slice));
            heapB.store(slice);
        }
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        ArgumentChecks.checkGemv(transA, a, x, y);
        if (y.n() == 0) {
            return;
        }
        Buffers own = buffers.get();
        double[] heapY = own.c.load(y);
        if (beta == 0) {
            Arrays.fill(heapY, 0, y.n(), 0);
        } else if (beta != 1) {
            blas.dscal(y.n(), beta, heapY, 1);
        }
        addProduct(transA, alpha, a, x, heapY, own);
        own.c.store(y);
    }

    /** Computes y := alpha op(A) x + y by slices of A's columns. */
    private void addProduct(Transpose transA, double alpha, MatrixRef a, VectorRef x, double[] heapY, Buffers own) {
        if (a.rows() == 0) {
            return;
        }
        double[] heapX = own.b.load(x);
        int width = sliceOf(a.rows());
        for (int j = 0; j < a.cols(); j += width) {
            MatrixRef slice = a.window(0, j, a.rows(), Math.min(width, a.cols() - j));
            int fromX = transA == Transpose.NO ? j : 0;
            int toY = transA == Transpose.NO ? 0 : j;
            blas.dgemv(code(transA), slice.rows(), slice.cols(), alpha, own.a.load(slice), 0, ld(slice), heapX, fromX,
                    1, 1, heapY, toY, 1);
        }
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        ArgumentChecks.checkTrsv(a, x);
        if (x.n() > 0) {
            Buffers own = buffers.get();
            blas.dtrsv(code(triangle), code(transA), code(diagonal), x.n(), own.a.load(a), ld(a), own.b.load(x), 1);
            own.b.store(x);
        }
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        ArgumentChecks.checkGer(x, y, a);
        if (x.n() == 0 || y.n() == 0) {
            return;
        }
        Buffers own = buffers.get();
        double[] heapX = own.b.load(x);
        double[] heapY = own.c.load(y);
        int width = sliceOf(a.rows());
        for (int j = 0; j < a.cols(); j += width) {
            MatrixRef slice = a.window(0, j, a.rows(), Math.min(width, a.cols() - j));
            blas.dger(slice.rows(), slice.cols(), alpha, heapX, 0, 1, heapY, j, 1, own.a.load(slice), 0, ld(slice));
            own.a.store(slice);
        }
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        HeapCopy heapX = buffers.get().b;
        blas.dscal(x.n(), alpha, heapX.load(x), 1);
        heapX.store(x);
    }

    @Override
    public int idamax(VectorRef x) {
        return x.n() == 0 ? -1 : blas.idamax(x.n(), buffers.get().b.load(x), 1);
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        return new PlainPanelUpdate(this, TriangularSolve.byHalves(this), maxRows, maxCols, nb, workers, arena);
    }

    /** Computes C := beta C in Java, because netlib-java would refuse operands without elements. */
    private static void scale(double beta, MatrixRef c) {
        for (int j = 0; j < c.cols(); j++) {
            for (int i = 0; i < c.rows(); i++) {
                c.set(i, j, beta == 0 ? 0 : beta * c.get(i, j));
            }
        }
    }

    private static int sliceOf(int length) {
        return Math.max(1, SLICE_ELEMENTS / Math.max(1, length));
    }

    private static int ld(MatrixRef a) {
        return Math.max(1, a.rows());
    }

    private static String code(Transpose trans) {
        return trans == Transpose.NO ? "N" : "T";
    }

    private static String code(Triangle triangle) {
        return triangle == Triangle.UPPER ? "U" : "L";
    }

    private static String code(Diagonal diagonal) {
        return diagonal == Diagonal.NON_UNIT ? "N" : "U";
    }
}
