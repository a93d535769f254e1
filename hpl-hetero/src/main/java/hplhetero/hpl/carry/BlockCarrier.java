package hplhetero.hpl.carry;

import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;

/**
 * Carries the state of a stopped factorization from an old map of blocks to a new one, with all its bits. Both maps are of the same matrix
 * in the same blocks; grids, cells, weights and ranks may differ. What is carried: of block row i the blocks in columns &gt;= i where i is
 * less than the number of applied panels (rows of U), else the trailing matrix; column N, which is b, too. L is not carried, since a
 * factorization that goes on does not need it.
 *
 * <p>Block rows are carried one after another, some of them at once. From rank to rank goes one message for each block row, with all its
 * blocks that change owners between the two. Blocks that a rank keeps are copied without a message. Which messages there are follows from
 * the maps, so ranks ask each other nothing. Owner: the rank's thread.
 */
public final class BlockCarrier {
    /** Number of block rows on their way at once: while messages of one are on their way, the next one is read. */
    private static final int ROWS_AT_ONCE = 2;

    private final Communicator ranks;
    private final BlockMap from;
    private final int[] holderOf;
    private final BlockMap to;

    /**
     * Makes a carrier; sends nothing. All ranks pass the same.
     *
     * @param ranks    communicator of all ranks that hold blocks of the old map or get blocks of the new one; rank r of the new map is rank
     *                 r of this communicator
     * @param from     old map
     * @param holderOf rank of {@code ranks} that holds the blocks of each rank of the old map, indexed by rank of the old map; entries of
     *                 ranks without a cell are not read
     * @param to       new map
     * @throws IllegalArgumentException when the maps are of different matrices or blocks, or name a rank that is not in {@code ranks}
     */
    public BlockCarrier(Communicator ranks, BlockMap from, int[] holderOf, BlockMap to) {
        if (from.n() != to.n() || from.nb() != to.nb()) {
            throw new IllegalArgumentException("N=" + from.n() + " NB=" + from.nb() + " on the old map, N=" + to.n() + " NB=" + to.nb()
                    + " on the new one: choose a new map with the old N and NB");
        }
        for (int owner : from.grid().owners()) {
            if (owner >= holderOf.length) {
                throw new IllegalArgumentException("holders=" + holderOf.length + ", the old map has rank " + owner
                        + ": name the holder of the blocks of each rank");
            }
            requireIn(ranks, holderOf[owner], "holder of the blocks of rank " + owner + " of the old map");
        }
        for (int owner : to.grid().owners()) {
            requireIn(ranks, owner, "owner on the new map");
        }
        this.ranks = ranks;
        this.from = from;
        this.holderOf = holderOf.clone();
        this.to = to;
    }

    private static void requireIn(Communicator ranks, int rank, String what) {
        if (rank < 0 || rank >= ranks.size()) {
            throw new IllegalArgumentException("rank=" + rank + " is " + what + ", ranks=" + ranks.size() + ": name one of 0.."
                    + (ranks.size() - 1));
        }
    }

    /**
     * Carries the state from local matrices to local matrices, which have no memory in common. Collective over all ranks. Each element that
     * changes ranks is sent once. Memory beside the matrices: what this rank sends and receives of two block rows.
     *
     * @param panels   number of panels that have been applied
     * @param old      local matrices of the rank of the old map whose blocks this rank holds, in the host's memory; empty where it holds
     *                 none
     * @param matrices out: local matrices of this rank on the new map, in the host's memory; elements that a factorization no longer needs
     *                 stay as they are; empty where it owns no cell
     * @throws OutOfMemoryError on all ranks, when one of them has no memory for the messages
     */
    public void carry(int panels, LocalMatrix[] old, LocalMatrix[] matrices) {
        carry(panels, new MatrixSource(from, old), matrices);
    }

    /** Carries the state from any source, as {@link #carry(int, LocalMatrix[], LocalMatrix[])} does. Collective. */
    void carry(int panels, BlockSource source, LocalMatrix[] matrices) {
        CarriedRow.Sizes sizes = sizes(panels);
        Optional<String> lacking = MessageMemory.lend(arena -> {
            CarriedRow[] rows = new CarriedRow[ROWS_AT_ONCE];
            Optional<String> failure = FirstFailure.among(ranks, allocate(rows, panels, sizes, matrices, arena));
            if (failure.isEmpty()) {
                carry(source, rows);
            }
            return failure;
        });
        if (lacking.isPresent()) {
            throw new OutOfMemoryError(lacking.get());
        }
    }

    private Optional<String> allocate(CarriedRow[] rows, int panels, CarriedRow.Sizes sizes, LocalMatrix[] matrices, Arena arena) {
        try {
            ProgressLoop progress = new ProgressLoop();
            MatrixSource target = new MatrixSource(to, matrices);
            for (int slot = 0; slot < rows.length; slot++) {
                rows[slot] = new CarriedRow(ranks, progress, moves(panels), target, sizes, arena);
            }
            return Optional.empty();
        } catch (OutOfMemoryError e) {
            return Optional.of("no memory for " + rows.length + " x " + 8 * (sizes.sent() + sizes.received())
                    + " bytes of blocks on their way to a new map: choose a smaller NB, or let fewer ranks share a host");
        }
    }

    private RowMoves moves(int panels) {
        return new RowMoves(from, holderOf, to, panels, ranks.size(), ranks.rank());
    }

    private CarriedRow.Sizes sizes(int panels) {
        RowMoves moves = moves(panels);
        long sent = 0;
        long received = 0;
        for (int i = 0; i < from.panels(); i++) {
            moves.begin(i);
            sent = Math.max(sent, Arrays.stream(moves.sent()).sum());
            received = Math.max(received, Arrays.stream(moves.received()).sum());
        }
        return new CarriedRow.Sizes(sent, received);
    }

    private void carry(BlockSource source, CarriedRow[] rows) {
        for (int i = 0; i < from.panels(); i++) {
            CarriedRow row = rows[i % rows.length];
            ranks.activity().phase("carrying block row", i);
            row.finish();
            row.start(i, source);
        }
        for (CarriedRow row : rows) {
            row.finish();
        }
    }
}
