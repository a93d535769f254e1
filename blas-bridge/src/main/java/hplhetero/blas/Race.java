package hplhetero.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;

/**
 * One provider's lane in the contest: a trailing update as HPL does it for each panel, L2 prepared once and
 * used by several column tasks. One thread.
 */
final class Race {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int JB = 192;
    private static final int ROWS = 2000;
    private static final int TASK_WIDTH = 480;
    private static final int TASKS = 4;
    private static final double FLOP = ((double) JB * JB + 2.0 * JB * ROWS) * TASK_WIDTH * TASKS;

    private final PanelUpdate update;
    private final MatrixRef l1;
    private final MatrixRef l2;
    private final MatrixRef ut;
    private final MatrixRef at;

    Race(DenseKernels kernels, Arena arena) {
        Random random = new Random(1);
        // so small that the check may take U for the rows it came from
        l1 = random(arena, random, JB, JB, 1e-14);
        l2 = random(arena, random, ROWS, JB, 1);
        ut = random(arena, random, TASK_WIDTH * TASKS, JB, 1);
        at = random(arena, random, TASK_WIDTH * TASKS, ROWS, 1);
        update = kernels.panelUpdate(ROWS, TASK_WIDTH, JB, 1, arena);
    }

    /** Gflop/s of one update. */
    double run() {
        long start = cpuNanos();
        update(ROWS);
        return FLOP / (cpuNanos() - start);
    }

    /**
     * Time this thread has worked: other processes on the core must not decide who wins. Libraries are told
     * to work on the calling thread alone.
     */
    static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** Updates with ever more rows, until the compiler has seen all of it; a first one in bytecode takes long. */
    void warmUp(long nanos) {
        long end = cpuNanos() + nanos;
        int rows = 16;
        do {
            update(rows);
            rows = Math.min(2 * rows, ROWS / 4);
        } while (cpuNanos() < end);
        update(ROWS);
    }

    private void update(int rows) {
        int packTasks = update.begin(l1, l2.window(0, 0, rows, JB));
        for (int task = 0; task < packTasks; task++) {
            update.pack(task);
        }
        for (int task = 0; task < TASKS; task++) {
            MatrixRef columns = ut.window(task * TASK_WIDTH, 0, TASK_WIDTH, JB);
            for (int row = 0; row < JB; row++) {
                update.load(0, row, columns.column(0, row, TASK_WIDTH).address(), TASK_WIDTH);
            }
            update.solve(0, TASK_WIDTH);
            update.multiply(0, 0, at.window(task * TASK_WIDTH, 0, TASK_WIDTH, rows));
        }
    }

    /** Whether it computes what it should: some elements of one update, against sums in plain Java. */
    boolean isRight() {
        int[] columns = {0, TASK_WIDTH - 1, TASK_WIDTH + 7};
        int[] rows = {0, 333, ROWS - 1};
        double[] before = new double[3];
        for (int i = 0; i < 3; i++) {
            before[i] = at.get(columns[i], rows[i]);
        }
        update(ROWS);
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int k = 0; k < JB; k++) {
                sum += ut.get(columns[i], k) * l2.get(rows[i], k);
            }
            if (!(Math.abs(before[i] - sum - at.get(columns[i], rows[i])) < 1e-10)) {
                return false;
            }
        }
        return true;
    }

    private static MatrixRef random(Arena arena, Random random, int rows, int cols, double scale) {
        MatrixRef made = new MatrixRef(arena.allocate(ValueLayout.JAVA_DOUBLE, (long) rows * cols), 0, rows, cols, rows);
        for (int j = 0; j < cols; j++) {
            for (int i = 0; i < rows; i++) {
                made.set(i, j, scale * (random.nextDouble() - 0.5));
            }
        }
        return made;
    }
}
