package hplhetero.bench;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The trailing update of one panel on one core: pack, triangular solve and multiplication of one column task.
 * The JVM options it needs are given by {@code bench/compare --jmh}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class TrailingUpdateBenchmark {
    /** Not vacuous: the check of the answer allows rounding of sums of at most 384 products of numbers below 1. */
    private static final double TOLERANCE = 1e-9;

    @Param({"vector", "native"})
    private String provider;

    @Param({"500", "2000", "4000"})
    private int rows;

    @Param({"64", "128", "192", "384"})
    private int nb;

    @Param("384")
    private int cols;

    private Arena arena;
    private PanelUpdate update;
    private MemorySegment packed;
    private MatrixRef l1;
    private MatrixRef l2;
    private MatrixRef ut;
    private MatrixRef at;

    /** The rate, as JMH shows it beside the calls a second. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Rate {
        /** Billions of operations. */
        public double gflop;

        /** JMH calls it at the start of each iteration. */
        @Setup(Level.Iteration)
        public void clear() {
            gflop = 0;
        }
    }

    /** Fills the matrices and checks one answer. */
    @Setup
    public void prepare() {
        DenseKernels kernels = Blas.select(provider, BlasOptions.defaults()).kernels();
        arena = Arena.ofShared();
        update = kernels.panelUpdate(rows, cols, nb, 1, arena);
        packed = OffHeap.allocate(arena, kernels.packedBytes(rows, nb) + PanelUpdate.READ_AHEAD);
        SplittableRandom random = new SplittableRandom(1);
        l1 = matrix(nb, nb, random);
        l2 = matrix(rows, nb, random);
        ut = matrix(cols, nb, random);
        at = matrix(cols, rows, random);
        check();
    }

    @TearDown
    public void release() {
        arena.close();
    }

    @Benchmark
    public void update(Rate rate) {
        call();
        rate.gflop += (2.0 * rows * cols * nb + (double) nb * nb * cols) / 1e9;
    }

    private void call() {
        int tasks = update.begin(l1, l2, packed);
        for (int task = 0; task < tasks; task++) {
            update.pack(0, task);
        }
        for (int row = 0; row < nb; row++) {
            update.load(0, row, 0, ut.column(0, row, cols).address(), cols);
        }
        update.solve(0, 0, cols);
        for (int row = 0; row < nb; row++) {
            update.store(0, row, 0, ut.column(0, row, cols).address(), cols);
        }
        update.multiply(0, 0, 0, at);
    }

    private void check() {
        double before = at.get(cols - 1, rows - 1);
        call();
        double expected = before;
        for (int k = 0; k < nb; k++) {
            expected -= l2.get(rows - 1, k) * ut.get(cols - 1, k);
        }
        double error = Math.abs(expected - at.get(cols - 1, rows - 1));
        if (!(error <= TOLERANCE * Math.max(1, Math.abs(expected)))) {
            throw new IllegalStateException("wrong answer of " + provider + ", error=" + error);
        }
    }

    /** Small numbers: U := L1^-1 U is repeated on the same U, which must neither grow nor vanish. */
    private MatrixRef matrix(int m, int n, SplittableRandom random) {
        MemorySegment segment = arena.allocate((long) m * n * Double.BYTES, 64);
        for (long i = 0; i < (long) m * n; i++) {
            segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, (random.nextDouble() - 0.5) * 1e-3);
        }
        return new MatrixRef(segment, 0, m, n, m);
    }
}
