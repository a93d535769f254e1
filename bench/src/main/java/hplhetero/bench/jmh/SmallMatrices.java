package hplhetero.bench.jmh;

import hplhetero.blas.MatrixRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** A maker of matrices of small numbers. U := L1^-1 U is repeated on the same U, whose elements must neither grow nor vanish. */
final class SmallMatrices {
    private static final double SCALE = 1e-3;
    /** The tolerance of a check. It allows the rounding of sums of at most 384 products of numbers below 1, and still finds errors. */
    private static final double TOLERANCE = 1e-9;

    private final Arena arena;
    private final SplittableRandom random = new SplittableRandom(1);

    SmallMatrices(Arena arena) {
        this.arena = arena;
    }

    /** Returns an m x n matrix of random numbers, column-major without gaps. */
    MatrixRef matrix(int m, int n) {
        MemorySegment segment = arena.allocate((long) m * n * Double.BYTES, 64);
        for (long i = 0; i < (long) m * n; i++) {
            segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, (random.nextDouble() - 0.5) * SCALE);
        }
        return new MatrixRef(segment, 0, m, n, m);
    }

    /**
     * Checks a number against the expected one.
     *
     * @throws IllegalStateException when {@code found} differs from {@code expected} by more than rounding
     */
    static void requireNear(double expected, double found, String what) {
        double error = Math.abs(expected - found);
        if (!(error <= TOLERANCE * Math.max(1, Math.abs(expected)))) {
            throw new IllegalStateException("wrong answer of " + what + ", error=" + error);
        }
    }
}
