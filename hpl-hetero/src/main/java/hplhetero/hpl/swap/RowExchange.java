package hplhetero.hpl.swap;

import hplhetero.comm.Progress;
import hplhetero.hpl.matrix.LocalMatrix;
import java.util.Arrays;
import java.util.function.IntFunction;

/** What the row swaps between several ranks have in common: a work space, and as many exchanges as may be on their way at once. */
abstract sealed class RowExchange implements RowSwap permits BinaryExchangeSwap, SpreadRollSwap {
    final ProcessColumn column;
    final SwapWorkSpace space;
    private final SwapParts parts;
    private final Exchange[] exchanges;
    /** Which of them is started next: the same on all ranks of the process column. */
    private int next;

    RowExchange(ProcessColumn column, SwapWorkSpace space, SwapCapacity capacity, SwapParts parts) {
        this.column = column;
        this.space = space;
        this.parts = parts;
        exchanges = new Exchange[capacity.atOnce()];
    }

    /** @param exchange the one that is made for this first of {@link SwapCapacity#tag} tags */
    void fill(SwapCapacity capacity, IntFunction<Exchange> exchange) {
        Arrays.setAll(exchanges, i -> exchange.apply(capacity.tag(i)));
    }

    @Override
    public final SwapParts parts() {
        return parts;
    }

    @Override
    public final Started start(LocalMatrix a, RowPermutation permutation, int column, int columns, SwappedRows rows, int workColumn) {
        Exchange exchange = exchanges[next];
        next = (next + 1) % exchanges.length;
        exchange.start(a, permutation, column, columns, rows, space.offset(workColumn));
        return exchange;
    }

    /** The swap of some columns. Owner: the rank's thread. */
    abstract class Exchange implements Started {
        final SwapItems items = new SwapItems(column);
        LocalMatrix a;
        SwappedRows rows;
        /** Where its part of the work space begins, bytes. */
        long work;
        private boolean over = true;

        private void start(LocalMatrix a, RowPermutation permutation, int firstColumn, int columns, SwappedRows rows, long work) {
            if (!over) {
                throw new IllegalStateException("atOnce=" + exchanges.length + ": another row swap was started before the first was done");
            }
            over = false;
            this.a = a;
            this.rows = rows;
            this.work = work;
            items.describe(permutation, columns);
            items.find(a, firstColumn);
            rows.begin(items.rowsOfU());
            begin();
        }

        @Override
        public final Progress poll() {
            if (over) {
                return Progress.DONE;
            }
            Progress progress = advance();
            if (progress == Progress.DONE) {
                tellWhereRowsAre();
                over = true;
            }
            return progress;
        }

        abstract void begin();

        abstract Progress advance();

        /** All rows have come together. */
        void tellWhereRowsAre() {
            for (int i = 0; i < items.rowsOfU(); i++) {
                rows.u[i] = space.gathered.address() + work + items.gatheredOffset(i);
            }
        }
    }
}
