package hplhetero.blas.host.vector;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.host.TriangularSolve;
import java.lang.foreign.Arena;
import java.util.Optional;

/** U := L1^-1 U by the vector kernels, for providers that keep U as rows. */
public final class RowMajorSolve implements TriangularSolve {
    private final PackedTriangle triangle;

    private RowMajorSolve(PackedTriangle triangle) {
        this.triangle = triangle;
    }

    /** Not where Java has no fused multiply-add on vectors: a library is faster there. */
    public static boolean isPossible() {
        return VectorProvider.isInThisJava() && Lanes.fused();
    }

    /** Empty where it is not possible. */
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
