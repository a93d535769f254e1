package hplhetero.hpl.swap;

import hplhetero.blas.OffHeap;
import hplhetero.blas.UpdateTasks;
import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives.Allgather;
import hplhetero.comm.Communicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The row swap of a process column of several ranks. Rows of U and rows that leave block row k are <em>items</em>;
 * each has a source and, while the pieces come together on all ranks, a holder:
 *
 * <ul>
 * <li>binary exchange (HPL_pdlaswp00): every item is held by its source, and all of them come together by recursive
 * doubling; each rank takes what is meant for it;
 * <li>spread-roll (HPL_pdlaswp01): first the leaving rows go to where they belong and, with equilibration, the
 * rows of U that a rank has too many of go to others; then only U rolls around a ring.
 * </ul>
 */
public final class RowExchange implements RowSwap {
    /** About so many, where there are columns enough: work begins with the first part while the rows of the others are on their way. */
    private static final int PARTS = 16;

    private final Communicator column;
    private final int[] rankOfRow;
    private final int nb;
    private final SwapAlgorithm algorithm;
    private final int threshold;
    private final boolean equilibrate;
    /** Work space: room for 2 nb rows of each column. */
    private final MemorySegment gathered;
    private final MemorySegment received;
    private final MemorySegment outgoing;
    private final Exchange[] exchanges;
    /** Which of them is started next: the same on all ranks of the process column. */
    private int next;

    /**
     * @param column    the process column's communicator
     * @param rankOfRow from block row to the rank, in {@code column}, that owns it in this virtual column
     * @param maxCols   columns of the work space
     * @param atOnce    how many may be on their way, at least 1
     * @param tag       of {@link Tags#OF_A_SWAP} tags for each of these the first
     */
    public RowExchange(Communicator column, int[] rankOfRow, HplCase c, int maxCols, int atOnce, int tag, Arena arena) {
        this.column = column;
        this.rankOfRow = rankOfRow;
        nb = c.blockSize();
        algorithm = c.swap();
        threshold = c.swapThreshold();
        equilibrate = c.equilibrate();
        gathered = OffHeap.allocate(arena, columnBytes(nb) * maxCols).fill((byte) 0);
        received = OffHeap.allocate(arena, columnBytes(nb) * maxCols).fill((byte) 0);
        outgoing = OffHeap.allocate(arena, columnBytes(nb) * maxCols).fill((byte) 0);
        exchanges = new Exchange[atOnce];
        Arrays.setAll(exchanges, i -> new Exchange(tag + i * Tags.OF_A_SWAP));
    }

    /** For each column of each of the three work spaces. */
    private static long columnBytes(int nb) {
        return 2L * nb * Double.BYTES;
    }

    /** Bytes of work space with these sizes. */
    public static long bytes(int nb, int maxCols) {
        return 3 * columnBytes(nb) * maxCols;
    }

    @Override
    public int parts(int columns) {
        return parts(columns, partWidth(columns));
    }

    @Override
    public int partWidth(int columns) {
        return partWidth(columns, task(nb), threshold);
    }

    /**
     * As {@link RowSwap#parts}. Where all columns together are too many for binary exchange, so are those of a part, but for a narrow last
     * one.
     *
     * @param task see {@link #task}
     */
    public static int parts(double columns, int task, int threshold) {
        return parts(columns, partWidth(columns, task, threshold));
    }

    /**
     * Columns of a task of the update with panels of {@code nb}: parts are whole tasks, as a narrow one behind them would read all of L2
     * again.
     */
    public static int task(int nb) {
        return UpdateTasks.padded(UpdateTasks.packed(nb).most());
    }

    private static int partWidth(double columns, int task, int threshold) {
        return task * Math.max((int) (columns / PARTS / task + 0.5), threshold / task + 1);
    }

    /** The last part has up to half as many columns more or fewer than the others. */
    private static int parts(double columns, int width) {
        return Math.max(1, (int) (columns / width + 0.5));
    }

    @Override
    public Started start(LocalMatrix a, RowPermutation p, int col, int cols, SwappedRows rows, int workColumn) {
        Exchange exchange = exchanges[next];
        next = (next + 1) % exchanges.length;
        exchange.start(a, p, col, cols, rows, columnBytes(nb) * workColumn);
        return exchange;
    }

