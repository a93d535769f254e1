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
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of packing L1 and L2 of one panel on one core, once for all tasks of the update. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PackBenchmark {
    /** The number of columns of U, which serve only the check. */
    private static final int COLUMNS = PanelUpdate.COLUMN_UNIT;

    @Param({"vector", "native"})
    private String provider;

    @Param({"500", "4000"})
    private int rows;

    @Param({"64", "192"})
    private int nb;

    private Arena arena;
    private PanelUpdate update;
    private MemorySegment packed;
    private MatrixRef l1;
    private MatrixRef l2;

    /** Fills the panel and checks a product with the packed panel. */
    @Setup
    public void prepare() {
        DenseKernels kernels = Blas.select(provider, BlasOptions.defaults()).kernels();
        arena = Arena.ofShared();
        update = kernels.panelUpdate(rows, COLUMNS, nb, 1, arena);
        packed = OffHeap.allocate(arena, kernels.packedBytes(rows, nb) + PanelUpdate.READ_AHEAD);
        SmallMatrices matrices = new SmallMatrices(arena);
        l1 = matrices.matrix(nb, nb);
        l2 = matrices.matrix(rows, nb);
        check(matrices);
    }

    /** Frees the memory of the benchmark. */
    @TearDown
    public void release() {
        arena.close();
    }

    /**
     * Packs L1 and L2.
     *
     * @return number of pack tasks
     */
    @Benchmark
    public int pack() {
        int tasks = update.begin(l1, l2, packed);
        for (int task = 0; task < tasks; task++) {
            update.pack(0, task);
        }
        return tasks;
    }

    private void check(SmallMatrices matrices) {
        if (pack() == 0) {
            throw new IllegalStateException(provider + " packs nothing here: there is nothing to measure");
        }
        MatrixRef ut = matrices.matrix(COLUMNS, nb);
        MatrixRef at = matrices.matrix(COLUMNS, rows);
        double[] expected = new double[rows];
        for (int i = 0; i < rows; i++) {
            expected[i] = at.get(COLUMNS - 1, i);
        }
        for (int k = 0; k < nb; k++) {
            update.load(0, k, 0, ut.column(0, k, COLUMNS).address(), COLUMNS);
        }
        update.solve(0, 0, COLUMNS);
        for (int k = 0; k < nb; k++) {
            update.store(0, k, 0, ut.column(0, k, COLUMNS).address(), COLUMNS);
        }
        update.multiply(0, 0, 0, at);
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < nb; k++) {
                expected[i] -= l2.get(i, k) * ut.get(COLUMNS - 1, k);
            }
            SmallMatrices.requireNear(expected[i], at.get(COLUMNS - 1, i), provider);
        }
    }
}
