package hplhetero.blas.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The machine's vector shape, and memory by address. The kernels check their arguments at the entry
 * (a {@link hplhetero.blas.MatrixRef} cannot lie outside its segment) and then run on raw addresses:
 * the one segment over all memory is a constant, so its bounds and liveness checks fold away.
 */
final class Lanes {
    static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

    /** Doubles in a vector. */
    static final int VL = SPECIES.length();

    /** Bytes in a vector. */
    static final int VB = VL * Double.BYTES;

    /** Rows of a micro-tile: three vectors. */
    static final int MR = 3 * VL;

    /**
     * Columns of a micro-tile: 3 x 8 accumulators fill 32 vector registers (AVX-512, arm64), 3 x 4 the
     * 16 of AVX2 and older x86.
     */
    static final int NR = VL < 8 && !System.getProperty("os.arch").equals("aarch64") ? 4 : 8;

    @SuppressWarnings("restricted")
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    static final ByteOrder ORDER = ByteOrder.nativeOrder();
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private Lanes() {
    }

    /**
     * Whether a fused multiply-add is an instruction here. On x86 it came with AVX2; without it Java computes it exactly
     * and some thousand times slower.
     */
    static boolean fused() {
        return VL >= 4 || System.getProperty("os.arch").equals("aarch64");
    }

    static DoubleVector load(long address) {
        return DoubleVector.fromMemorySegment(SPECIES, ALL, address, ORDER);
    }

    static void store(DoubleVector v, long address) {
        v.intoMemorySegment(ALL, address, ORDER);
    }

    static double get(long address) {
        return ALL.get(DOUBLE, address);
    }

    static void set(long address, double value) {
        ALL.set(DOUBLE, address, value);
    }

    /** Copies n doubles. */
    static void copy(long from, long to, int n) {
        int i = 0;
        for (; i + VL <= n; i += VL) {
            store(load(from + 8L * i), to + 8L * i);
        }
        for (; i < n; i++) {
            set(to + 8L * i, get(from + 8L * i));
        }
    }

    /** Copies n doubles and fills up with zeros to {@code padded}. */
    static void copyPadded(long from, long to, int n, int padded) {
        copy(from, to, n);
        for (int i = n; i < padded; i++) {
            set(to + 8L * i, 0.0);
        }
    }
}
