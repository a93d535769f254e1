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
 * The one inner kernel: the product T of MR x k and k x NR on registers, then C := C - T.
 *
 * <p>The accumulators are written out one by one, because only local variables become registers. The API is called directly, because the
 * compiler does not inline deep enough through a helper. The method must also stay small for the first compiler tier: when this tier gives
 * up ("out of virtual registers"), the method is never optimised and runs a hundred times slower. Hence B and T are heap arrays, small
 * enough for the first-level cache, and the subtraction is a method of its own. docs/decisions/0005-vector-kernel.md has the numbers.
 */
final class MicroKernel {

    private MicroKernel() {
    }

    /**
     * Computes one micro-tile of a product, T := A B, where A has {@link Lanes#MR} rows and B {@link Lanes#NR} columns. Each element is a
     * chain of fused multiply-adds from zero in ascending order of the inner index.
     *
     * @param k     inner dimension
     * @param a     address of the MR doubles of A's first column
     * @param aStep bytes from one column of A to the next
     * @param b     packed B: k times NR doubles, from index {@code bFrom} on
     * @param bFrom index of the first double of B in {@code b}
     * @param t     out: NR times MR doubles
     */
    static void product(int k, long a, long aStep, double[] b, int bFrom, double[] t) {
        if (NR == 8) {
            tile8(k, a, aStep, b, bFrom, t);
        } else {
            tile4(k, a, aStep, b, bFrom, t);
        }
    }

    /**
     * Computes C := C - T on those elements of a tile, rows x cols, that exist in C.
     *
     * @param t     the product: NR times MR doubles
     * @param c     address of the tile in C, whose columns are contiguous doubles
     * @param cStep bytes from one column of C to the next
     * @param rows  rows of the tile that exist in C, at most MR
     * @param cols  columns of the tile that exist in C, at most NR
     */
    static void subtract(double[] t, long c, long cStep, int rows, int cols) {
        if (rows == MR) {
            for (int j = 0, q = 0; j < cols; j++, q += MR, c += cStep) {
                subtract(t, q, c);
                subtract(t, q + VL, c + VB);
                if (MV == 3) {
                    subtract(t, q + 2 * VL, c + 2 * VB);
                }
            }
            return;
        }
        for (int j = 0; j < cols; j++) {
            for (int i = 0; i < rows; i++) {
                long address = c + j * cStep + 8L * i;
                Lanes.set(address, Lanes.get(address) - t[j * MR + i]);
            }
        }
    }

    private static void subtract(double[] t, int q, long c) {
        DoubleVector.fromMemorySegment(SPECIES, ALL, c, ORDER).sub(DoubleVector.fromArray(SPECIES, t, q)).intoMemorySegment(ALL, c, ORDER);
    }

    private static void tile8(int k, long a, long aStep, double[] b, int bFrom, double[] t) {
        DoubleVector zero = DoubleVector.zero(SPECIES);
        DoubleVector c00 = zero, c10 = zero, c20 = zero;
        DoubleVector c01 = zero, c11 = zero, c21 = zero;
        DoubleVector c02 = zero, c12 = zero, c22 = zero;
        DoubleVector c03 = zero, c13 = zero, c23 = zero;
        DoubleVector c04 = zero, c14 = zero, c24 = zero;
        DoubleVector c05 = zero, c15 = zero, c25 = zero;
        DoubleVector c06 = zero, c16 = zero, c26 = zero;
        DoubleVector c07 = zero, c17 = zero, c27 = zero;
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
        c00.intoArray(t, 0 * VL);
        c10.intoArray(t, 1 * VL);
        c20.intoArray(t, 2 * VL);
        c01.intoArray(t, 3 * VL);
        c11.intoArray(t, 4 * VL);
        c21.intoArray(t, 5 * VL);
        c02.intoArray(t, 6 * VL);
        c12.intoArray(t, 7 * VL);
        c22.intoArray(t, 8 * VL);
        c03.intoArray(t, 9 * VL);
        c13.intoArray(t, 10 * VL);
        c23.intoArray(t, 11 * VL);
        c04.intoArray(t, 12 * VL);
        c14.intoArray(t, 13 * VL);
        c24.intoArray(t, 14 * VL);
        c05.intoArray(t, 15 * VL);
        c15.intoArray(t, 16 * VL);
        c25.intoArray(t, 17 * VL);
        c06.intoArray(t, 18 * VL);
        c16.intoArray(t, 19 * VL);
        c26.intoArray(t, 20 * VL);
        c07.intoArray(t, 21 * VL);
        c17.intoArray(t, 22 * VL);
        c27.intoArray(t, 23 * VL);
    }

