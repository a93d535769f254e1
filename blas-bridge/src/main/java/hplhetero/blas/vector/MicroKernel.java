package hplhetero.blas.vector;

import static hplhetero.blas.vector.Lanes.ALL;
import static hplhetero.blas.vector.Lanes.NR;
import static hplhetero.blas.vector.Lanes.ORDER;
import static hplhetero.blas.vector.Lanes.SPECIES;
import static hplhetero.blas.vector.Lanes.VB;

import jdk.incubator.vector.DoubleVector;

/**
 * The one inner kernel: a tile of MR x NR elements, C := C - A B.
 *
 * <p>The accumulators are written out one by one because only locals become registers, and the API is
 * called directly because a helper in between is not inlined deep enough. B is a heap array, small enough
 * to live in the first-level cache: reading scalars through a segment makes the method so large that the
 * first compiler tier gives up ("out of virtual registers") and the method is never optimised.
 * docs/decisions/0005-vector-kernel.md has the numbers.
 */
final class MicroKernel {

    private MicroKernel() {
    }

    /**
     * C := C - A B on a full tile. Each element: an FMA chain from zero in ascending k, then one subtraction.
     *
     * @param k     inner dimension
     * @param a     address of MR doubles for k = 0
     * @param aStep bytes to the MR doubles of the next k
     * @param b     k times NR doubles
     * @param bFrom index of the first in b
     * @param c     address of the tile: MR contiguous doubles a column
     * @param cStep bytes to the next of NR columns
     */
    static void subtract(int k, long a, long aStep, double[] b, int bFrom, long c, long cStep) {
        if (NR == 8) {
            tile8(k, a, aStep, b, bFrom, c, cStep);
        } else {
            tile4(k, a, aStep, b, bFrom, c, cStep);
        }
    }

