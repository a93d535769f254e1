package hplhetero.hpl.pfact;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PivotTrade;
import hplhetero.blas.VectorRef;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Collectives.PivotExchange;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.pfact.SharedKernels.Range;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The pivot search, row swap and broadcast of the pivot row within one process column, together in one exchange for each column of the
 * panel. Collective over the process column. Source: HPL_pdmxswp, HPL_dlocswpT.
 */
public final class Pivoting {
    private static final long CANDIDATE_OFFSET = PivotExchange.CANDIDATE_OFFSET;

    /** Fewest swaps of two elements that are worth sharing. */
    private static final int LEAST_SWAPS = 256;

    private final DenseKernels kernels;
    private final int ranks;
    private final PivotExchange exchange;
    private final ProgressLoop progress;
    /** Record of the pivot exchange: this rank's candidate row and the current row in, the pivot's row and the current row out. */
    private final MemorySegment record;
    /** Offset in the record, in bytes, of the current row. */
    private final long current;
    /** Offset in the record, in bytes, of the piggybacked word that goes with the first pivot; 0 where none does. */
    private final long wordOffset;
    /**
     * Index of this rank's next pivot candidate, among its rows from the next row to factor on, if the step before has found it; else -1.
     */
    private int found = -1;
    /** Row of this rank that each column's pivot was found in, indexed by column; set where the rank is alone in its process column. */
    private final int[] pivotRow;

    /**
     * Makes the pivot search of one process column, and takes its memory.
     *
     * @param kernels  kernels that search columns and swap rows
     * @param column   collectives of the process column; not used when it has one rank
     * @param ranks    number of ranks of the process column
     * @param nb       columns of the widest panel
     * @param words    number of piggybacked words that go with the first pivot of a panel: 0 or 1
     * @param tag      message tag of the pivot exchange
     * @param progress polled while the exchange is on its way
     * @param arena    arena that the memory is taken from
     */
    public Pivoting(DenseKernels kernels, Collectives column, int ranks, int nb, int words, int tag, ProgressLoop progress, Arena arena) {
        this.kernels = kernels;
        pivotRow = new int[nb];
        this.ranks = ranks;
        this.progress = progress;
        long payload = 8L * (nb + words);
        exchange = ranks == 1 ? null : column.pivotExchange(payload, tag);
        // devices lock whole pages
        record = OffHeap.allocate(arena, PivotExchange.recordBytes(payload)).asSlice(0, PivotExchange.recordBytes(payload));
        current = PivotExchange.currentOffset(payload);
        wordOffset = words == 0 ? 0 : CANDIDATE_OFFSET + 8L * nb;
    }

    /**
     * Finds the pivot of column {@code j}, sets row j of L1 to the pivot's row and puts the current row in its place. A rank that is alone
     * in its process column does so in columns {@code c0} .. {@code c1 - 1} only; {@link #swapOthers} does the others. Collective over the
     * process column.
     *
     * @param c0 first of the columns that are factored one after another
     * @param c1 column behind the last of them
     * @return the pivot, 0 when the column is zero
     */
    double pivot(PanelBlock block, int j, int c0, int c1) {
        if (ranks == 1) {
            return local(block, j, c0, c1);
        }
        offer(block, j);
        exchange.start(record, block.holder());
        progress.until(exchange);
        take(block, j);
        return block.l1().get(j, j);
    }

    /**
     * Notes where the largest element of the next column is, so that the next {@link #pivot} need not search for it.
     *
     * @param index index of the element, counted from this rank's next row to factor; -1 when nobody has looked for it
     */
    void found(int index) {
        found = index;
    }

    /** Returns the memory of the exchange, which a device must be able to read and write where it factors this rank's rows. */
    public MemorySegment memory() {
        return record;
    }

    /** Returns the trade of a panel's pivots for a device that factors this rank's rows of the panel. */
    public Trade trade(PanelBlock block) {
        return new Trade(block);
    }

    /**
     * The trade of the pivots of one panel, for a device that factors this rank's rows. It is the exchange of the process column. A rank
     * that is alone in it answers with its own candidate, so that the trade can be measured without other ranks.
     */
    public final class Trade implements PivotTrade {
        private final PanelBlock block;
        private int zeroPivot;

        private Trade(PanelBlock block) {
            this.block = block;
        }

        @Override
        public MatrixRef l1() {
            return block.l1();
        }

        @Override
        public boolean holdsTop() {
            return block.holdsTop();
        }

        @Override
        public long candidate() {
            return record.address() + CANDIDATE_OFFSET;
        }

        @Override
        public long current() {
            return record.address() + current;
        }

