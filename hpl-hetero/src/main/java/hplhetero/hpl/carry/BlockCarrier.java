package hplhetero.hpl.carry;

import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

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

    /**
     * Carries block columns to their new owners, on maps that differ in the virtual columns of block columns alone. The local matrices of
     * both maps share their memory. Collective over all ranks. Each element that changes ranks is sent once. Memory beside the matrices:
     * what this rank sends and receives of two block rows, and a row for each worker.
     *
     * @param first    first block column that may change its owner; those before it stay where they are, and may no longer be needed
     * @param old      local matrices of this rank on the old map, in the host's memory; empty where it owns no cell
     * @param matrices out: local matrices of the same virtual columns on the new map, in the same order and with the same leading
     *                 dimensions and memory, which must have room for all columns of both maps; empty where this rank owns no cell
     * @param pool     this rank's workers, which are idle
     * @throws OutOfMemoryError on all ranks, when one of them has no memory for the messages
     */
    public void carryInPlace(int first, LocalMatrix[] old, LocalMatrix[] matrices, WorkerPool pool) {
        IntUnaryOperator columns = i -> first;
        CarriedRow.Sizes sizes = sizes(columns);
        lend(arena -> {
            CarriedRow[] rows = new CarriedRow[ROWS_AT_ONCE];
            ProgressLoop progress = new ProgressLoop();
            RowRelay[] relay = new RowRelay[1];
            Optional<String> failure = FirstFailure.among(ranks, lacking(sizes, () -> {
                allocate(rows, columns, sizes, matrices, progress, arena);
                relay[0] = new RowRelay(from, to, first, old, matrices, ranks.rank(), pool, progress::poll, arena);
            }));
            MatrixSource source = new MatrixSource(from, old);
            if (failure.isEmpty()) {
                carry(rows, (i, row) -> row.start(i, source, relay[0]::relay));
            }
            return failure;
        });
    }

    /** Carries the state from any source, as {@link #carry(int, LocalMatrix[], LocalMatrix[])} does. Collective. */
    void carry(int panels, BlockSource source, LocalMatrix[] matrices) {
        // a row of U is needed from its diagonal block on, a row of the trailing matrix behind the applied panels
        IntUnaryOperator columns = i -> Math.min(i, panels);
        CarriedRow.Sizes sizes = sizes(columns);
        lend(arena -> {
            CarriedRow[] rows = new CarriedRow[ROWS_AT_ONCE];
            Optional<String> failure = FirstFailure.among(ranks, lacking(sizes,
                    () -> allocate(rows, columns, sizes, matrices, new ProgressLoop(), arena)));
            if (failure.isEmpty()) {
                carry(rows, (i, row) -> row.start(i, source));
            }
            return failure;
        });
    }

    /** Lends memory for messages to some work that says what memory is lacking. */
    private static void lend(Function<Arena, Optional<String>> work) {
        Optional<String> lacking = MessageMemory.lend(work);
        if (lacking.isPresent()) {
            throw new OutOfMemoryError(lacking.get());
        }
    }

    private static Optional<String> lacking(CarriedRow.Sizes sizes, Runnable allocation) {
        try {
            allocation.run();
            return Optional.empty();
        } catch (OutOfMemoryError e) {
            return Optional.of("no memory for " + ROWS_AT_ONCE + " x " + 8 * (sizes.sent() + sizes.received())
                    + " bytes of blocks on their way to a new map: choose a smaller NB, or let fewer ranks share a host");
        }
    }

    private void allocate(CarriedRow[] rows, IntUnaryOperator columns, CarriedRow.Sizes sizes, LocalMatrix[] matrices,
            ProgressLoop progress, Arena arena) {
        MatrixSource target = new MatrixSource(to, matrices);
        for (int slot = 0; slot < rows.length; slot++) {
            rows[slot] = new CarriedRow(ranks, progress, moves(columns), target, sizes, arena);
        }
    }

    private RowMoves moves(IntUnaryOperator columns) {
        return new RowMoves(from, holderOf, to, columns, ranks.size(), ranks.rank());
    }

    private CarriedRow.Sizes sizes(IntUnaryOperator columns) {
        RowMoves moves = moves(columns);
        long sent = 0;
        long received = 0;
        for (int i = 0; i < from.panels(); i++) {
            moves.begin(i);
            sent = Math.max(sent, Arrays.stream(moves.sent()).sum());
            received = Math.max(received, Arrays.stream(moves.received()).sum());
        }
        return new CarriedRow.Sizes(sent, received);
    }

    /** Starts to carry a block row. */
    private interface Starter {
        void start(int i, CarriedRow row);
    }

    private void carry(CarriedRow[] rows, Starter starter) {
        for (int i = 0; i < from.panels(); i++) {
            CarriedRow row = rows[i % rows.length];
            ranks.activity().phase("carrying block row", i);
            row.finish();
            starter.start(i, row);
        }
        for (CarriedRow row : rows) {
            row.finish();
        }
    }
}
