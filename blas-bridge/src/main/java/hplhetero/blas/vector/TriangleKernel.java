package hplhetero.blas.vector;

import static hplhetero.blas.vector.Lanes.MR;
import static hplhetero.blas.vector.Lanes.NR;
import static hplhetero.blas.vector.Lanes.VB;

import jdk.incubator.vector.DoubleVector;

/** The small triangular solve beside {@link MicroKernel}: NR rows of a packed U at a time. */
final class TriangleKernel {

    private TriangleKernel() {
    }

    /**
     * X := T^-1 X for a unit lower triangular T of NR x NR; row j lacks nothing but rows 0..j-1 of this block.
     *
     * @param t element (j, s) at t[from + s * NR + j]
     * @param x address of row 0: NR rows of MR contiguous doubles
     */
    static void solve(double[] t, int from, long x) {
        for (int v = 0; v < 3; v++) {
            long column = x + v * VB;
            for (int s = 0; s < NR - 1; s++) {
                DoubleVector xs = Lanes.load(column + s * MR * 8L);
                for (int j = s + 1; j < NR; j++) {
                    long row = column + j * MR * 8L;
                    Lanes.store(xs.fma(DoubleVector.broadcast(Lanes.SPECIES, -t[from + s * NR + j]), Lanes.load(row)), row);
                }
            }
        }
    }
}
