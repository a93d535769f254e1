package hplhetero.blas.select;

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
 * One provider's lane in the contest: a trailing update as HPL does it for each panel, L2 prepared once and
 * used by the tasks of several threads, cut as the provider likes it.
 */
final class UpdateBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int JB = 192;
    private static final int ROWS = 2000;
    /** Of each thread. */
    private static final int COLUMNS = 1920;
    private static final int THREADS_AT_ONCE = Math.min(8, Runtime.getRuntime().availableProcessors());
    /** Rows and columns of a glance: a fifth of a millisecond of work for a fast provider. */
    private static final int GLANCE = 96;
    /** The first panel of a warm-up, in bytecode: each multiply-add makes objects then. */
    private static final int FIRST_JB = 24;
    /** A warm-up takes wider panels as long as one is quicker than this. */
    private static final long QUICK_NANOS = 2_000_000;

    private final Operands operands;
    private final PanelUpdate update;
    private final MemorySegment packed;
    /** Whether a task solves columns of U and multiplies with them; else all columns are solved before any product. */
    private final boolean byColumns;
    /** The most columns of U that one task solves. */
    private final int window;
    /** Columns of U from one thread's first window to the next one's. */
    private final int apart;
    private final MatrixRef glanceAt;

    /**
     * What is multiplied and updated: the same memory for all lanes.
     *
     * @param l1 JB x JB, so small that the check may take U for the rows it came from
     * @param l2 ROWS x JB
     * @param ut all tasks' columns x JB
     * @param at all tasks' columns x ROWS
     */
    record Operands(MatrixRef l1, MatrixRef l2, MatrixRef ut, MatrixRef at) {

        static Operands in(Arena arena) {
            return new Operands(random(arena, JB, JB, 1e-14), random(arena, ROWS, JB, 1),
                    random(arena, COLUMNS * THREADS_AT_ONCE, JB, 1),
                    random(arena, COLUMNS * THREADS_AT_ONCE, ROWS, 1));
        }

        /** Few numbers again and again, as drawing each one in bytecode would take longer than the race. */
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
        glanceAt = Operands.random(arena, GLANCE, GLANCE, 1);
    }

    /**
     * Time this thread has worked: other processes on the core must not decide who wins. Libraries are told
     * to work on the calling thread alone.
     */
    static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /**
     * Gflop/s of one update on one core while {@link #THREADS_AT_ONCE} work on it, each on an equal share: cores that work
     * alone would not wait for each other's memory. Writes A, which the lanes share.
     */
    double run() {
        long start = cpuNanos();
        begin(operands.l1, operands.l2);
        double nanos = cpuNanos() - start + together(this::columns) + (byColumns ? 0 : together(this::rows));
        return THREADS_AT_ONCE * flop(JB, ROWS, COLUMNS) / nanos;
    }

    /** Every worker's share at the same time. @return nanoseconds that they worked, the sum */
    private static double together(IntConsumer share) {
        double[] nanos = new double[THREADS_AT_ONCE];
        List<Thread> threads = new ArrayList<>();
        for (int worker = 0; worker < THREADS_AT_ONCE; worker++) {
            int mine = worker;
            threads.add(Thread.ofPlatform().name("contest").start(() -> {
                long start = cpuNanos();
                share.accept(mine);
                nanos[mine] = cpuNanos() - start;
            }));
        }
        threads.forEach(UpdateBenchmark::join);
        return Arrays.stream(nanos).sum();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KernelException("the contest of BLAS providers was interrupted", e);
        }
    }

    /** One worker's columns of U, in tasks. */
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

    /** One worker's rows of the product, with the columns of all. */
    private void rows(int worker) {
        int first = firstRow(worker);
        int end = firstRow(worker + 1);
        update.multiply(worker, 0, first, operands.at.window(0, first, operands.at.rows(), end - first));
    }

    private static int firstRow(int worker) {
        int units = ROWS / PanelUpdate.ROW_UNIT;
        return units * worker / THREADS_AT_ONCE * PanelUpdate.ROW_UNIT;
    }

    /** Gflop/s of a small update, for one thread a lane. */
    double glance() {
        return glance(JB);
    }

    private double glance(int jb) {
        long start = cpuNanos();
        begin(operands.l1.window(0, 0, jb, jb), operands.l2.window(0, 0, GLANCE, jb));
        solve(0, 0, operands.ut.window(0, 0, GLANCE, jb));
        update.multiply(0, 0, 0, glanceAt);
        return flop(jb, GLANCE, GLANCE) / Math.max(1, cpuNanos() - start);
    }

    /**
     * Glances until those of all lanes have become no faster, first at few columns of a panel: many short calls reach the
     * compiler's thresholds with the least work in bytecode.
     *
     * @return the most Gflop/s shown
     */
    double warmUp(WarmupMonitor.Watch watch) throws InterruptedException {
        int jb = FIRST_JB;
        double gflops;
        do {
            long start = System.nanoTime();
            gflops = glance(jb);
            if (System.nanoTime() - start < QUICK_NANOS) {
                jb = Math.min(2 * jb, JB);
            }
        } while (watch.goOn(gflops));
        return watch.best();
    }

    private static double flop(int jb, int rows, int cols) {
        return ((double) jb * jb + 2.0 * jb * rows) * cols;
    }

    private void begin(MatrixRef l1, MatrixRef l2) {
        int packTasks = update.begin(l1, l2, packed);
        for (int task = 0; task < packTasks; task++) {
            update.pack(0, task);
        }
    }

    private void solve(int worker, int column, MatrixRef ut) {
        for (int row = 0; row < ut.cols(); row++) {
            update.load(worker, row, column, ut.column(0, row, ut.rows()).address(), ut.rows());
        }
        update.solve(worker, column, ut.rows());
    }

    /** Whether it computes what it should: some elements of one update, against sums in plain Java. */
    boolean isRight() {
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
