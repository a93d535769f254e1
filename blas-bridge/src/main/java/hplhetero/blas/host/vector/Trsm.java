package hplhetero.blas.host.vector;

import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;

/**
 * A triangular solve by halving. The places of the halving depend only on the order of the triangle.
 *
 * @param t        the matrix whose triangle is read
 * @param trans    whether op transposes the matrix
 * @param lower    whether op(T) is lower triangular
 * @param diagonal whether the diagonal is read
 */
record Trsm(MatrixRef t, Transpose trans, boolean lower, Diagonal diagonal) {
    private static final int BASE = 8;

    /** Returns the solve with op(A), where A is triangular. */
    static Trsm of(MatrixRef a, Triangle triangle, Transpose trans, Diagonal diagonal) {
        return new Trsm(a, trans, (triangle == Triangle.LOWER) == (trans == Transpose.NO), diagonal);
    }

    /** Computes B := op(T)^-1 B (left) or B := B op(T)^-1 (right). */
    void solve(Side side, MatrixRef b) {
        int n = t.rows();
        if (n <= BASE) {
            if (side == Side.LEFT) {
                leftBase(b);
            } else {
                rightBase(b);
            }
            return;
        }
        int half = (n / 2 + BASE - 1) / BASE * BASE;
        // the unknowns that are solved first are then eliminated from the others
        boolean topFirst = (side == Side.LEFT) == lower;
        MatrixRef first = part(side, b, topFirst, half);
        MatrixRef second = part(side, b, !topFirst, half);
        triangle(topFirst, half).solve(side, first);
        MatrixRef between = offDiagonal(half);
        if (side == Side.LEFT) {
            Gemm.multiply(trans, Transpose.NO, -1, between, first, 1, second);
        } else {
            Gemm.multiply(Transpose.NO, trans, -1, first, between, 1, second);
        }
        triangle(!topFirst, half).solve(side, second);
    }

    private static MatrixRef part(Side side, MatrixRef b, boolean top, int half) {
        if (side == Side.LEFT) {
            return top ? b.window(0, 0, half, b.cols()) : b.window(half, 0, b.rows() - half, b.cols());
        }
        return top ? b.window(0, 0, b.rows(), half) : b.window(0, half, b.rows(), b.cols() - half);
    }

    private Trsm triangle(boolean top, int half) {
        int remainder = t.rows() - half;
        return new Trsm(top ? t.window(0, 0, half, half) : t.window(half, half, remainder, remainder), trans, lower, diagonal);
    }

    /** Returns the rectangle of T beside the two triangles, to which op is not yet applied. */
    private MatrixRef offDiagonal(int half) {
        int remainder = t.rows() - half;
        return lower == (trans == Transpose.NO) ? t.window(half, 0, remainder, half) : t.window(0, half, half, remainder);
    }

    private double element(int i, int j) {
        return trans == Transpose.NO ? t.get(i, j) : t.get(j, i);
    }

    private void leftBase(MatrixRef b) {
        int n = t.rows();
        for (int j = 0; j < b.cols(); j++) {
            long x = b.address() + 8L * j * b.ld();
            for (int step = 0; step < n; step++) {
                int i = lower ? step : n - 1 - step;
                double sum = Lanes.get(x + 8L * i);
                for (int s = lower ? 0 : n - 1; s != i; s += lower ? 1 : -1) {
                    sum = Math.fma(-element(i, s), Lanes.get(x + 8L * s), sum);
                }
                Lanes.set(x + 8L * i, diagonal == Diagonal.UNIT ? sum : sum / element(i, i));
            }
        }
    }

    private void rightBase(MatrixRef b) {
        int n = t.rows();
        for (int step = 0; step < n; step++) {
            int j = lower ? n - 1 - step : step;
            long x = b.address() + 8L * j * b.ld();
            for (int s = lower ? n - 1 : 0; s != j; s += lower ? -1 : 1) {
                VectorOps.axpy(-element(s, j), b.address() + 8L * s * b.ld(), x, b.rows());
            }
            if (diagonal == Diagonal.NON_UNIT) {
                divide(x, element(j, j), b.rows());
            }
        }
    }

    private static void divide(long x, double d, int n) {
        for (int i = 0; i < n; i++) {
            Lanes.set(x + 8L * i, Lanes.get(x + 8L * i) / d);
        }
    }
}