    /** The swap of some columns of a strip. */
    private final class Exchange implements Started {
        private final int tag;
        private final Allgather binary;
        private final Allgather ring;
        private final int[] source = new int[2 * nb];
        private final int[] holder = new int[2 * nb];
        private final int[] target = new int[2 * nb];
        private final int[] position = new int[2 * nb];
        private final int[] surplus = new int[column.size()];
        private final long[] offsets = new long[column.size()];
        private final long[] lengths = new long[column.size()];
        /** Of spread-roll: rows that leave, and of U those that another rank is to hold. */
        private final Request[] receives = new Request[column.size()];
        private final Request[] sends = new Request[column.size()];
        private final long[] receivedFrom = new long[column.size() + 1];

        private LocalMatrix a;
        private RowPermutation p;
        private int col;
        private long rowBytes;
        private SwappedRows rows;
        /** Where its part of the work space begins, bytes. */
        private long work;
        private int items;
        private boolean binaryExchange;
        private boolean gathering;
        private boolean over = true;

        Exchange(int tag) {
            this.tag = tag;
            binary = CollectiveAlgorithms.of(column).allgather(AllgatherAlgorithm.BINARY_EXCHANGE, tag + 1);
            ring = CollectiveAlgorithms.of(column).allgather(AllgatherAlgorithm.RING, tag + 2);
        }

        void start(LocalMatrix a, RowPermutation p, int col, int cols, SwappedRows rows, long work) {
            if (!over) {
                throw new IllegalStateException("atOnce=" + exchanges.length + ": another row swap was started before the first was done");
            }
            over = false;
            this.a = a;
            this.p = p;
            this.col = col;
            this.rows = rows;
            this.work = work;
            rowBytes = 8L * cols;
            binaryExchange = algorithm == SwapAlgorithm.BINARY_EXCHANGE || algorithm == SwapAlgorithm.MIX && cols <= threshold;
            rows.width = p.width();
            rows.moves = 0;
            describe();
            arrange(binaryExchange ? items : p.width());
            place();
            if (!binaryExchange) {
                spread();
            }
            gathering = holdsItsShare();
            if (gathering) {
                gather();
            }
        }

