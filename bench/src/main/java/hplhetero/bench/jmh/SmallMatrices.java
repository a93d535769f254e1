package hplhetero.bench.jmh;

import hplhetero.blas.MatrixRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** Matrices of small numbers: U := L1^-1 U is repeated on the same U, which must neither grow nor vanish. */
final class SmallMatrices {
    private static final double SCALE = 1e-3;
    /** Not vacuous: allows rounding of sums of at most 384 products of numbers below 1. */
    private static final double TOLERANCE = 1e-9;

    private final Arena arena;
    private final SplittableRandom random = new SplittableRandom(1);

    SmallMatrices(Arena arena) {
        this.arena = arena;
    }

    /** m x n, column-major without gaps. */
    MatrixRef matrix(int m, int n) {
        MemorySegment segment = arena.allocate((long) m * n * Double.BYTES, 64);
        for (long i = 0; i < (long) m * n; i++) {
            segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, (random.nextDouble() - 0.5) * SCALE);
        }
        return new MatrixRef(segment, 0, m, n, m);
    }

    /** @throws IllegalStateException when an element is not what it should be, but for rounding */
    static void requireNear(double expected, double found, String what) {
        double error = Math.abs(expected - found);
        if (!(error <= TOLERANCE * Math.max(1, Math.abs(expected)))) {
            throw new IllegalStateException("wrong answer of " + what + ", error=" + error);
        }
    }
}
