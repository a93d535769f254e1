package hplhetero.blas.select;

import hplhetero.blas.Completion;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.UpdateTasks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * The benchmark that compares providers: a trailing update as HPL computes it for each panel. L2 is prepared once and used by the tasks of
 * several threads, which are cut as the provider wants. Rates are by wall time, because a provider on a device uses next to no CPU time;
 * see docs/decisions/0024.
 */
final class UpdateBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int JB = 192;
    private static final int ROWS = 2000;
    /** The number of columns of U for each thread. */
    private static final int COLUMNS = 1920;
    static final int THREADS_AT_ONCE = Math.min(8, Runtime.getRuntime().availableProcessors());
    /** The rows and columns of a small update: a fifth of a millisecond of work for a fast provider. */
    private static final int SMALL_ORDER = 96;
    /** The width of the first panel of a warm-up, which runs in bytecode, where each multiply-add makes objects. */
    private static final int FIRST_WARM_UP_JB = 24;
    /** The time of a small update, in nanoseconds, below which a warm-up takes wider panels. */
    private static final long WIDER_PANEL_BELOW_NANOS = 2_000_000;

    private final Operands operands;
    private final PanelUpdate update;
    private final MemorySegment packed;
    /** Whether a task solves columns of U and multiplies with them; else all columns are solved before any product. */
    private final boolean byColumns;
    /** The most columns of U that one task solves. */
    private final int window;
    /** The number of columns of U from one thread's first window to the next thread's. */
    private final int apart;
    private final MatrixRef smallAt;

    /**
     * The operands that are multiplied and updated: the same memory for all providers.
     *
     * @param l1 JB x JB, with elements so small that the check may take U for the rows it came from
     * @param l2 ROWS x JB
     * @param ut all tasks' columns of U, transposed: number of columns x JB
     * @param at all tasks' columns of A, transposed: number of columns x ROWS
     */
    record Operands(MatrixRef l1, MatrixRef l2, MatrixRef ut, MatrixRef at) {

        static Operands in(Arena arena) {
            return new Operands(random(arena, JB, JB, 1e-14), random(arena, ROWS, JB, 1),
                    random(arena, COLUMNS * THREADS_AT_ONCE, JB, 1),
                    random(arena, COLUMNS * THREADS_AT_ONCE, ROWS, 1));
        }

        /**
         * Returns a matrix that repeats few random numbers, because drawing each number in bytecode would take longer than the benchmark.
         */
        private static MatrixRef random(Arena arena, int rows, int cols, double scale) {
            double[] numbers = new Random(1).doubles(4099, -0.5 * scale, 0.5 * scale).toArray();
            long total = (long) rows * cols;
            MemorySegment made = OffHeap.allocate(arena, 8 * total);
            for (long i = 0; i < total; i += numbers.length) {
                MemorySegment.copy(numbers, 0, made, ValueLayout.JAVA_DOUBLE, 8 * i,
                        (int) Math.min(numbers.length, total - i));
            }
            return new MatrixRef(made, 0, rows, cols, rows);
        }
    }

    UpdateBenchmark(DenseKernels kernels, Operands operands, Arena arena) {
        this.operands = operands;
        UpdateTasks tasks = kernels.updateTasks(JB);
        byColumns = tasks.cut() == UpdateTasks.Cut.COLUMNS;
        window = Math.min(COLUMNS, byColumns ? tasks.most() : UpdateTasks.MOST_COLUMNS);
        apart = byColumns ? UpdateTasks.padded(window) : COLUMNS;
        update = kernels.panelUpdate(ROWS, THREADS_AT_ONCE * apart, JB, THREADS_AT_ONCE, arena);
        packed = OffHeap.allocate(arena, kernels.packedBytes(ROWS, JB) + PanelUpdate.READ_AHEAD).fill((byte) 0);
        smallAt = Operands.random(arena, SMALL_ORDER, SMALL_ORDER, 1);
    }

    /**
     * The rate of an update.
     *
     * @param gflops    rate of one core, in Gflop/s
     * @param coreShare share of the time for which the update's threads had a core, 0..1
     */
    record Rate(double gflops, double coreShare) {
    }

    /** The nanoseconds of several threads together: those that passed, and those for which the threads had a core. */
    private record Nanos(double wall, double cpu) {
        Nanos plus(Nanos other) {
            return new Nanos(wall + other.wall, cpu + other.cpu);
        }
    }

    /**
     * Measures one update, on which {@link #THREADS_AT_ONCE} threads work, each on an equal share, because cores that work alone would not
     * wait for each other's memory. Writes A, which all providers share.
     *
     * @return the rate of one core
     */
    Rate run() {
        long start = System.nanoTime();
        begin(operands.l1, operands.l2);
        long packed = System.nanoTime() - start;
        Nanos shares = byColumns ? together(this::columns) : together(this::columns).plus(together(this::rows));
        return new Rate(THREADS_AT_ONCE * flop(JB, ROWS, COLUMNS) / (packed + shares.wall), Math.min(1, shares.cpu / shares.wall));
    }

    /** Runs every worker's share at the same time and returns the nanoseconds of all workers together. */
    private Nanos together(IntConsumer share) {
        double[] nanos = new double[THREADS_AT_ONCE];
        double[] cpu = new double[THREADS_AT_ONCE];
        List<Thread> threads = new ArrayList<>();
        for (int worker = 0; worker < THREADS_AT_ONCE; worker++) {
            int mine = worker;
            threads.add(Thread.ofPlatform().name("update-benchmark").start(() -> {
                long working = cpuNanos();
                long start = System.nanoTime();
                share.accept(mine);
                await(mine);
                nanos[mine] = System.nanoTime() - start;
                cpu[mine] = cpuNanos() - working;
            }));
        }
        threads.forEach(UpdateBenchmark::join);
        return new Nanos(Arrays.stream(nanos).sum(), Arrays.stream(cpu).sum());
    }

    /** Returns the nanoseconds for which this thread has had a core, or those that have passed where the system does not tell. */
    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KernelException("the selection of a BLAS provider was interrupted", e);
        }
    }

    /** Computes one worker's columns of U in tasks, and the products with them where tasks are cut by columns. */
    private void columns(int worker) {
        int end = (worker + 1) * COLUMNS;
        for (int first = worker * COLUMNS; first < end; first += window) {
            int width = Math.min(window, end - first);
            int u = byColumns ? worker * apart : first;
            solve(worker, u, operands.ut.window(first, 0, width, JB));
            if (byColumns) {
                update.multiply(worker, u, 0, operands.at.window(first, 0, width, ROWS));
            }
        }
    }

    /** Computes one worker's rows of the product, with the columns of all workers. */
    private void rows(int worker) {
        int first = firstRow(worker);
        int end = firstRow(worker + 1);
        update.multiply(worker, 0, first, operands.at.window(0, first, operands.at.rows(), end - first));
    }

    private static int firstRow(int worker) {
        int units = ROWS / PanelUpdate.ROW_UNIT;
        return units * worker / THREADS_AT_ONCE * PanelUpdate.ROW_UNIT;
    }

    /** Measures a small update on the calling thread and returns its rate in Gflop/s. */
    double runSmall() {
        return runSmall(JB);
    }

    private double runSmall(int jb) {
        long start = System.nanoTime();
        begin(operands.l1.window(0, 0, jb, jb), operands.l2.window(0, 0, SMALL_ORDER, jb));
        solve(0, 0, operands.ut.window(0, 0, SMALL_ORDER, jb));
        update.multiply(0, 0, 0, smallAt);
        await(0);
        return flop(jb, SMALL_ORDER, SMALL_ORDER) / Math.max(1, System.nanoTime() - start);
    }

    /**
     * Runs small updates until those of all providers have become no faster. The first have few columns of a panel, because many short
     * calls reach the compiler's thresholds with the least work in bytecode.
     *
     * @return the highest rate reached, in Gflop/s
     */
    double warmUp(WarmupMonitor.Warmup warmup) throws InterruptedException {
        int jb = FIRST_WARM_UP_JB;
        double gflops;
        do {
            long start = System.nanoTime();
            gflops = runSmall(jb);
            if (System.nanoTime() - start < WIDER_PANEL_BELOW_NANOS) {
                jb = Math.min(2 * jb, JB);
            }
        } while (warmup.goOn(gflops));
        return warmup.best();
    }

    private static double flop(int jb, int rows, int cols) {
        return ((double) jb * jb + 2.0 * jb * rows) * cols;
    }

    private void begin(MatrixRef l1, MatrixRef l2) {
        int packTasks = update.begin(l1, l2, packed);
        for (int task = 0; task < packTasks; task++) {
            update.pack(0, task);
        }
        await(0);
    }

    private void await(int worker) {
        Completion submitted = update.submitted(worker);
        while (!submitted.poll()) {
            Thread.onSpinWait();
        }
    }

    private void solve(int worker, int column, MatrixRef ut) {
        for (int row = 0; row < ut.cols(); row++) {
            update.load(worker, row, column, ut.column(0, row, ut.rows()).address(), ut.rows());
        }
        update.solve(worker, column, ut.rows());
    }

    /** Returns whether the provider computes correctly: compares some elements of one update with sums in plain Java. */
    boolean isCorrect() {
        int[] columns = {0, 479, COLUMNS - 1};
        int[] rows = {0, 333, ROWS - 1};
        double[] before = new double[3];
        for (int i = 0; i < 3; i++) {
            before[i] = operands.at.get(columns[i], rows[i]);
        }
        run();
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int k = 0; k < JB; k++) {
                sum += operands.ut.get(columns[i], k) * operands.l2.get(rows[i], k);
            }
            if (!(Math.abs(before[i] - sum - operands.at.get(columns[i], rows[i])) < 1e-10)) {
                return false;
            }
        }
        return true;
    }
}