        @Override
        public boolean sent() {
            for (Request send : sends) {
                if (send != null) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Progress poll() {
            if (over) {
                return Progress.DONE;
            }
            boolean moved = false;
            boolean open = false;
            for (int r = 0; r < sends.length; r++) {
                if (sends[r] != null && sends[r].poll() == Progress.DONE) {
                    sends[r].release();
                    sends[r] = null;
                    moved = true;
                }
                if (receives[r] != null && receives[r].poll() == Progress.DONE) {
                    receives[r].release();
                    receives[r] = null;
                    deliver(r);
                    moved = true;
                }
                open |= sends[r] != null || receives[r] != null;
            }
            if (!gathering && !open) {
                gathering = true;
                gather();
            }
            Progress gathers = gathering ? allgather().poll() : Progress.IDLE;
            if (open || gathers != Progress.DONE) {
                return moved || gathers == Progress.ADVANCED ? Progress.ADVANCED : Progress.IDLE;
            }
            tell();
            over = true;
            return Progress.DONE;
        }

        private Allgather allgather() {
            return binaryExchange ? binary : ring;
        }

        private void gather() {
            allgather().start(gathered.asSlice(work, gatheredBytes()), offsets, lengths);
        }

        private long gatheredBytes() {
            return offsets[column.size() - 1] + lengths[column.size() - 1];
        }

        /** Whether no row that this rank is to hold comes from another. */
        private boolean holdsItsShare() {
            for (int i = 0; i < p.width(); i++) {
                if (holder[i] == column.rank() && source[i] != column.rank()) {
                    return false;
                }
            }
            return true;
        }

        /** Sources, targets and holders of all items. */
        private void describe() {
            int jb = p.width();
            items = jb + p.moves();
            for (int i = 0; i < jb; i++) {
                source[i] = rankOfRow[p.uSource(i) / nb];
                holder[i] = source[i];
            }
            if (!binaryExchange && equilibrate) {
                evenOut(jb);
            }
            System.arraycopy(holder, 0, target, 0, jb);
            for (int m = 0; m < p.moves(); m++) {
                source[jb + m] = rankOfRow[p.moveFrom(m) / nb];
                holder[jb + m] = source[jb + m];
                target[jb + m] = rankOfRow[p.moveTo(m) / nb];
            }
        }

        /** Gives rows of U that a rank has beyond its equal share to ranks that have fewer; no other row moves (HPL_equil). */
        private void evenOut(int jb) {
            Arrays.fill(surplus, 0);
            for (int i = 0; i < jb; i++) {
                surplus[holder[i]]++;
            }
            for (int r = 0; r < surplus.length; r++) {
                surplus[r] -= (r + 1) * jb / surplus.length - r * jb / surplus.length;
            }
            int taker = 0;
            for (int i = 0; i < jb; i++) {
                if (surplus[holder[i]] > 0) {
                    while (surplus[taker] >= 0) {
                        taker++;
                    }
                    surplus[holder[i]]--;
                    surplus[taker]++;
                    holder[i] = taker;
                }
            }
        }

        /** Positions in the gathered area: by holder, then by item. */
        private void arrange(int gatheredItems) {
            int next = 0;
            for (int r = 0; r < column.size(); r++) {
                offsets[r] = next * rowBytes;
                for (int i = 0; i < gatheredItems; i++) {
                    if (holder[i] == r) {
                        position[i] = next++;
                    }
                }
                lengths[r] = next * rowBytes - offsets[r];
            }
        }

        private int globalSource(int item) {
            return item < p.width() ? p.uSource(item) : p.moveFrom(item - p.width());
        }

        /** Address at which a leaving row's new place begins. */
        private long home(int item) {
            return a.address(a.rows().local(p.moveTo(item - p.width())), col);
        }

        private long offsetInStrip(int item) {
            return 8L * ((long) a.rows().local(globalSource(item)) * a.ld() + col);
        }

        /** Copies the items that this rank has and holds to their places in the gathered area. */
        private void place() {
            int me = column.rank();
            for (int i = 0; i < (binaryExchange ? items : p.width()); i++) {
                if (source[i] == me && holder[i] == me) {
                    MemorySegment.copy(a.segment(), offsetInStrip(i), gathered, work + position[i] * rowBytes, rowBytes);
                }
            }
        }

        /** Starts the point-to-point part of spread-roll: leaving rows, and rows of U that another rank is to hold. */
        private void spread() {
            int me = column.rank();
            for (int r = 0; r < column.size(); r++) {
                long in = r == me ? 0 : travelling(r, me) * rowBytes;
                receivedFrom[r + 1] = receivedFrom[r] + in;
                receives[r] = in == 0 ? null : column.irecv(received.asSlice(work + receivedFrom[r], in), r, tag);
            }
            long out = work;
            for (int r = 0; r < column.size(); r++) {
                long start = out;
                for (int i = 0; i < items && r != me; i++) {
                    if (source[i] == me && target[i] == r) {
                        MemorySegment.copy(a.segment(), offsetInStrip(i), outgoing, out, rowBytes);
                        out += rowBytes;
                    }
                }
                sends[r] = out == start ? null : column.isend(outgoing.asSlice(start, out - start), r, tag);
            }
            leaveAtHome();
        }

        private int travelling(int from, int to) {
            int count = 0;
            for (int i = 0; i < items; i++) {
                count += source[i] == from && target[i] == to ? 1 : 0;
            }
            return count;
        }

        /** What a rank has sent goes where it belongs. */
        private void deliver(int from) {
            long at = work + receivedFrom[from];
            for (int i = 0; i < items; i++) {
                if (source[i] != from || target[i] != column.rank()) {
                    continue;
                }
                if (i < p.width()) {
                    MemorySegment.copy(received, at, gathered, work + position[i] * rowBytes, rowBytes);
                } else {
                    rows.addMove(received.address() + at, home(i));
                }
                at += rowBytes;
            }
        }

        /** Leaving rows whose new place is on this rank too. */
        private void leaveAtHome() {
            for (int i = p.width(); i < items; i++) {
                if (source[i] == column.rank() && target[i] == column.rank()) {
                    rows.addMove(a.segment().address() + offsetInStrip(i), home(i));
                }
            }
        }

        /** Where all rows are, now that they have come together. */
        private void tell() {
            for (int i = 0; i < p.width(); i++) {
                rows.u[i] = gathered.address() + work + position[i] * rowBytes;
            }
            for (int i = p.width(); i < items && binaryExchange; i++) {
                if (target[i] == column.rank()) {
                    rows.addMove(gathered.address() + work + position[i] * rowBytes, home(i));
                }
            }
        }
    }
}
