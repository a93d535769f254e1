package hplhetero.blas.host.vector;

import static hplhetero.blas.host.vector.Lanes.SPECIES;
import static hplhetero.blas.host.vector.Lanes.VL;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Loops over contiguous columns by address. The vector body and the scalar tail do the same fused operation, so an element's bits do not
 * depend on its place.
 */
final class VectorOps {

    private VectorOps() {
    }

    /** Computes y := y + a x. */
    static void axpy(double a, long x, long y, int n) {
        DoubleVector factor = DoubleVector.broadcast(SPECIES, a);
        int i = 0;
        for (; i + VL <= n; i += VL) {
            Lanes.store(Lanes.load(x + 8L * i).fma(factor, Lanes.load(y + 8L * i)), y + 8L * i);
        }
        for (; i < n; i++) {
            Lanes.set(y + 8L * i, Math.fma(Lanes.get(x + 8L * i), a, Lanes.get(y + 8L * i)));
        }
    }

    /** Computes y := y + f0 a0 + f1 a1 + f2 a2 + f3 a3 in this order, where the columns a0 to a3 begin {@code step} bytes apart. */
    static void axpy4(double f0, double f1, double f2, double f3, long a, long step, long y, int n) {
        int i = 0;
        for (; i + VL <= n; i += VL) {
            long p = a + 8L * i;
            DoubleVector sum = Lanes.load(p).fma(DoubleVector.broadcast(SPECIES, f0), Lanes.load(y + 8L * i));
            sum = Lanes.load(p + step).fma(DoubleVector.broadcast(SPECIES, f1), sum);
            sum = Lanes.load(p + 2 * step).fma(DoubleVector.broadcast(SPECIES, f2), sum);
            sum = Lanes.load(p + 3 * step).fma(DoubleVector.broadcast(SPECIES, f3), sum);
            Lanes.store(sum, y + 8L * i);
        }
        for (; i < n; i++) {
            long p = a + 8L * i;
            double sum = Math.fma(Lanes.get(p), f0, Lanes.get(y + 8L * i));
            sum = Math.fma(Lanes.get(p + step), f1, sum);
            sum = Math.fma(Lanes.get(p + 2 * step), f2, sum);
            Lanes.set(y + 8L * i, Math.fma(Lanes.get(p + 3 * step), f3, sum));
        }
    }

    /** Returns x^T y, summed in two vector chains and then the tail. */
    static double dot(long x, long y, int n) {
        DoubleVector even = DoubleVector.zero(SPECIES);
        DoubleVector odd = DoubleVector.zero(SPECIES);
        int i = 0;
        for (; i + 2 * VL <= n; i += 2 * VL) {
            even = Lanes.load(x + 8L * i).fma(Lanes.load(y + 8L * i), even);
            odd = Lanes.load(x + 8L * (i + VL)).fma(Lanes.load(y + 8L * (i + VL)), odd);
        }
        return tail(sum(even.add(odd)), x, y, i, n);
    }

    /** Returns {@code sum} plus x^T y from element {@code from} on. */
    private static double tail(double sum, long x, long y, int from, int n) {
        double dot = sum;
        for (int i = from; i < n; i++) {
            dot = Math.fma(Lanes.get(x + 8L * i), Lanes.get(y + 8L * i), dot);
        }
        return dot;
    }

