package hplhetero.blas.device;

import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PivotTrade;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A trial of a device's programs for panels, since they are text that the device's driver translates: a small panel is factored by the
 * host, and twice by the device, which the second time asks for each pivot. All must agree.
 */
final class PanelTrial {
    /** Rows of the panel: so many that several blocks of a program's threads share them. */
    private static final int ROWS = 2_100;
    /** Columns of the panel: so many that it is halved, and that the second part is narrow. */
    private static final int COLUMNS = 40;
    private static final long MOST_NANOS = 20_000_000_000L;
    private static final double TOLERANCE = 1e-9;
    private static final String NOT_ENDED = "it did not end to factor a small panel";

    private PanelTrial() {
    }

    /** Returns why the device does not factor panels as the host does, in a few words for people; empty where it does. */
    static Optional<String> fault(Device device) {
        return fault(device, MOST_NANOS);
    }

    /** Returns what {@link #fault(Device)} does, where the device does not end if it takes more than {@code mostNanos} nanoseconds. */
    static Optional<String> fault(Device device, long mostNanos) {
        Arena arena = Arena.ofConfined();
        boolean idle = true;
        try {
            DeviceQueue queue = device.queue(true, arena);
            queue.use();
            if (queue.panels().isEmpty()) {
                return Optional.of(device.whyNoPanels());
            }
            MatrixRef host = random(arena);
            MatrixRef own = new MatrixRef(OffHeap.allocate(arena, 8L * ROWS * COLUMNS), 0, ROWS, COLUMNS, ROWS);
            OffHeap.copy(host.address(), own.address(), 8L * ROWS * COLUMNS);
            DevicePanel panel = new DevicePanel(device, queue, ROWS, COLUMNS, arena);
            long memory = device.tryAllocate(8L * ROWS * COLUMNS, arena);
            long l1 = memory == 0 ? 0 : device.tryAllocate(8L * COLUMNS * COLUMNS, arena);
            if (l1 == 0) {
                return Optional.of("it has too little memory left to try");
            }
            LoneTrade trade = new LoneTrade(device, arena);
            OffHeap.copy(host.address(), trade.rows.address(), 8L * ROWS * COLUMNS);
            int[] pivots = factor(host);
            idle = false;
            queue.upload(memory, ROWS, own.address(), ROWS, ROWS, COLUMNS);
            panel.factor(ROWS, COLUMNS, memory);
            queue.download(own.address(), ROWS, memory, ROWS, ROWS, COLUMNS);
            idle = ends(queue, mostNanos);
            if (!idle) {
                return Optional.of(NOT_ENDED);
            }
            boolean right = agree(host, own) && agree(pivots, panel);
            if (right && panel.reaches(trade)) {
                idle = false;
                trade.factor(queue, panel, memory, l1);
                idle = ends(queue, mostNanos);
                if (!idle) {
                    return Optional.of(NOT_ENDED);
                }
                right = agree(host, trade.rows) && Arrays.equals(pivots, trade.pivots);
            }
            return right ? Optional.empty() : Optional.of("it factored a small panel wrongly");
        } catch (KernelException e) {
            return Optional.of(e.getMessage());
        } finally {
            // A device that has not ended may still write: then neither memory nor the queue is ever given back.
            if (idle) {
                arena.close();
            }
        }
    }

    private static boolean ends(DeviceQueue queue, long mostNanos) {
        long begin = System.nanoTime();
        while (!queue.poll()) {
            if (System.nanoTime() - begin > mostNanos) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** The trade of a rank that is alone in its process column: its own candidate is the pivot row. */
    private static final class LoneTrade implements PivotTrade {
        /** The panel, later its L1 and L2. */
        final MatrixRef rows;
        final int[] pivots = new int[COLUMNS];
        private final MatrixRef l1;
        private final MemorySegment traded;

        LoneTrade(Device device, Arena arena) {
            rows = new MatrixRef(OffHeap.allocate(arena, 8L * ROWS * COLUMNS), 0, ROWS, COLUMNS, ROWS);
            l1 = rows.window(0, 0, COLUMNS, COLUMNS);
            traded = OffHeap.allocate(arena, 16L * COLUMNS);
            device.lock(traded, arena);
        }

        /** Submits what factors the panel, answers the device's questions, and fetches the result. */
        void factor(DeviceQueue queue, DevicePanel panel, long memory, long deviceL1) {
            queue.upload(memory, ROWS, rows.address(), ROWS, ROWS, COLUMNS);
            panel.factorShared(ROWS, memory, deviceL1, COLUMNS, this);
            queue.download(rows.address(), ROWS, memory, ROWS, ROWS, COLUMNS);
            queue.download(l1.address(), ROWS, deviceL1, COLUMNS, COLUMNS, COLUMNS);
        }

        @Override
        public MatrixRef l1() {
            return l1;
        }

        @Override
        public boolean holdsTop() {
            return true;
        }

        @Override
        public long candidate() {
            return traded.address();
        }

        @Override
        public long current() {
            return traded.address() + 8L * COLUMNS;
        }

        @Override
        public int trade(int j, int row, double magnitude, Runnable waiting) {
            pivots[j] = row;
            return row;
        }

        @Override
        public void idle(int idle) {
            Thread.onSpinWait();
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
