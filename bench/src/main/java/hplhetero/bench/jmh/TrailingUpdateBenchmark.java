package hplhetero.bench.jmh;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

/** A benchmark of the rate of the trailing update of one panel on one core: packing, triangular solve and product of one column task. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class TrailingUpdateBenchmark {
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

    /** The rate, which JMH shows beside the calls a second. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Rate {
        /** The work so far, in billions of operations. */
        public double gflop;

        /** Sets the work to 0. JMH calls this method at the start of each iteration. */
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
        SmallMatrices matrices = new SmallMatrices(arena);
        l1 = matrices.matrix(nb, nb);
        l2 = matrices.matrix(rows, nb);
        ut = matrices.matrix(cols, nb);
        at = matrices.matrix(cols, rows);
        check();
    }

    /** Frees the memory of the benchmark. */
    @TearDown
    public void release() {
        arena.close();
    }

    /** Computes one update and counts its operations. */
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
        double expected = at.get(cols - 1, rows - 1);
        call();
        for (int k = 0; k < nb; k++) {
            expected -= l2.get(rows - 1, k) * ut.get(cols - 1, k);
        }
        SmallMatrices.requireNear(expected, at.get(cols - 1, rows - 1), provider);
    }
}
