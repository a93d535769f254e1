package hplhetero.blas.device;

import hplhetero.blas.KernelException;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.PivotTrade;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The recursive factorization of a panel on a device: P A = L U with partial pivoting. The device has all rows of the panel, or those of
 * one rank, which then answers the device's questions about pivots. Columns are halved down to {@link PanelUpdate#COLUMNS_AT_ONCE}. Costs
 * m n^2 - n^3 / 3 operations. Owner: one thread at a time.
 *
 * <p>A question and its answer lie in locked memory of the host, with a cache line for each writer:
 *
 * <pre>
 *  0  host    32 bits: number of the question that is answered, -1: the device must stop
 *  4  host    32 bits: row that the current row replaces, -1: none of this rank
 *  8  host    32 bits: changes while the rank waits for others, so that the device waits too
 * 64  device  32 bits: number of the question, -1: the device has waited in vain
 * 68  device  32 bits: row of the candidate, -1: no rows are left
 * 72  device  double: magnitude of the candidate
 * </pre>
 */
final class DevicePanel {
    /** The bytes of the memory for a question and its answer. */
    static final long TALK_BYTES = 128;
    private static final long ANSWER = 0;
    private static final long BEAT = 8;
    private static final long QUESTION = 64;
    private static final long ROW = 68;
    private static final long MAGNITUDE = 72;
    private static final int NO_ROW = -1;
    private static final long STOP = 0xFFFFFFFFL;
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final long PAGE = 4096;
    private static final int LEAF = PanelUpdate.COLUMNS_AT_ONCE;
    /** What the device leaves as the first pivot, or as a question's number, when its blocks have waited in vain. */
    private static final int FAILED = -1;
    /** Nanoseconds without a question after which the rank's thread looks whether the device still works. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private final DeviceQueue queue;
    private final PanelOperations operations;
    private final int ld;
    private final long pivots;
    /** Pivots as the device has sent them. Those of each {@link #LEAF} columns count rows from the top of these columns. */
    private final MemorySegment hostPivots;
    /** The memory for a question and its answer. */
    private final MemorySegment talk;
    /** The device's name for {@link #talk}; 0 where the device cannot reach it. */
    private final long mappedTalk;
    private final Device device;
    /** Number of questions that were answered. */
    private int turns;
    private int beats;

    /**
     * Takes the memory for pivots.
     *
     * @param queue queue of the device that factors panels
     * @param ld    leading dimension of panels, in doubles
     * @param nb    width of the widest panel, in columns
     */
    DevicePanel(Device device, DeviceQueue queue, int ld, int nb, Arena arena) {
        this.device = device;
        this.queue = queue;
        this.ld = ld;
        operations = queue.panels().orElseThrow();
        long bytes = (4L * nb + PAGE - 1) / PAGE * PAGE;
        pivots = device.allocate(bytes, arena);
        hostPivots = arena.allocate(bytes, PAGE);
        device.lock(hostPivots, arena);
        talk = arena.allocate(PAGE, PAGE);
        device.lock(talk, arena);
        mappedTalk = device.mapped(talk.address(), TALK_BYTES);
    }

    /**
     * What a factorization is about.
     *
     * @param m     number of rows
     * @param a     address of the panel on the device
     * @param l1    address of L1 on the device
     * @param ldl1  leading dimension of L1
     * @param width number of columns
     * @param trade the trade of pivots with other ranks; null where all rows are here, so that L1 is the panel's top
     */
    private record Run(int m, long a, long l1, int ldl1, int width, PivotTrade trade) {
        /** Returns the index of the first row that is still to be factored when columns 0 .. {@code j - 1} are done. */
        int first(int j) {
            return trade == null || trade.holdsTop() ? j : 0;
        }

        long l1(int row, int column) {
            return l1 + 8L * ((long) column * ldl1 + row);
        }
    }

    /**
     * Submits the factorization of a panel in place, and the copy of its pivots to the host.
     *
     * @param m number of rows
     * @param n number of columns, at most {@code m}
     * @param a address of the panel on the device
     */
    void factor(int m, int n, long a) {
        factor(new Run(m, a, a, ld, n, null), 0, n);
        operations.downloadPivots(hostPivots.address(), pivots, n);
    }

    /** Returns whether the device can reach the memory in which pivots are traded. */
    boolean reaches(PivotTrade trade) {
        long bytes = 8L * trade.l1().cols();
        return mappedTalk != 0 && device.mapped(trade.candidate(), bytes) != 0 && device.mapped(trade.current(), bytes) != 0;
    }

    /**
     * Factors this rank's rows of a panel in place, and answers the device's questions. Returns when all are answered; the rest of the work
     * is then submitted. Collective over the process column.
     *
     * @param m    number of rows, at least 1
     * @param a    address of the rows on the device
     * @param l1   address of L1 on the device, out
     * @param ldl1 leading dimension of L1
     * @throws KernelException when the device did not factor the panel
     */
    void factorShared(int m, long a, long l1, int ldl1, PivotTrade trade) {
        int n = trade.l1().cols();
        try {
            factor(new Run(m, a, l1, ldl1, n, trade), 0, n);
        } catch (RuntimeException | Error e) {
            stop(e);
            throw e;
        }
    }

