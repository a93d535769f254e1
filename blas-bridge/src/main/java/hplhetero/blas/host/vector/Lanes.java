package hplhetero.blas.host.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The machine's vector shape, and access to memory by address. The kernels check their arguments at the entry (a
 * {@link hplhetero.blas.MatrixRef} cannot lie outside its segment) and then run on raw addresses. The one segment over all memory is a
 * constant, so the compiler removes its bounds and liveness checks.
 */
final class Lanes {
    static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

    /** The number of doubles in a vector. */
    static final int VL = SPECIES.length();

    /** The number of bytes in a vector. */
    static final int VB = VL * Double.BYTES;

    /** Whether the processor has 32 vector registers (AVX-512, arm64) and not the 16 of AVX2. */
    private static final boolean MANY_REGISTERS = VL >= 8 || System.getProperty("os.arch").equals("aarch64");

    /**
     * The number of vectors in a column of a micro-tile. The 3 x 8 accumulators fit into 32 registers. With 16 registers no more than 2 x 4
     * may be used: the compiler loads the columns' factors ahead of the multiply-adds, and keeps accumulators in memory where registers are
     * lacking.
     */
    static final int MV = MANY_REGISTERS ? 3 : 2;

    /** The number of rows of a micro-tile. */
    static final int MR = MV * VL;

    /** The number of columns of a micro-tile. */
    static final int NR = MANY_REGISTERS ? 8 : 4;

    @SuppressWarnings("restricted")
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    static final ByteOrder ORDER = ByteOrder.nativeOrder();
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private Lanes() {
    }

    /**
     * Returns whether this processor has an instruction for fused multiply-add. On x86 the instruction came with AVX2. Without it Java
     * computes the exact result, some thousand times slower.
     */
    static boolean fused() {
        return VL >= 4 || System.getProperty("os.arch").equals("aarch64");
    }

    /** Returns the {@link #VL} doubles from an address on as a vector. */
    static DoubleVector load(long address) {
        return DoubleVector.fromMemorySegment(SPECIES, ALL, address, ORDER);
    }

    /** Writes a vector to the {@link #VL} doubles from an address on. */
    static void store(DoubleVector v, long address) {
        v.intoMemorySegment(ALL, address, ORDER);
    }

    /** Returns the double at an address. */
    static double get(long address) {
        return ALL.get(DOUBLE, address);
    }

    /** Writes a double to an address. */
    static void set(long address, double value) {
        ALL.set(DOUBLE, address, value);
    }

    /** Copies {@code n} doubles. */
    static void copy(long from, long to, int n) {
        int i = 0;
        for (; i + VL <= n; i += VL) {
            store(load(from + 8L * i), to + 8L * i);
        }
        for (; i < n; i++) {
            set(to + 8L * i, get(from + 8L * i));
        }
    }

    /** Copies {@code n} doubles and fills up with zeros to {@code padded} doubles. */
    static void copyPadded(long from, long to, int n, int padded) {
        copy(from, to, n);
        for (int i = n; i < padded; i++) {
            set(to + 8L * i, 0.0);
        }
    }
}
