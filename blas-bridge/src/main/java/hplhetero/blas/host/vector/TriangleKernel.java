package hplhetero.blas.host.vector;

import static hplhetero.blas.host.vector.Lanes.ALL;
import static hplhetero.blas.host.vector.Lanes.MR;
import static hplhetero.blas.host.vector.Lanes.MV;
import static hplhetero.blas.host.vector.Lanes.NR;
import static hplhetero.blas.host.vector.Lanes.ORDER;
import static hplhetero.blas.host.vector.Lanes.SPECIES;
import static hplhetero.blas.host.vector.Lanes.VB;
import static hplhetero.blas.host.vector.Lanes.VL;

import jdk.incubator.vector.DoubleVector;

/**
 * The small triangular solve beside {@link MicroKernel}, for NR rows of U at a time. The rows are written out one by one, because only
 * local variables become registers.
 */
final class TriangleKernel {
    private TriangleKernel() {
    }

    /**
     * Computes X := L^-1 (X - T), where L is unit lower triangular, NR x NR. T is the product of the elements of L1 left of L with the rows
     * of U above X.
     *
     * @param t    the product T: NR times MR doubles
     * @param l    array in which element (j, s) of L is l[from + s * NR + j]
     * @param from index of element (0, 0) of L
     * @param x    address of row 0 of X: NR rows of MR contiguous doubles
     * @param step bytes from one row of X to the next
     */
    static void solve(double[] t, double[] l, int from, long x, long step) {
        if (NR == 8) {
            solve8(t, l, from, x, step);
        } else {
            solve4(t, l, from, x, step);
        }
    }

    private static void solve8(double[] t, double[] l, int from, long x, long step) {
        for (int v = 0; v < MV; v++) {
            int q = v * VL;
            long row = x + v * VB;
            DoubleVector x0 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 0 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 0 * MR));
            DoubleVector x1 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 1 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 1 * MR));
            DoubleVector x2 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 2 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 2 * MR));
            DoubleVector x3 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 3 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 3 * MR));
            DoubleVector x4 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 4 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 4 * MR));
            DoubleVector x5 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 5 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 5 * MR));
            DoubleVector x6 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 6 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 6 * MR));
            DoubleVector x7 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 7 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 7 * MR));
            x1 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 1]), x1);
            x2 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 2]), x2);
            x3 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 3]), x3);
            x4 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 4]), x4);
            x5 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 5]), x5);
            x6 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 6]), x6);
            x7 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 7]), x7);
            x2 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 10]), x2);
            x3 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 11]), x3);
            x4 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 12]), x4);
            x5 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 13]), x5);
            x6 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 14]), x6);
            x7 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 15]), x7);
            x3 = x2.fma(DoubleVector.broadcast(SPECIES, -l[from + 19]), x3);
            x4 = x2.fma(DoubleVector.broadcast(SPECIES, -l[from + 20]), x4);
            x5 = x2.fma(DoubleVector.broadcast(SPECIES, -l[from + 21]), x5);
            x6 = x2.fma(DoubleVector.broadcast(SPECIES, -l[from + 22]), x6);
            x7 = x2.fma(DoubleVector.broadcast(SPECIES, -l[from + 23]), x7);
            x4 = x3.fma(DoubleVector.broadcast(SPECIES, -l[from + 28]), x4);
            x5 = x3.fma(DoubleVector.broadcast(SPECIES, -l[from + 29]), x5);
            x6 = x3.fma(DoubleVector.broadcast(SPECIES, -l[from + 30]), x6);
            x7 = x3.fma(DoubleVector.broadcast(SPECIES, -l[from + 31]), x7);
            x5 = x4.fma(DoubleVector.broadcast(SPECIES, -l[from + 37]), x5);
            x6 = x4.fma(DoubleVector.broadcast(SPECIES, -l[from + 38]), x6);
            x7 = x4.fma(DoubleVector.broadcast(SPECIES, -l[from + 39]), x7);
            x6 = x5.fma(DoubleVector.broadcast(SPECIES, -l[from + 46]), x6);
            x7 = x5.fma(DoubleVector.broadcast(SPECIES, -l[from + 47]), x7);
            x7 = x6.fma(DoubleVector.broadcast(SPECIES, -l[from + 55]), x7);
            x0.intoMemorySegment(ALL, row + 0 * step, ORDER);
            x1.intoMemorySegment(ALL, row + 1 * step, ORDER);
            x2.intoMemorySegment(ALL, row + 2 * step, ORDER);
            x3.intoMemorySegment(ALL, row + 3 * step, ORDER);
            x4.intoMemorySegment(ALL, row + 4 * step, ORDER);
            x5.intoMemorySegment(ALL, row + 5 * step, ORDER);
            x6.intoMemorySegment(ALL, row + 6 * step, ORDER);
            x7.intoMemorySegment(ALL, row + 7 * step, ORDER);
        }
    }

    private static void solve4(double[] t, double[] l, int from, long x, long step) {
        for (int v = 0; v < MV; v++) {
            int q = v * VL;
            long row = x + v * VB;
            DoubleVector x0 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 0 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 0 * MR));
            DoubleVector x1 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 1 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 1 * MR));
            DoubleVector x2 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 2 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 2 * MR));
            DoubleVector x3 = DoubleVector.fromMemorySegment(SPECIES, ALL, row + 3 * step, ORDER)
                    .sub(DoubleVector.fromArray(SPECIES, t, q + 3 * MR));
            x1 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 1]), x1);
            x2 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 2]), x2);
            x3 = x0.fma(DoubleVector.broadcast(SPECIES, -l[from + 3]), x3);
            x2 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 6]), x2);
            x3 = x1.fma(DoubleVector.broadcast(SPECIES, -l[from + 7]), x3);
            x3 = x2.fma(DoubleVector.broadcast(SPECIES, -l[from + 11]), x3);
            x0.intoMemorySegment(ALL, row + 0 * step, ORDER);
            x1.intoMemorySegment(ALL, row + 1 * step, ORDER);
            x2.intoMemorySegment(ALL, row + 2 * step, ORDER);
            x3.intoMemorySegment(ALL, row + 3 * step, ORDER);
        }
    }
}
