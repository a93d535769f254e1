package hplhetero.hpl.swap;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import hplhetero.blas.OffHeap;
import hplhetero.blas.UpdateTasks;
import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.Collectives.Allgather;
import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.hpl.HplCase;
import hplhetero.hpl.SwapAlgorithm;
import hplhetero.hpl.matrix.LocalMatrix;

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
public final class RowExchange implements RowSwap, Operation {
    /** About so many, where there are columns enough: work begins with the first part while the rows of the others are on their way. */
    private static final int PARTS = 8;

    private final Communicator column;
    private final int[] rankOfRow;
    private final int nb;
    private final SwapAlgorithm algorithm;
    private final int threshold;
    private final boolean equilibrate;
    private final Allgather binary;
    private final Allgather ring;
    /** Work space: room for 2 nb rows of each column. */
    private final MemorySegment gathered;
    private final MemorySegment received;
    private final MemorySegment outgoing;
    private final int tag;

    private final int[] source;
    private final int[] holder;
    private final int[] target;
    private final int[] position;
    private final int[] surplus;
    private final long[] offsets;
    private final long[] lengths;
    private final Request[] receives;
    private final Request[] sends;
    private final long[] receivedFrom;
    private int items;
    /** The one that is going on, or was last. */
    private Strip strip;
    private Stage stage = Stage.OVER;

    /** What it is at. */
    private enum Stage {
        /** Messages from rank to rank, of spread-roll alone. */
        SPREADING,
        GATHERING,
        OVER
    }

    /**
     * @param column    the process column's communicator
     * @param rankOfRow from block row to the rank, in {@code column}, that owns it in this virtual column
     * @param maxCols   columns of the work space
     * @param tag       this and the two tags after it are used
     */
    public RowExchange(Communicator column, int[] rankOfRow, HplCase c, int maxCols, int tag, Arena arena) {
        this.column = column;
        this.rankOfRow = rankOfRow;
        this.tag = tag;
        nb = c.nb();
        algorithm = c.swap();
        threshold = c.swapThreshold();
        equilibrate = c.equilibrate();
        binary = Collectives.of(column).allgather(AllgatherAlgorithm.BINARY_EXCHANGE, tag + 1);
        ring = Collectives.of(column).allgather(AllgatherAlgorithm.RING, tag + 2);
        gathered = OffHeap.allocate(arena, columnBytes(nb) * maxCols).fill((byte) 0);
        received = OffHeap.allocate(arena, columnBytes(nb) * maxCols).fill((byte) 0);
        outgoing = OffHeap.allocate(arena, columnBytes(nb) * maxCols).fill((byte) 0);
        source = new int[2 * nb];
        holder = new int[2 * nb];
        target = new int[2 * nb];
        position = new int[2 * nb];
        surplus = new int[column.size()];
        offsets = new long[column.size()];
        lengths = new long[column.size()];
        receives = new Request[column.size()];
        sends = new Request[column.size()];
        receivedFrom = new long[column.size() + 1];
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
     * As {@link RowSwap#parts}. Where all columns together are too many for binary exchange, so are those of a part, but for a narrow last one.
     *
     * @param task see {@link #task}
     */
    public static int parts(double columns, int task, int threshold) {
        return parts(columns, partWidth(columns, task, threshold));
    }

    /** Columns of a task of the update with panels of {@code nb}: parts are whole tasks, as a narrow one behind them would read all of L2 again. */
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
    public Operation start(LocalMatrix a, RowPermutation p, int col, int cols, SwappedRows rows, int workColumn) {
        boolean binaryExchange = algorithm == SwapAlgorithm.BINARY_EXCHANGE
                || algorithm == SwapAlgorithm.MIX && cols <= threshold;
        rows.width = p.width();
        rows.moves = 0;
        describe(p, binaryExchange);
        arrange(binaryExchange ? items : p.width(), 8L * cols);
        strip = new Strip(a, p, col, cols, rows, columnBytes(nb) * workColumn, binaryExchange);
        strip.place();
        if (binaryExchange) {
            gather();
        } else {
            stage = Stage.SPREADING;
            strip.spread();
        }
        return this;
    }

    private void gather() {
        stage = Stage.GATHERING;
        strip.allgather().start(gathered.asSlice(strip.work, offsets[column.size() - 1] + lengths[column.size() - 1]), offsets, lengths);
    }

    @Override
    public Progress poll() {
        boolean moved = false;
        if (stage == Stage.SPREADING) {
            boolean open = false;
            for (int r = 0; r < sends.length; r++) {
                if (sends[r] != null && sends[r].poll() == Progress.DONE) {
                    sends[r] = null;
                    moved = true;
                }
                if (receives[r] != null && receives[r].poll() == Progress.DONE) {
                    receives[r] = null;
                    strip.deliver(r);
                    moved = true;
                }
                open |= sends[r] != null || receives[r] != null;
            }
            if (open) {
                return moved ? Progress.ADVANCED : Progress.IDLE;
            }
            gather();
        }
        if (stage == Stage.GATHERING) {
            Progress p = strip.allgather().poll();
            if (p != Progress.DONE) {
                return moved ? Progress.ADVANCED : p;
            }
            strip.tell();
            stage = Stage.OVER;
        }
        return Progress.DONE;
    }

    /** Sources, targets and holders of all items. */
    private void describe(RowPermutation p, boolean binaryExchange) {
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
    private void arrange(int gatheredItems, long rowBytes) {
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

    /** One swap on some columns of a strip. */
    private final class Strip {
        private final LocalMatrix a;
        private final RowPermutation p;
        private final int col;
        private final long rowBytes;
        private final SwappedRows rows;
        private final long work;
        private final boolean binaryExchange;

        /** @param work where its part of the work space begins, bytes */
        Strip(LocalMatrix a, RowPermutation p, int col, int cols, SwappedRows rows, long work, boolean binaryExchange) {
            this.a = a;
            this.p = p;
            this.col = col;
            rowBytes = 8L * cols;
            this.rows = rows;
            this.work = work;
            this.binaryExchange = binaryExchange;
        }

        Allgather allgather() {
            return binaryExchange ? binary : ring;
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
        void place() {
            int me = column.rank();
            int gatheredItems = (int) ((offsets[column.size() - 1] + lengths[column.size() - 1]) / Math.max(1, rowBytes));
            for (int i = 0; i < gatheredItems; i++) {
                if (source[i] == me && holder[i] == me) {
                    MemorySegment.copy(a.segment(), offsetInStrip(i), gathered, work + position[i] * rowBytes, rowBytes);
                }
            }
        }

        /** Starts the point-to-point part of spread-roll: leaving rows, and rows of U that another rank is to hold. */
        void spread() {
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
        void deliver(int from) {
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
        void tell() {
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