    private static void tile8(int k, long a, long aStep, double[] b, int bFrom, long c, long cStep) {
        DoubleVector c00 = DoubleVector.zero(SPECIES);
        DoubleVector c10 = DoubleVector.zero(SPECIES);
        DoubleVector c20 = DoubleVector.zero(SPECIES);
        DoubleVector c01 = DoubleVector.zero(SPECIES);
        DoubleVector c11 = DoubleVector.zero(SPECIES);
        DoubleVector c21 = DoubleVector.zero(SPECIES);
        DoubleVector c02 = DoubleVector.zero(SPECIES);
        DoubleVector c12 = DoubleVector.zero(SPECIES);
        DoubleVector c22 = DoubleVector.zero(SPECIES);
        DoubleVector c03 = DoubleVector.zero(SPECIES);
        DoubleVector c13 = DoubleVector.zero(SPECIES);
        DoubleVector c23 = DoubleVector.zero(SPECIES);
        DoubleVector c04 = DoubleVector.zero(SPECIES);
        DoubleVector c14 = DoubleVector.zero(SPECIES);
        DoubleVector c24 = DoubleVector.zero(SPECIES);
        DoubleVector c05 = DoubleVector.zero(SPECIES);
        DoubleVector c15 = DoubleVector.zero(SPECIES);
        DoubleVector c25 = DoubleVector.zero(SPECIES);
        DoubleVector c06 = DoubleVector.zero(SPECIES);
        DoubleVector c16 = DoubleVector.zero(SPECIES);
        DoubleVector c26 = DoubleVector.zero(SPECIES);
        DoubleVector c07 = DoubleVector.zero(SPECIES);
        DoubleVector c17 = DoubleVector.zero(SPECIES);
        DoubleVector c27 = DoubleVector.zero(SPECIES);
        for (int p = 0, q = bFrom; p < k; p++, q += 8) {
            DoubleVector a0 = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER);
            DoubleVector a1 = DoubleVector.fromMemorySegment(SPECIES, ALL, a + VB, ORDER);
            DoubleVector a2 = DoubleVector.fromMemorySegment(SPECIES, ALL, a + 2 * VB, ORDER);
            DoubleVector b0 = DoubleVector.broadcast(SPECIES, b[q]);
            c00 = a0.fma(b0, c00);
            c10 = a1.fma(b0, c10);
            c20 = a2.fma(b0, c20);
            DoubleVector b1 = DoubleVector.broadcast(SPECIES, b[q + 1]);
            c01 = a0.fma(b1, c01);
            c11 = a1.fma(b1, c11);
            c21 = a2.fma(b1, c21);
            DoubleVector b2 = DoubleVector.broadcast(SPECIES, b[q + 2]);
            c02 = a0.fma(b2, c02);
            c12 = a1.fma(b2, c12);
            c22 = a2.fma(b2, c22);
            DoubleVector b3 = DoubleVector.broadcast(SPECIES, b[q + 3]);
            c03 = a0.fma(b3, c03);
            c13 = a1.fma(b3, c13);
            c23 = a2.fma(b3, c23);
            DoubleVector b4 = DoubleVector.broadcast(SPECIES, b[q + 4]);
            c04 = a0.fma(b4, c04);
            c14 = a1.fma(b4, c14);
            c24 = a2.fma(b4, c24);
            DoubleVector b5 = DoubleVector.broadcast(SPECIES, b[q + 5]);
            c05 = a0.fma(b5, c05);
            c15 = a1.fma(b5, c15);
            c25 = a2.fma(b5, c25);
            DoubleVector b6 = DoubleVector.broadcast(SPECIES, b[q + 6]);
            c06 = a0.fma(b6, c06);
            c16 = a1.fma(b6, c16);
            c26 = a2.fma(b6, c26);
            DoubleVector b7 = DoubleVector.broadcast(SPECIES, b[q + 7]);
            c07 = a0.fma(b7, c07);
            c17 = a1.fma(b7, c17);
            c27 = a2.fma(b7, c27);
            a += aStep;
        }
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c00).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c10).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c20).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c01).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c11).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c21).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c02).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c12).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c22).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c03).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c13).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c23).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c04).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c14).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c24).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c05).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c15).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c25).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c06).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c16).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c26).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c07).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c17).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c27).intoMemorySegment(ALL, c + 2 * VB, ORDER);
    }

    private static void tile4(int k, long a, long aStep, double[] b, int bFrom, long c, long cStep) {
        DoubleVector c00 = DoubleVector.zero(SPECIES);
        DoubleVector c10 = DoubleVector.zero(SPECIES);
        DoubleVector c20 = DoubleVector.zero(SPECIES);
        DoubleVector c01 = DoubleVector.zero(SPECIES);
        DoubleVector c11 = DoubleVector.zero(SPECIES);
        DoubleVector c21 = DoubleVector.zero(SPECIES);
        DoubleVector c02 = DoubleVector.zero(SPECIES);
        DoubleVector c12 = DoubleVector.zero(SPECIES);
        DoubleVector c22 = DoubleVector.zero(SPECIES);
        DoubleVector c03 = DoubleVector.zero(SPECIES);
        DoubleVector c13 = DoubleVector.zero(SPECIES);
        DoubleVector c23 = DoubleVector.zero(SPECIES);
        for (int p = 0, q = bFrom; p < k; p++, q += 4) {
            DoubleVector a0 = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER);
            DoubleVector a1 = DoubleVector.fromMemorySegment(SPECIES, ALL, a + VB, ORDER);
            DoubleVector a2 = DoubleVector.fromMemorySegment(SPECIES, ALL, a + 2 * VB, ORDER);
            DoubleVector b0 = DoubleVector.broadcast(SPECIES, b[q]);
            c00 = a0.fma(b0, c00);
            c10 = a1.fma(b0, c10);
            c20 = a2.fma(b0, c20);
            DoubleVector b1 = DoubleVector.broadcast(SPECIES, b[q + 1]);
            c01 = a0.fma(b1, c01);
            c11 = a1.fma(b1, c11);
            c21 = a2.fma(b1, c21);
            DoubleVector b2 = DoubleVector.broadcast(SPECIES, b[q + 2]);
            c02 = a0.fma(b2, c02);
            c12 = a1.fma(b2, c12);
            c22 = a2.fma(b2, c22);
            DoubleVector b3 = DoubleVector.broadcast(SPECIES, b[q + 3]);
            c03 = a0.fma(b3, c03);
            c13 = a1.fma(b3, c13);
            c23 = a2.fma(b3, c23);
            a += aStep;
        }
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c00).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c10).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c20).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c01).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c11).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c21).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c02).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c12).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c22).intoMemorySegment(ALL, c + 2 * VB, ORDER);
        c += cStep;
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(c03).intoMemorySegment(ALL, c, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + VB, ORDER).sub(c13).intoMemorySegment(ALL, c + VB, ORDER);
        DoubleVector.fromMemorySegment(SPECIES, ALL, c + 2 * VB, ORDER).sub(c23).intoMemorySegment(ALL, c + 2 * VB, ORDER);
    }
}
