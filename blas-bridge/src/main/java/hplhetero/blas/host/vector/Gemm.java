package hplhetero.blas.host.vector;

import static hplhetero.blas.host.vector.Lanes.MR;
import static hplhetero.blas.host.vector.Lanes.NR;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.Transpose;
import java.lang.foreign.Arena;

/**
 * The general DGEMM around the micro-kernel, for the operands of the panel factorization: tall, with few columns and a small k. A is
 * therefore not packed but read where it lies, except at the lower edge and where it is transposed.
 */
final class Gemm {
    /** The depth of A and B that is packed at a time. */
    private static final int KC = 256;
    /** The columns of B that are packed at a time, so few that packed B fits into the second-level cache. */
    private static final int NC = 64 * NR;
    /** The rows of A that are packed at a time, so few that packed A fits beside packed B into the second-level cache. */
    private static final int MC = 10 * MR;

    private static final ThreadLocal<Gemm> WORK = ThreadLocal.withInitial(Gemm::new);

    private final double[] packedB = new double[KC * NC];
    private final Arena arena = Arena.ofAuto();
    private final long packedA = arena.allocate(8L * MC * KC, 4096).address();
    private final double[] tile = new double[MR * NR];

    private Gemm() {
    }

    /** Computes C := alpha op(A) op(B) + beta C. The caller has checked the arguments. */
    static void multiply(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta,
            MatrixRef c) {
        scale(beta, c);
        int k = transB == Transpose.NO ? b.rows() : b.cols();
        if (alpha == 0 || k == 0 || c.rows() == 0 || c.cols() == 0) {
            return;
        }
        Gemm work = WORK.get();
        for (int p = 0; p < k; p += KC) {
            int kc = Math.min(KC, k - p);
            for (int j = 0; j < c.cols(); j += NC) {
                int nc = Math.min(NC, c.cols() - j);
                // the kernel subtracts, so that the sign and alpha go into the smaller operand
                work.packB(transB, -alpha, b, p, kc, j, nc);
                work.rows(transA, a, p, kc, c.window(0, j, c.rows(), nc));
            }
        }
    }

    /** Computes C := beta C, and writes zeros without reading when beta is 0. */
    static void scale(double beta, MatrixRef c) {
        if (beta == 1) {
            return;
        }
        for (int j = 0; j < c.cols(); j++) {
            VectorOps.scale(beta, c.address() + 8L * j * c.ld(), c.rows());
        }
    }

    private void packB(Transpose trans, double factor, MatrixRef b, int p0, int kc, int j0, int nc) {
        long kStep = trans == Transpose.NO ? 8 : 8L * b.ld();
        long jStep = trans == Transpose.NO ? 8L * b.ld() : 8;
        for (int j = 0; j < nc; j += NR) {
            int cols = Math.min(NR, nc - j);
            int target = j * kc;
            for (int s = 0; s < NR; s++) {
                long source = b.address() + (j0 + j + s) * jStep + p0 * kStep;
                for (int p = 0; p < kc; p++) {
                    packedB[target + p * NR + s] = s < cols ? factor * Lanes.get(source + p * kStep) : 0.0;
                }
            }
        }
    }

    private void rows(Transpose trans, MatrixRef a, int p, int kc, MatrixRef c) {
        int full = trans == Transpose.NO ? c.rows() / MR * MR : 0;
        for (int i = 0; i < full; i += MC) {
            tiles(kc, a.address() + 8L * (i + (long) p * a.ld()), 8L * a.ld(), 8L * MR, c, i, Math.min(full, i + MC));
        }
        for (int i = full; i < c.rows(); i += MC) {
            int to = Math.min(c.rows(), i + MC);
            packA(trans, a, p, kc, i, to);
            tiles(kc, packedA, 8L * MR, 8L * MR * kc, c, i, to);
        }
    }

    /**
     * Subtracts the products of rows {@code from} to {@code to - 1}, tile by tile.
     *
     * @param kc        inner dimension
     * @param a         address of the first MR rows of A, packed or in place
     * @param aStep     bytes from the MR doubles of one k to those of the next
     * @param panelStep bytes from the MR rows of one tile to those of the next
     */
    private void tiles(int kc, long a, long aStep, long panelStep, MatrixRef c, int from, int to) {
        for (int j = 0; j < c.cols(); j += NR) {
            int cols = Math.min(NR, c.cols() - j);
            long target = c.address() + 8L * j * c.ld();
            for (int i = from, t = 0; i < to; i += MR, t++) {
                Prefetch.tile(target + 8L * i, 8L * c.ld(), cols);
                MicroKernel.product(kc, a + t * panelStep, aStep, packedB, j * kc, tile);
                MicroKernel.subtract(tile, target + 8L * i, 8L * c.ld(), Math.min(MR, to - i), cols);
            }
        }
    }

    private void packA(Transpose trans, MatrixRef a, int p0, int kc, int from, int to) {
        long kStep = trans == Transpose.NO ? 8L * a.ld() : 8;
        long iStep = trans == Transpose.NO ? 8 : 8L * a.ld();
        for (int i = from; i < to; i += MR) {
            long target = packedA + 8L * (i - from) * kc;
            int rows = Math.min(MR, to - i);
            for (int r = 0; r < MR; r++) {
                long source = a.address() + (i + r) * iStep + p0 * kStep;
                for (int p = 0; p < kc; p++) {
                    Lanes.set(target + 8L * (p * MR + r), r < rows ? Lanes.get(source + p * kStep) : 0.0);
                }
            }
        }
    }
}