    /**
     * Computes T := A B with four steps of k in each turn of the loop. With one step a turn, the loop's own instructions cost 30 % of the
     * rate. The steps are written out, because the compiler does not inline deep enough through a helper.
     */
    private static void tile4(int k, long a, long aStep, double[] b, int bFrom, double[] t) {
        DoubleVector zero = DoubleVector.zero(SPECIES);
        DoubleVector c00 = zero, c10 = zero, c01 = zero, c11 = zero;
        DoubleVector c02 = zero, c12 = zero, c03 = zero, c13 = zero;
        int p = 0;
        int q = bFrom;
        for (; p + 4 <= k; p += 4, q += 16, a += 4 * aStep) {
            DoubleVector a0p = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER);
            DoubleVector a1p = DoubleVector.fromMemorySegment(SPECIES, ALL, a + VB, ORDER);
            DoubleVector b0p = DoubleVector.broadcast(SPECIES, b[q]);
            c00 = a0p.fma(b0p, c00);
            c10 = a1p.fma(b0p, c10);
            DoubleVector b1p = DoubleVector.broadcast(SPECIES, b[q + 1]);
            c01 = a0p.fma(b1p, c01);
            c11 = a1p.fma(b1p, c11);
            DoubleVector b2p = DoubleVector.broadcast(SPECIES, b[q + 2]);
            c02 = a0p.fma(b2p, c02);
            c12 = a1p.fma(b2p, c12);
            DoubleVector b3p = DoubleVector.broadcast(SPECIES, b[q + 3]);
            c03 = a0p.fma(b3p, c03);
            c13 = a1p.fma(b3p, c13);
            DoubleVector a0q = DoubleVector.fromMemorySegment(SPECIES, ALL, a + aStep, ORDER);
            DoubleVector a1q = DoubleVector.fromMemorySegment(SPECIES, ALL, a + aStep + VB, ORDER);
            DoubleVector b0q = DoubleVector.broadcast(SPECIES, b[q + 4]);
            c00 = a0q.fma(b0q, c00);
            c10 = a1q.fma(b0q, c10);
            DoubleVector b1q = DoubleVector.broadcast(SPECIES, b[q + 5]);
            c01 = a0q.fma(b1q, c01);
            c11 = a1q.fma(b1q, c11);
            DoubleVector b2q = DoubleVector.broadcast(SPECIES, b[q + 6]);
            c02 = a0q.fma(b2q, c02);
            c12 = a1q.fma(b2q, c12);
            DoubleVector b3q = DoubleVector.broadcast(SPECIES, b[q + 7]);
            c03 = a0q.fma(b3q, c03);
            c13 = a1q.fma(b3q, c13);
            DoubleVector a0r = DoubleVector.fromMemorySegment(SPECIES, ALL, a + 2 * aStep, ORDER);
            DoubleVector a1r = DoubleVector.fromMemorySegment(SPECIES, ALL, a + 2 * aStep + VB, ORDER);
            DoubleVector b0r = DoubleVector.broadcast(SPECIES, b[q + 8]);
            c00 = a0r.fma(b0r, c00);
            c10 = a1r.fma(b0r, c10);
            DoubleVector b1r = DoubleVector.broadcast(SPECIES, b[q + 9]);
            c01 = a0r.fma(b1r, c01);
            c11 = a1r.fma(b1r, c11);
            DoubleVector b2r = DoubleVector.broadcast(SPECIES, b[q + 10]);
            c02 = a0r.fma(b2r, c02);
            c12 = a1r.fma(b2r, c12);
            DoubleVector b3r = DoubleVector.broadcast(SPECIES, b[q + 11]);
            c03 = a0r.fma(b3r, c03);
            c13 = a1r.fma(b3r, c13);
            DoubleVector a0s = DoubleVector.fromMemorySegment(SPECIES, ALL, a + 3 * aStep, ORDER);
            DoubleVector a1s = DoubleVector.fromMemorySegment(SPECIES, ALL, a + 3 * aStep + VB, ORDER);
            DoubleVector b0s = DoubleVector.broadcast(SPECIES, b[q + 12]);
            c00 = a0s.fma(b0s, c00);
            c10 = a1s.fma(b0s, c10);
            DoubleVector b1s = DoubleVector.broadcast(SPECIES, b[q + 13]);
            c01 = a0s.fma(b1s, c01);
            c11 = a1s.fma(b1s, c11);
            DoubleVector b2s = DoubleVector.broadcast(SPECIES, b[q + 14]);
            c02 = a0s.fma(b2s, c02);
            c12 = a1s.fma(b2s, c12);
            DoubleVector b3s = DoubleVector.broadcast(SPECIES, b[q + 15]);
            c03 = a0s.fma(b3s, c03);
            c13 = a1s.fma(b3s, c13);
        }
        for (; p < k; p++, q += 4, a += aStep) {
            DoubleVector a0 = DoubleVector.fromMemorySegment(SPECIES, ALL, a, ORDER);
            DoubleVector a1 = DoubleVector.fromMemorySegment(SPECIES, ALL, a + VB, ORDER);
            DoubleVector b0 = DoubleVector.broadcast(SPECIES, b[q]);
            c00 = a0.fma(b0, c00);
            c10 = a1.fma(b0, c10);
            DoubleVector b1 = DoubleVector.broadcast(SPECIES, b[q + 1]);
            c01 = a0.fma(b1, c01);
            c11 = a1.fma(b1, c11);
            DoubleVector b2 = DoubleVector.broadcast(SPECIES, b[q + 2]);
            c02 = a0.fma(b2, c02);
            c12 = a1.fma(b2, c12);
            DoubleVector b3 = DoubleVector.broadcast(SPECIES, b[q + 3]);
            c03 = a0.fma(b3, c03);
            c13 = a1.fma(b3, c13);
        }
        c00.intoArray(t, 0 * VL);
        c10.intoArray(t, 1 * VL);
        c01.intoArray(t, 2 * VL);
        c11.intoArray(t, 3 * VL);
        c02.intoArray(t, 4 * VL);
        c12.intoArray(t, 5 * VL);
        c03.intoArray(t, 6 * VL);
        c13.intoArray(t, 7 * VL);
    }
}
