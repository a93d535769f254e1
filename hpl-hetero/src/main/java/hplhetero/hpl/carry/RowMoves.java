package hplhetero.hpl.carry;

import hplhetero.hpl.grid.BlockMap;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * What one rank does with the blocks of one block row: which it sends, which it receives and which it keeps. A message to or from a rank
 * has all blocks of the block row that go this way, ascending by block column. Follows from the two maps alone. Owner: the rank's thread.
 */
final class RowMoves {
    private final BlockMap from;
    private final int[] holderOf;
    private final BlockMap to;
    private final IntUnaryOperator firstColumn;
    private final int me;
    /** Doubles that go to each rank, indexed by rank. */
    private final long[] sent;
    /** Doubles that come from each rank, indexed by rank. */
    private final long[] received;
    private int blockRow;

    /** A visitor of the blocks of a block row that a rank has to do with. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Visits a block.
         *
         * @param j      block column of [A | b]
         * @param source rank that holds the block on the old map
         * @param target rank that owns the block on the new map; this rank is one of the two, or both
         */
        void at(int j, int source, int target);
    }

    /**
     * Makes the moves of a rank, which are those of no block row until {@link #begin}.
     *
     * @param from        old map
     * @param holderOf    rank that holds the blocks of each rank of the old map, indexed by rank of the old map
     * @param to          new map
     * @param firstColumn returns the first block column of a block row that is carried
     * @param ranks       number of ranks that hold or get blocks
     * @param me          number of this rank among them
     */
    RowMoves(BlockMap from, int[] holderOf, BlockMap to, IntUnaryOperator firstColumn, int ranks, int me) {
        this.from = from;
        this.holderOf = holderOf;
        this.to = to;
        this.firstColumn = firstColumn;
        this.me = me;
        sent = new long[ranks];
        received = new long[ranks];
    }

    /** Takes up block row {@code i}. */
    void begin(int i) {
        blockRow = i;
        Arrays.fill(sent, 0);
        Arrays.fill(received, 0);
        forEach((j, source, target) -> {
            if (target != me) {
                sent[target] += elements(j);
            } else if (source != me) {
                received[source] += elements(j);
            }
        });
    }

    /** Returns the number of columns of block column {@code j} of [A | b]. */
    int columns(int j) {
        return Math.min(from.nb(), from.n() + 1 - j * from.nb());
    }

    /** Returns the number of elements of the block in block column {@code j}. */
    long elements(int j) {
        return (long) from.width(blockRow) * columns(j);
    }

    /** Returns the block row that was taken up last. */
    int blockRow() {
        return blockRow;
    }

    /** Returns the doubles that this rank sends to each rank, indexed by rank; valid until the next {@link #begin}. */
    long[] sent() {
        return sent;
    }

    /** Returns the doubles that this rank receives from each rank, indexed by rank; valid until the next {@link #begin}. */
    long[] received() {
        return received;
    }

    /**
     * Visits the blocks of the block row that are carried and that this rank holds or gets, ascending by block column.
     */
    void forEach(Visitor visitor) {
        for (int j = firstColumn.applyAsInt(blockRow); j < from.kappa().length; j++) {
            int source = holderOf[from.owner(blockRow, j)];
            int target = to.owner(blockRow, j);
            if (source == me || target == me) {
                visitor.at(j, source, target);
            }
        }
    }
}