    /**
     * Computes y_i := y_i + a (x_i^T v) for four columns x_i that begin {@code step} bytes apart, with the same bits as {@link #dot} gives.
     */
    static void dot4(double a, long x, long step, long v, int n, long y) {
        DoubleVector even0 = DoubleVector.zero(SPECIES);
        DoubleVector even1 = even0;
        DoubleVector even2 = even0;
        DoubleVector even3 = even0;
        DoubleVector odd0 = even0;
        DoubleVector odd1 = even0;
        DoubleVector odd2 = even0;
        DoubleVector odd3 = even0;
        int i = 0;
        for (; i + 2 * VL <= n; i += 2 * VL) {
            long p = x + 8L * i;
            DoubleVector even = Lanes.load(v + 8L * i);
            DoubleVector odd = Lanes.load(v + 8L * (i + VL));
            even0 = Lanes.load(p).fma(even, even0);
            odd0 = Lanes.load(p + 8L * VL).fma(odd, odd0);
            even1 = Lanes.load(p + step).fma(even, even1);
            odd1 = Lanes.load(p + step + 8L * VL).fma(odd, odd1);
            even2 = Lanes.load(p + 2 * step).fma(even, even2);
            odd2 = Lanes.load(p + 2 * step + 8L * VL).fma(odd, odd2);
            even3 = Lanes.load(p + 3 * step).fma(even, even3);
            odd3 = Lanes.load(p + 3 * step + 8L * VL).fma(odd, odd3);
        }
        addDot(a, sum(even0.add(odd0)), x, v, i, n, y);
        addDot(a, sum(even1.add(odd1)), x + step, v, i, n, y + 8);
        addDot(a, sum(even2.add(odd2)), x + 2 * step, v, i, n, y + 16);
        addDot(a, sum(even3.add(odd3)), x + 3 * step, v, i, n, y + 24);
    }

    /** Computes y := y + a (sum + x^T v from element {@code from} on). */
    private static void addDot(double a, double sum, long x, long v, int from, int n, long y) {
        Lanes.set(y, Math.fma(a, tail(sum, x, v, from, n), Lanes.get(y)));
    }

    /**
     * Returns the sum of the lanes from the first to the last. {@code reduceLanes(ADD)} is not used: its order is unspecified, and the
     * interpreter and the compiler choose different ones. The lanes are named by constant numbers, for the compiler.
     */
    private static double sum(DoubleVector v) {
        double sum = v.lane(0);
        if (VL > 1) {
            sum += v.lane(1);
        }
        if (VL > 2) {
            sum = sum + v.lane(2) + v.lane(3);
        }
        if (VL > 4) {
            sum = sum + v.lane(4) + v.lane(5) + v.lane(6) + v.lane(7);
        }
        for (int i = 8; i < VL; i++) {
            sum += v.lane(i);
        }
        return sum;
    }

    /** Computes x := a x, and writes zeros without reading when a is 0. */
    static void scale(double a, long x, int n) {
        DoubleVector factor = DoubleVector.broadcast(SPECIES, a);
        int i = 0;
        for (; i + VL <= n; i += VL) {
            Lanes.store(a == 0 ? factor : Lanes.load(x + 8L * i).mul(factor), x + 8L * i);
        }
        for (; i < n; i++) {
            Lanes.set(x + 8L * i, a == 0 ? a : Lanes.get(x + 8L * i) * a);
        }
    }

    /** Returns the first index of largest magnitude, where a NaN is never larger; 0 when all elements are NaN. */
    static int firstLargest(long x, int n) {
        double largest = largestMagnitude(x, n);
        int i = 0;
        for (; i + VL <= n; i += VL) {
            VectorMask<Double> equal = Lanes.load(x + 8L * i).abs().compare(VectorOperators.EQ, largest);
            if (equal.anyTrue()) {
                return i + equal.firstTrue();
            }
        }
        for (; i < n; i++) {
            if (Math.abs(Lanes.get(x + 8L * i)) == largest) {
                return i;
            }
        }
        return 0;
    }

    private static double largestMagnitude(long x, int n) {
        DoubleVector best = DoubleVector.broadcast(SPECIES, -1.0);
        int i = 0;
        for (; i + VL <= n; i += VL) {
            DoubleVector v = Lanes.load(x + 8L * i).abs();
            best = best.blend(v, v.compare(VectorOperators.GT, best));
        }
        double largest = best.reduceLanes(VectorOperators.MAX);
        for (; i < n; i++) {
            double v = Math.abs(Lanes.get(x + 8L * i));
            largest = v > largest ? v : largest;
        }
        return largest;
    }
}
