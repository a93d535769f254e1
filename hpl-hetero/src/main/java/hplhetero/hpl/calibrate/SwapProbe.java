package hplhetero.hpl.calibrate;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Await;
import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.ProcessColumn;
import hplhetero.hpl.swap.RowCopies;
import hplhetero.hpl.swap.RowPermutation;
import hplhetero.hpl.swap.RowSwap;
import hplhetero.hpl.swap.SwapCapacity;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A probe of how much of a rank's own time row swaps take. Two ranks exchange the rows of panels and compute in between as they do in a
 * run. Collective over the two. Owner: the rank's thread.
 */
final class SwapProbe {
    private static final int TAG = 8;
    private static final int NB = 128;
    private static final int ORDER = 16 * NB;
    private static final int COLUMNS = 960;
    /** Bytes of U in one exchange. */
    private static final double U_BYTES = 8.0 * NB * COLUMNS;
    /** Number of dependent multiplications between two looks at messages, some 0.15 ms: a rank that looks more often counts as waiting. */
    private static final int WORK_MULTIPLICATIONS = 150_000;
    private static final int WARM_UP_EXCHANGES = 2;
    /** Least seconds for all exchanges: enough for some exchanges over 1 Gbit/s. */
    private static final double LEAST_SECONDS = 0.05;
    /** Most exchanges, those of the warm-up included. */
    private static final int MOST_EXCHANGES = 10;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Communicator pair;
    private final LocalMatrix a;
    private final RowSwap swap;
    private final RowPermutation permutation = new RowPermutation(NB);
    private final SwappedRows rows = new SwappedRows(NB);
    private final MemorySegment count;
    private final Random random = new Random(1);
    /** Result of the work between looks at messages; kept so that the compiler cannot drop the work. */
    private double product = 1;

    /**
     * Creates a probe with a matrix shared by two ranks.
     *
     * @param pair    communicator of the two ranks
     * @param kernels kernels of this rank; a device among them holds the matrix, as in a run
     * @param arena   arena for the matrix and the buffers
     */
    SwapProbe(Communicator pair, DenseKernels kernels, Arena arena) {
        this.pair = pair;
        int[] rho = IntStream.range(0, ORDER / NB).map(block -> block % 2).toArray();
        LocalLayout layout = new LocalLayout(new BlockMap(ORDER, NB, new VirtualGrid(2, 1, new int[] {0, 1}), rho, new int[ORDER / NB + 1]),
                pair.rank());
        a = LocalMatrix.allocate(0, 0, layout.rowSets().getFirst().rows(), layout.localColumns().getFirst().cols(), kernels, arena);
        a.memory().adopt();
        HplCase c = new HplCase(ORDER, NB, 2, 1, ProcessMapping.ROW_MAJOR, 1, BroadcastAlgorithm.RING,
                new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 4), SwapAlgorithm.SPREAD_ROLL, 0, true, new MapSpec.Cyclic(),
                1);
        swap = RowSwap.of(c, new ProcessColumn(pair, rho, NB), new SwapCapacity(COLUMNS, 1, TAG),
                new RowCopies(kernels, null, null), arena);
        count = arena.allocate(ValueLayout.JAVA_INT);
    }

    /**
     * Measures how much of this rank's thread row swaps take. The first rank decides how many exchanges there are, by what a byte takes on
     * the way. Collective over the two.
     *
     * @param secondsPerByte seconds that a byte of a long message takes; ignored on the second rank
     * @param seconds        approximate time for all exchanges, in seconds
     * @return seconds of the thread for each byte of U, &gt;= 0; empty where the link is too slow to find out
     */
    Optional<Double> secondsPerByte(double secondsPerByte, double seconds) {
        count.set(ValueLayout.JAVA_INT, 0,
                (int) Math.min(MOST_EXCHANGES, Math.max(LEAST_SECONDS, seconds) / (2 * U_BYTES * secondsPerByte)));
        Await.done(pair.rank() == 0 ? pair.isend(count, 1, TAG) : pair.irecv(count, 0, TAG));
        List<Double> taken = IntStream.range(0, count.get(ValueLayout.JAVA_INT, 0)).mapToObj(i -> exchange()).toList();
        return taken.size() <= WARM_UP_EXCHANGES ? Optional.empty()
                : Optional.of(CostFit.median(taken.subList(WARM_UP_EXCHANGES, taken.size())) / U_BYTES);
    }

    private void work() {
        double x = product;
        for (int i = 0; i < WORK_MULTIPLICATIONS; i++) {
            x = Math.fma(x, 0.5, 1);
        }
        product = x;
    }

    /**
     * Exchanges the rows of one panel and returns the seconds of CPU time that went into looking at messages. The time of the work in
     * between is left out, compiled or not.
     */
    private double exchange() {
        permutation.set(0, random.ints(NB, 0, ORDER).toArray(), NB);
        long looking = 0;
        long clock = THREADS.getCurrentThreadCpuTime();
        Operation operation = swap.start(a, permutation, NB, COLUMNS, rows, 0);
        for (Progress p = operation.poll(); p != Progress.DONE; p = operation.poll()) {
            if (p == Progress.IDLE) {
                looking += THREADS.getCurrentThreadCpuTime() - clock;
                work();
                clock = THREADS.getCurrentThreadCpuTime();
            }
        }
        return (looking + THREADS.getCurrentThreadCpuTime() - clock) * 1e-9;
    }
}
