package hplhetero.blas.host.nativeblas;

import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.UpdateTasks;
import hplhetero.blas.VectorRef;
import hplhetero.blas.host.PlainPanelUpdate;
import hplhetero.blas.host.TriangularSolve;
import hplhetero.blas.host.vector.RowMajorSolve;
import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Optional;

/**
 * The kernels of a CBLAS library. Calls without work return before they reach the library, because libraries react differently to them. The
 * fences keep an automatic arena from being collected while only its address is in use.
 */
final class NativeKernels implements DenseKernels {
    /**
     * The width of a panel, in columns, from which on the vector kernels solve U. Narrower panels belong to cases that end before the
     * vector kernels are compiled.
     */
    private static final int LEAST_VECTOR_SOLVE_COLUMNS = 128;
    /** The number of rows of packed L2 that make a call worth while. */
    private static final int PACKED_PART_ROWS = 96;

    private final Cblas cblas;
    private final Optional<OpenBlasKernel> kernel;
    private final String description;
    private final List<String> notes;

    /**
     * Creates kernels that call a library.
     *
     * @param kernel      inner kernel for the trailing update; where empty, cblas_dgemm computes it
     * @param description description of the library, for people
     */
    NativeKernels(Cblas cblas, Optional<OpenBlasKernel> kernel, String description, List<String> notes) {
        this.cblas = cblas;
        this.kernel = kernel;
        this.description = description;
        this.notes = notes;
    }

    @Override
    public String name() {
        return "native";
    }

    @Override
    public String description() {
        return description + (kernel.isPresent() ? ", panels packed once" : "")
                + (RowMajorSolve.isPossible() ? ", U solved by our vector kernels for NB >= " + LEAST_VECTOR_SOLVE_COLUMNS : "");
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    /** Returns false, because libraries choose kernels and blocks by the sizes of the call. */
    @Override
    public boolean reproducible() {
        return false;
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta,
            MatrixRef c) {
        ArgumentChecks.checkGemm(transA, transB, a, b, c);
        if (c.rows() > 0 && c.cols() > 0) {
            cblas.dgemm(code(transA), code(transB), c.rows(), c.cols(), ArgumentChecks.cols(transA, a), alpha, a.address(),
                    a.ld(), b.address(), b.ld(), beta, c.address(), c.ld());
            keepAlive(a, b, c);
        }
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a,
            MatrixRef b) {
        ArgumentChecks.checkTrsm(side, a, b);
        if (b.rows() > 0 && b.cols() > 0) {
            cblas.dtrsm(code(side), code(triangle), code(transA), code(diagonal), b.rows(),
                    b.cols(), alpha, a.address(), a.ld(), b.address(), b.ld());
            keepAlive(a, b, b);
        }
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        ArgumentChecks.checkGemv(transA, a, x, y);
        if (x.n() > 0 && y.n() > 0) {
            cblas.dgemv(code(transA), a.rows(), a.cols(), alpha, a.address(), a.ld(), x.address(), x.increment(),
                    beta, y.address(), y.increment());
            keepAlive(a, x, y);
        } else if (beta == 0) {
            fillWithZero(y);
        } else {
            dscal(beta, y);
        }
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        ArgumentChecks.checkTrsv(a, x);
        if (x.n() > 0) {
            cblas.dtrsv(code(triangle), code(transA), code(diagonal), x.n(), a.address(), a.ld(), x.address(),
                    x.increment());
            keepAlive(a, x, x);
        }
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        ArgumentChecks.checkGer(x, y, a);
        if (x.n() > 0 && y.n() > 0) {
            cblas.dger(x.n(), y.n(), alpha, x.address(), x.increment(), y.address(), y.increment(), a.address(),
                    a.ld());
            keepAlive(x, y, a);
        }
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        if (x.n() > 0) {
            cblas.dscal(x.n(), alpha, x.address(), x.increment());
            keepAlive(x, x, x);
        }
    }

    @Override
    public int idamax(VectorRef x) {
        if (x.n() == 0) {
            return -1;
        }
        int largest = cblas.idamax(x.n(), x.address(), x.increment());
        keepAlive(x, x, x);
        return largest;
    }

    @Override
    public int leastPartRows() {
        return kernel.isPresent() ? PACKED_PART_ROWS : DenseKernels.super.leastPartRows();
    }

    @Override
    public UpdateTasks updateTasks(int nb) {
        return kernel.isPresent() ? UpdateTasks.packed(nb) : DenseKernels.super.updateTasks(nb);
    }

    @Override
    public long packedBytes(int rows, int jb) {
        return kernel.isPresent() ? KernelPanelUpdate.bytes(rows, jb) : 0;
    }

    @Override
    public String packedForm() {
        return kernel.map(OpenBlasKernel::form).orElse("");
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        Optional<TriangularSolve> vectors = nb < LEAST_VECTOR_SOLVE_COLUMNS ? Optional.empty() : RowMajorSolve.of(nb, workers, arena);
        TriangularSolve solve = vectors.orElseGet(() -> TriangularSolve.byHalves(this));
        PlainPanelUpdate plain = new PlainPanelUpdate(this, solve, maxRows, maxCols, nb, workers, arena);
        return kernel.isPresent() ? new KernelPanelUpdate(kernel.get(), plain, maxRows, maxCols, nb, arena) : plain;
    }

    private static void fillWithZero(VectorRef y) {
        for (int i = 0; i < y.n(); i++) {
            y.set(i, 0);
        }
    }

    private static void keepAlive(Record first, Record second, Record third) {
        Reference.reachabilityFence(first);
        Reference.reachabilityFence(second);
        Reference.reachabilityFence(third);
    }

    private static int code(Side side) {
        return side == Side.LEFT ? Cblas.LEFT : Cblas.RIGHT;
    }

    private static int code(Transpose trans) {
        return trans == Transpose.NO ? Cblas.NO_TRANS : Cblas.TRANS;
    }

    private static int code(Triangle triangle) {
        return triangle == Triangle.UPPER ? Cblas.UPPER : Cblas.LOWER;
    }

    private static int code(Diagonal diagonal) {
        return diagonal == Diagonal.NON_UNIT ? Cblas.NON_UNIT : Cblas.UNIT;
    }
}
