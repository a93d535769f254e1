package hplhetero.blas.host.vector;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.host.TriangularSolve;
import java.lang.foreign.Arena;
import java.util.Optional;

/** The computation U := L1^-1 U by the vector kernels, for providers that keep U as rows. */
public final class RowMajorSolve implements TriangularSolve {
    private final PackedTriangle triangle;

    private RowMajorSolve(PackedTriangle triangle) {
        this.triangle = triangle;
    }

    /**
     * Returns whether the solve of U := L1^-1 U by the vector kernels can be used. False where Java has no fused multiply-add on vectors,
     * since a library is faster then.
     */
    public static boolean isPossible() {
        return VectorProvider.isInThisJava() && Lanes.fused();
    }

    /**
     * Returns a solve of U := L1^-1 U by the vector kernels, with its work space; empty where {@link #isPossible} is false.
     *
     * @param nb      width of the widest panel, in columns
     * @param workers the number of threads that will call the solve, numbered 0..workers-1
     * @param arena   the arena from which the work space is allocated
     */
    public static Optional<TriangularSolve> of(int nb, int workers, Arena arena) {
        return isPossible() ? Optional.of(new RowMajorSolve(new PackedTriangle(nb, workers, arena))) : Optional.empty();
    }

    @Override
    public void begin(MatrixRef l1) {
        triangle.pack(l1);
    }

    @Override
    public void solve(int worker, MatrixRef ut) {
        triangle.solve(worker, ut.address(), 8L * ut.ld(), 8L * Lanes.MR, ut.rows());
    }
}
