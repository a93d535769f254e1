package hplhetero.bench.jmh;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
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

/**
 * A benchmark of the copies of a row swap within one task of the update: rows from all over the row-major matrix into U, the rows that
 * leave into their new places, and U back into the panel's own block row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SwapCopyBenchmark {
    @Param({"vector", "native"})
    private String provider;

    /** The number of rows of the matrix, including the panel's block row. */
    @Param("4000")
    private int rows;

    @Param({"64", "192"})
    private int nb;

    @Param("384")
    private int cols;

    private Arena arena;
    private PanelUpdate update;
    /** The transpose of the row-major matrix, whose column i is row i of the matrix. */
    private MatrixRef at;
    /** The addresses of the rows of U before they are solved, indexed by row. */
    private long[] below;
    /** The addresses of the block row's rows, indexed by row. Row i takes the place of row i of U. */
    private long[] top;

    /** Chooses nb different rows below the block row, all of which are swapped, and checks where they go. */
    @Setup
    public void prepare() {
        DenseKernels kernels = Blas.select(provider, BlasOptions.defaults()).kernels();
        arena = Arena.ofShared();
        update = kernels.panelUpdate(rows, cols, nb, 1, arena);
        SmallMatrices matrices = new SmallMatrices(arena);
        at = matrices.matrix(cols, rows);
        int[] pivots = new SplittableRandom(1).ints(nb, rows).distinct().limit(nb).toArray();
        top = new long[nb];
        below = new long[nb];
        for (int i = 0; i < nb; i++) {
            top[i] = at.column(0, i, cols).address();
            below[i] = at.column(0, pivots[i], cols).address();
        }
        begin(kernels, matrices);
        check(pivots);
    }

    /** Sets a panel whose L1 is the unit matrix; only the panel's width matters. */
    private void begin(DenseKernels kernels, SmallMatrices matrices) {
        MatrixRef l1 = matrices.matrix(nb, nb);
        for (int j = 0; j < nb; j++) {
            for (int i = 0; i < nb; i++) {
                l1.set(i, j, i == j ? 1 : 0);
            }
        }
        MemorySegment packed = OffHeap.allocate(arena, kernels.packedBytes(rows, nb) + PanelUpdate.READ_AHEAD);
        int tasks = update.begin(l1, matrices.matrix(rows, nb), packed);
        for (int task = 0; task < tasks; task++) {
            update.pack(0, task);
        }
    }

    /** Frees the memory of the benchmark. */
    @TearDown
    public void release() {
        arena.close();
    }

    /** Swaps all rows of the block row with rows below. */
    @Benchmark
    public void swap() {
        fetch();
        store();
    }

    private void fetch() {
        for (int i = 0; i < nb; i++) {
            update.load(0, i, 0, below[i], cols);
        }
        for (int i = 0; i < nb; i++) {
            update.move(0, top[i], below[i], cols);
        }
    }

    private void store() {
        for (int i = 0; i < nb; i++) {
            update.store(0, i, 0, top[i], cols);
        }
    }

    private void check(int[] pivots) {
        double[][] before = new double[rows][];
        for (int i = 0; i < rows; i++) {
            before[i] = row(i);
        }
        fetch();
        update.solve(0, 0, cols);
        store();
        for (int i = 0; i < nb; i++) {
            if (!Arrays.equals(row(i), before[pivots[i]]) || !Arrays.equals(row(pivots[i]), before[i])) {
                throw new IllegalStateException("wrong answer of " + provider + ": rows " + i + " and " + pivots[i] + " are not swapped");
            }
        }
    }

    private double[] row(int i) {
        double[] row = new double[cols];
        for (int j = 0; j < cols; j++) {
            row[j] = at.get(j, i);
        }
        return row;
    }
}
