package hplhetero.blas;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/**
 * A matrix inside a larger block of memory that is full of NaN: what reads outside the matrix shows in the
 * result, what writes there is found by {@link #assertFrameUntouched}.
 */
final class Operand {
    private static final long GUARD = 0x7ff8_dead_beef_0001L;

    private final Arena arena;
    private final MemorySegment block;
    private final MatrixRef ref;

    private Operand(Arena arena, int offset, int rows, int cols, int ld) {
        this.arena = arena;
        long length = offset + (long) cols * ld + 5;
        block = arena.allocate(ValueLayout.JAVA_DOUBLE, length);
        for (long i = 0; i < length; i++) {
            block.setAtIndex(ValueLayout.JAVA_LONG, i, GUARD);
        }
        ref = new MatrixRef(block, offset, rows, cols, ld);
    }

    /** With elements in [-0.5, 0.5), an odd offset and a few rows of NaN below. */
    static Operand random(Arena arena, Random random, int rows, int cols) {
        Operand made = new Operand(arena, 1 + 2 * random.nextInt(4), rows, cols, Math.max(1, rows + random.nextInt(4)));
        for (int j = 0; j < cols; j++) {
            for (int i = 0; i < rows; i++) {
                made.ref.set(i, j, random.nextDouble() - 0.5);
            }
        }
        return made;
    }

    /** An operand X for which op(X) is rows x cols. */
    static Operand random(Arena arena, Random random, Transpose trans, int rows, int cols) {
        return trans == Transpose.NO ? random(arena, random, rows, cols) : random(arena, random, cols, rows);
    }

    /** A well-conditioned triangular matrix; what a kernel must not read is NaN. */
    static Operand triangular(Arena arena, Random random, int n, Triangle triangle, Diagonal diagonal) {
        Operand made = random(arena, random, n, n);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                boolean read = triangle == Triangle.LOWER ? i > j : i < j;
                made.ref.set(i, j, read ? made.ref.get(i, j) * 4 / n : Double.NaN);
            }
            made.ref.set(j, j, diagonal == Diagonal.UNIT ? Double.NaN : 1 + random.nextDouble());
        }
        return made;
    }

    /** The same elements at another place, with another leading dimension. */
    Operand copy(Random random) {
        int ld = Math.max(1, ref.rows() + random.nextInt(6));
        Operand copy = new Operand(arena, random.nextInt(9), ref.rows(), ref.cols(), ld);
        for (int j = 0; j < ref.cols(); j++) {
            for (int i = 0; i < ref.rows(); i++) {
                copy.ref.set(i, j, ref.get(i, j));
            }
        }
        return copy;
    }

    MatrixRef ref() {
        return ref;
    }

    void assertFrameUntouched() {
        long length = block.byteSize() / Double.BYTES;
        for (long at = 0; at < length; at++) {
            long inside = at - ref.offset();
            boolean element = inside >= 0 && inside / ref.ld() < ref.cols() && inside % ref.ld() < ref.rows();
            if (!element && block.getAtIndex(ValueLayout.JAVA_LONG, at) != GUARD) {
                throw new AssertionError("written outside of " + ref + " at " + at);
            }
        }
    }

    /** Every element within {@code tolerance} of the other's; NaN is equal to NaN alone. */
    void assertClose(Operand expected, double tolerance, String what) {
        for (int j = 0; j < ref.cols(); j++) {
            for (int i = 0; i < ref.rows(); i++) {
                double got = ref.get(i, j);
                double want = expected.ref.get(i, j);
                if (!(Math.abs(got - want) <= tolerance) && Double.compare(got, want) != 0) {
                    throw new AssertionError(what + ": element (" + i + ", " + j + ") is " + got + ", expected " + want
                            + " within " + tolerance);
                }
            }
        }
        assertFrameUntouched();
    }

    void assertSameBits(MatrixRef expected, String what) {
        assertThat(ref.rows()).isEqualTo(expected.rows());
        assertThat(ref.cols()).isEqualTo(expected.cols());
        for (int j = 0; j < ref.cols(); j++) {
            for (int i = 0; i < ref.rows(); i++) {
                if (Double.doubleToRawLongBits(ref.get(i, j)) != Double.doubleToRawLongBits(expected.get(i, j))) {
                    throw new AssertionError(what + ": element (" + i + ", " + j + ") is " + ref.get(i, j) + ", expected "
                            + expected.get(i, j) + " bit for bit");
                }
            }
        }
    }
}