        @Override
        public int trade(int j, int row, double magnitude, Runnable waiting) {
            // a device tells a magnitude below 0 where it has found none that is a number
            head(row >= 0 && magnitude >= 0 ? magnitude : PivotExchange.NO_MAGNITUDE, row >= 0 ? block.global(row) : PivotExchange.NO_ROW);
            offerWord(block, j);
            if (exchange != null) {
                exchange.start(record, block.holder());
                progress.until(() -> {
                    waiting.run();
                    return exchange.poll();
                });
            }
            int pivot = takePivot(block, j);
            if (zeroPivot == 0 && record.get(ValueLayout.JAVA_DOUBLE, CANDIDATE_OFFSET + 8L * j) == 0) {
                zeroPivot = 1 + block.k() * block.nb() + j;
            }
            return block.local(pivot);
        }

        @Override
        public void idle(int idle) {
            Await.pause(progress.poll() ? 0 : idle);
        }

        /** Returns 1 + the first column of the matrix without a pivot, or 0. */
        public int zeroPivot() {
            return zeroPivot;
        }
    }

    private int largest(VectorRef column) {
        int at = found >= 0 ? found : kernels.idamax(column);
        found = -1;
        return at;
    }

    private double local(PanelBlock block, int j, int c0, int c1) {
        MatrixRef a = block.rows();
        int p = j + largest(a.column(j, j, a.rows() - j));
        pivotRow[j] = p;
        for (int c = c0; c < c1; c++) {
            swap(block, j, p, c);
        }
        block.ipiv()[j] = block.global(p);
        return block.l1().get(j, j);
    }

    private static void swap(PanelBlock block, int j, int p, int c) {
        block.l1().set(j, c, block.rows().get(p, c));
        block.rows().set(p, c, block.rows().get(j, c));
    }

    /**
     * Swaps the rows of the panel's other columns by the pivots of columns {@code c0} .. {@code c1 - 1}, column by column, some by each
     * member of the team. Does nothing where the exchange of pivots has done so.
     */
    void swapOthers(PanelBlock block, int c0, int c1) {
        int others = block.rows().cols() - (c1 - c0);
        if (ranks > 1 || others == 0) {
            return;
        }
        Range swaps = (part, from, count) -> {
            for (int other = from; other < from + count; other++) {
                int c = other < c0 ? other : other + c1 - c0;
                for (int j = c0; j < c1; j++) {
                    swap(block, j, pivotRow[j], c);
                }
            }
        };
        if (kernels instanceof SharedKernels shared) {
            shared.share(others, (double) LEAST_SWAPS / (c1 - c0), swaps);
        } else {
            swaps.at(0, 0, others);
        }
    }

    private void offer(PanelBlock block, int j) {
        MatrixRef a = block.rows();
        int from = block.firstRow(j);
        int p = from + largest(a.column(from, j, a.rows() - from));
        boolean any = a.rows() > from;
        head(any ? Math.abs(a.get(p, j)) : PivotExchange.NO_MAGNITUDE, any ? block.global(p) : PivotExchange.NO_ROW);
        for (int c = 0; c < a.cols() && any; c++) {
            record.set(ValueLayout.JAVA_DOUBLE, CANDIDATE_OFFSET + 8L * c, a.get(p, c));
        }
        for (int c = 0; c < a.cols() && block.holdsTop(); c++) {
            record.set(ValueLayout.JAVA_DOUBLE, current + 8L * c, a.get(j, c));
        }
        offerWord(block, j);
    }

    private void head(double magnitude, long row) {
        record.set(ValueLayout.JAVA_DOUBLE, PivotExchange.MAGNITUDE_OFFSET, magnitude);
        record.set(ValueLayout.JAVA_LONG, PivotExchange.ROW_OFFSET, row);
    }

    private void offerWord(PanelBlock block, int j) {
        if (wordOffset > 0 && j == 0) {
            record.set(ValueLayout.JAVA_LONG, wordOffset, block.word()[0]);
        }
    }

    /** Takes the global row of the pivot, and the piggybacked word of its rank, out of the record; returns the row. */
    private int takePivot(PanelBlock block, int j) {
        int pivot = (int) record.get(ValueLayout.JAVA_LONG, PivotExchange.ROW_OFFSET);
        block.ipiv()[j] = pivot;
        if (wordOffset > 0 && j == 0) {
            block.word()[0] = record.get(ValueLayout.JAVA_LONG, wordOffset);
        }
        return pivot;
    }

    private void take(PanelBlock block, int j) {
        int pivot = takePivot(block, j);
        MatrixRef l1 = block.l1();
        for (int c = 0; c < l1.cols(); c++) {
            l1.set(j, c, record.get(ValueLayout.JAVA_DOUBLE, CANDIDATE_OFFSET + 8L * c));
        }
        int row = block.local(pivot);
        if (row >= 0) {
            for (int c = 0; c < l1.cols(); c++) {
                block.rows().set(row, c, record.get(ValueLayout.JAVA_DOUBLE, current + 8L * c));
            }
        }
    }
}
