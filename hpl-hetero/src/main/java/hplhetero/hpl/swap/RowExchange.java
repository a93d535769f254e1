package hplhetero.hpl.swap;

import hplhetero.comm.Progress;
import hplhetero.hpl.matrix.LocalMatrix;
import java.util.Arrays;
import java.util.function.IntFunction;

/** What row swaps between several ranks have in common: a work space, and as many exchanges as may be on their way at once. */
abstract sealed class RowExchange implements RowSwap permits BinaryExchangeSwap, SpreadRollSwap {
    final ProcessColumn column;
    final SwapWorkSpace space;
    private final SwapParts parts;
    private final Exchange[] exchanges;
    /** Index of the exchange that is started next, equal on all ranks of the process column. */
    private int next;

    RowExchange(ProcessColumn column, SwapWorkSpace space, SwapCapacity capacity, SwapParts parts) {
        this.column = column;
        this.space = space;
        this.parts = parts;
        exchanges = new Exchange[capacity.atOnce()];
    }

    /**
     * Makes as many exchanges as may be on their way at once.
     *
     * @param exchange makes an exchange whose first message tag is the argument
     */
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

    /** An exchange: the swap of some columns. Owner: the rank's thread. */
    abstract class Exchange implements Started {
        final SwapItems items = new SwapItems(column);
        LocalMatrix a;
        SwappedRows rows;
        /** Offset in bytes of this exchange's part of the work space. */
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

        /** Begins the exchange of the rows, whose columns and permutation have been set. */
        abstract void begin();

        /**
         * Does what can be done of the exchange now, without waiting.
         *
         * @return whether the exchange has moved on or is over
         */
        abstract Progress advance();

        /** Writes into the exchange's {@link SwappedRows} the addresses at which the rows of U lie, once all rows have come together. */
        void tellWhereRowsAre() {
            for (int i = 0; i < items.rowsOfU(); i++) {
                rows.u[i] = space.gathered.address() + work + items.gatheredOffset(i);
            }
        }
    }
}
