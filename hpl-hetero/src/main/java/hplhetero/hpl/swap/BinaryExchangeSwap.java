package hplhetero.hpl.swap;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives.Allgather;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.CollectiveAlgorithms;

/**
 * The row swap by binary exchange (HPL_pdlaswp00). Every row is held by its source, and all rows come together on all ranks by recursive
 * doubling. Each rank then takes the rows that are meant for it.
 */
final class BinaryExchangeSwap extends RowExchange {
    static final AllgatherAlgorithm GATHER = AllgatherAlgorithm.BINARY_EXCHANGE;

    BinaryExchangeSwap(ProcessColumn column, SwapWorkSpace space, SwapCapacity capacity, SwapParts parts) {
        super(column, space, capacity, parts);
        fill(capacity, BinaryExchange::new);
    }

    private final class BinaryExchange extends Exchange {
        private final Allgather allgather;

        BinaryExchange(int tag) {
            allgather = CollectiveAlgorithms.of(column.ranks()).allgather(GATHER, tag + 1);
        }

        @Override
        void begin() {
            items.arrangeAll();
            items.gatherOwn(items.count(), space.gathered.address() + work, space.copies);
            allgather.start(space.gathered.asSlice(work, items.gatheredBytes()), items.offsets, items.lengths);
        }

        @Override
        Progress advance() {
            return allgather.poll();
        }

        @Override
        void tellWhereRowsAre() {
            super.tellWhereRowsAre();
            for (int i = items.rowsOfU(); i < items.count(); i++) {
                if (items.target[i] == column.rank()) {
                    rows.addMove(space.gathered.address() + work + items.gatheredOffset(i), items.newAddress(i));
                }
            }
        }
    }
}