    /** Has blocks end that wait for an answer which will not come, and waits until they do not use the host's memory any more. */
    private void stop(Throwable why) {
        LONG.setRelease(talk, ANSWER, STOP);
        try {
            queue.await();
        } catch (KernelException lost) {
            why.addSuppressed(lost);
        }
    }

    private long at(long a, int row, int column) {
        return a + 8L * ((long) column * ld + row);
    }

    /** Factors columns c0 .. c1 - 1, which are up to date. */
    private void factor(Run run, int c0, int c1) {
        int n = c1 - c0;
        if (n <= LEAF) {
            columns(run, c0, n);
            return;
        }
        int parts = (n + LEAF - 1) / LEAF;
        int c = c0 + (parts + 1) / 2 * LEAF;
        factor(run, c0, c);
        swap(run, c0, c, c, c1);
        // U12 <- L11^-1 A12; A22 <- A22 - L21 U12
        operations.solveLeft(c - c0, c1 - c, run.l1(c0, c0), run.ldl1, run.l1(c0, c), run.ldl1);
        int first = run.first(c);
        operations.subtract(run.m - first, c1 - c, c - c0, at(run.a, first, c0), ld, run.l1(c0, c), run.ldl1, at(run.a, first, c), ld);
        factor(run, c, c1);
        swap(run, c, c1, c0, c);
    }

    private void columns(Run run, int c0, int n) {
        int first = run.first(c0);
        long a = at(run.a, first, c0);
        long itsPivots = pivots + 4L * c0;
        if (run.trade == null) {
            operations.factorColumns(run.m - first, n, a, ld, itsPivots);
            return;
        }
        long bytes = 8L * run.width;
        operations.factorSharedColumns(run.m - first, n, a, ld, itsPivots, new PanelOperations.Shared(mappedTalk,
                device.mapped(run.trade.candidate(), bytes), device.mapped(run.trade.current(), bytes), run.l1(c0, 0), run.ldl1, run.width,
                c0, run.trade.holdsTop(), turns));
        // Nothing is submitted meanwhile: a driver that loads a kernel may wait for the device, and the device for answers.
        for (int j = c0; j < c0 + n; j++) {
            answer(run.trade, j, first);
        }
    }

    /** Waits for the question about column {@code j} and answers it; the device counts rows from row {@code first} on. */
    private void answer(PivotTrade trade, int j, int first) {
        int turn = turns + 1;
        long since = System.nanoTime();
        for (int idle = 0; (int) INT.getAcquire(talk, QUESTION) != turn; idle++) {
            if ((int) INT.getAcquire(talk, QUESTION) == FAILED) {
                throw failed(j);
            }
            if (System.nanoTime() - since > PATIENCE_NANOS) {
                if (queue.poll() && (int) INT.getAcquire(talk, QUESTION) != turn) {
                    throw failed(j);
                }
                since = System.nanoTime();
            }
            trade.idle(idle);
        }
        int row = talk.get(ValueLayout.JAVA_INT, ROW);
        int taken = trade.trade(j, row == NO_ROW ? -1 : row + first, talk.get(ValueLayout.JAVA_DOUBLE, MAGNITUDE), this::beat);
        turns = turn;
        LONG.setRelease(talk, ANSWER, (long) (taken < 0 ? NO_ROW : taken - first) << Integer.SIZE | Integer.toUnsignedLong(turn));
    }

    private void beat() {
        INT.setOpaque(talk, BEAT, ++beats);
    }

    /** Swaps the rows of columns {@code first} .. {@code end - 1} by the pivots of columns c0 .. c1 - 1; a trade swaps whole rows. */
    private void swap(Run run, int c0, int c1, int first, int end) {
        for (int c = c0; c < c1 && run.trade == null; c += LEAF) {
            operations.swapRows(end - first, at(run.a, c, first), ld, pivots + 4L * c, Math.min(LEAF, c1 - c));
        }
    }

    /**
     * Reads the pivots of the panel that {@link #factor(int, int, long)} has factored last; its work must be done.
     *
     * @param to out: for each column j, the row of the panel that was swapped with row j
     * @param n  number of columns
     * @throws KernelException when the device did not factor the panel
     */
    void pivots(int[] to, int n) {
        for (int j = 0; j < n; j++) {
            int pivot = hostPivots.getAtIndex(ValueLayout.JAVA_INT, j);
            if (pivot == FAILED) {
                throw failed(j);
            }
            to[j] = j / LEAF * LEAF + pivot;
        }
    }

    private static KernelException failed(int j) {
        return new KernelException("a program of the device has waited in vain, column=" + j
                + ": let the host factor panels, with --panels host");
    }
}
