package hplhetero.blas.device;

import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A trial of a device's programs for panels, since they are text that the device's driver translates: a small panel is factored by the
 * device and by the host, and both must agree.
 */
final class PanelTrial {
    /** Rows of the panel: so many that several blocks of a program's threads share them. */
    private static final int ROWS = 2_100;
    /** Columns of the panel: so many that it is halved, and that the second part is narrow. */
    private static final int COLUMNS = 40;
    private static final long MOST_NANOS = 20_000_000_000L;
    private static final double TOLERANCE = 1e-9;

    private PanelTrial() {
    }

    /** Returns whether the device factors panels as the host does; false also where it factors none, or does not end. */
    static boolean passes(Device device) {
        try (Arena arena = Arena.ofConfined()) {
            DeviceQueue queue = device.queue(true, arena);
            queue.use();
            if (queue.panels().isEmpty()) {
                return false;
            }
            MatrixRef host = random(arena);
            MatrixRef own = new MatrixRef(OffHeap.allocate(arena, 8L * ROWS * COLUMNS), 0, ROWS, COLUMNS, ROWS);
            OffHeap.copy(host.address(), own.address(), 8L * ROWS * COLUMNS);
            DevicePanel panel = new DevicePanel(device, queue.panels().get(), ROWS, COLUMNS, arena);
            long memory = device.tryAllocate(8L * ROWS * COLUMNS, arena);
            if (memory == 0) {
                return false;
            }
            queue.upload(memory, ROWS, own.address(), ROWS, ROWS, COLUMNS);
            panel.factor(ROWS, COLUMNS, memory);
            queue.download(own.address(), ROWS, memory, ROWS, ROWS, COLUMNS);
            int[] pivots = factor(host);
            long begin = System.nanoTime();
            while (!queue.poll()) {
                if (System.nanoTime() - begin > MOST_NANOS) {
                    return false;
                }
                Thread.onSpinWait();
            }
            return agree(host, own) && agree(pivots, panel);
        }
    }

    private static MatrixRef random(Arena arena) {
        MatrixRef panel = new MatrixRef(OffHeap.allocate(arena, 8L * ROWS * COLUMNS), 0, ROWS, COLUMNS, ROWS);
        SplittableRandom random = new SplittableRandom(1);
        for (int j = 0; j < COLUMNS; j++) {
            for (int i = 0; i < ROWS; i++) {
                panel.set(i, j, random.nextDouble() - 0.5);
            }
        }
        return panel;
    }

    /** Factors a panel in place, column by column, and returns its pivots. */
    private static int[] factor(MatrixRef a) {
        int[] pivots = new int[COLUMNS];
        for (int j = 0; j < COLUMNS; j++) {
            int pivot = j;
            for (int i = j; i < ROWS; i++) {
                pivot = Math.abs(a.get(i, j)) > Math.abs(a.get(pivot, j)) ? i : pivot;
            }
            pivots[j] = pivot;
            for (int c = 0; c < COLUMNS; c++) {
                double top = a.get(j, c);
                a.set(j, c, a.get(pivot, c));
                a.set(pivot, c, top);
            }
            for (int i = j + 1; i < ROWS; i++) {
                double l = a.get(i, j) / a.get(j, j);
                a.set(i, j, l);
                for (int c = j + 1; c < COLUMNS; c++) {
                    a.set(i, c, a.get(i, c) - l * a.get(j, c));
                }
            }
        }
        return pivots;
    }

    private static boolean agree(MatrixRef one, MatrixRef other) {
        for (int j = 0; j < COLUMNS; j++) {
            for (int i = 0; i < ROWS; i++) {
                if (!(Math.abs(one.get(i, j) - other.get(i, j)) <= TOLERANCE)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean agree(int[] pivots, DevicePanel panel) {
        int[] own = new int[COLUMNS];
        try {
            panel.pivots(own, COLUMNS);
        } catch (KernelException notFactored) {
            return false;
        }
        return Arrays.equals(own, pivots);
    }
}
