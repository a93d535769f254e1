package hplhetero.hpl.swap;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;

/**
 * The messages by which the ranks of a process column swap rows. First, rows go straight to the one rank that is to have them; then the
 * other rows come together on all ranks. {@link BinaryExchangeSwap} and {@link SpreadRollSwap} send these messages. A rank that waits for
 * no straight rows begins with the gathered ones at once.
 *
 * @param name     name of the algorithm
 * @param straight bytes that go straight, indexed by sender, then receiver; no entries where no rows go straight
 * @param gathered messages of the pieces that come together on all ranks
 * @param gathers  whether any piece has bytes
 */
public record RowSwapTraffic(String name, long[][] straight, Traffic gathered, boolean gathers) implements Traffic {
    private static final long[][] NONE = {};

    /**
     * Returns the messages by which one process column swaps rows for a panel whose pivots are known.
     *
     * @param c           the case, whose row swap, threshold and equilibration are taken
     * @param sites       sites of the ranks of the process column: groups of hosts with faster links within than between them
     * @param rankOfRow   rank of the process column that owns each block row there, indexed by block row; need not be cyclic
     * @param permutation permutation that the pivots amount to
     * @param columns     number of columns that are swapped at once
     */
    public static RowSwapTraffic of(HplCase c, Sites sites, int[] rankOfRow, RowPermutation permutation, int columns) {
        SwapItems items = new SwapItems(new ProcessColumn(null, sites, rankOfRow, c.blockSize()));
        items.describe(permutation, columns);
        return switch (c.swap().among(sites).taken(columns, c.swapThreshold())) {
            case BINARY_EXCHANGE -> binaryExchange(items);
            case SPREAD_ROLL -> spreadRoll(items, sites, c.equilibrate());
            case MIX -> throw mixed();
        };
    }

    /** Returns the messages of items arranged as {@link BinaryExchangeSwap} does. */
    private static RowSwapTraffic binaryExchange(SwapItems items) {
        items.arrangeAll();
        return gathered(items.lengths);
    }

    /** Returns the messages of items arranged as {@link SpreadRollSwap} does. */
    private static RowSwapTraffic spreadRoll(SwapItems items, Sites sites, boolean equilibrate) {
        items.arrangeU(equilibrate);
        int ranks = items.lengths.length;
        long[][] straight = new long[ranks][ranks];
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                straight[from][to] = items.bytes(from, to);
            }
        }
        return spread(straight, sites, items.lengths);
    }

    /**
     * Returns the mean messages over pivots that are equally likely to be on any rank, of a matrix with many more rows than the panel. Each
     * rank has an equal number of the rows of U. Where these rows have to be evened out over the ranks first (HPL's equilibration), a
     * number of rows of about the square root of theirs moves; this is left out.
     *
     * @param algorithm binary exchange or spread-roll; between several sites spread-roll is taken in any case
     * @param sites     sites of the ranks of the process column: groups of hosts with faster links within than between them
     * @param rowsOfU   number of rows of U, a multiple of the number of ranks
     * @param leaving   number of the rows displaced by pivots that each rank has, indexed by rank of the process column; they go in equal
     *                  numbers to all ranks, the rank itself included, so each is a multiple of the number of ranks
     * @param rowBytes  bytes of a row
     * @throws IllegalArgumentException for {@link SwapAlgorithm#MIX} at one site
     */
    public static RowSwapTraffic expected(SwapAlgorithm algorithm, Sites sites, long rowsOfU, long[] leaving, long rowBytes) {
        int ranks = leaving.length;
        long[] lengths = new long[ranks];
        long[][] straight = new long[ranks][];
        boolean all = switch (algorithm.among(sites)) {
            case BINARY_EXCHANGE -> true;
            case SPREAD_ROLL -> false;
            case MIX -> throw mixed();
        };
        long[] nothing = new long[ranks];
        for (int from = 0; from < ranks; from++) {
            lengths[from] = (rowsOfU / ranks + (all ? leaving[from] : 0)) * rowBytes;
            straight[from] = nothing;
            if (leaving[from] > 0) {
                straight[from] = new long[ranks];
                Arrays.fill(straight[from], leaving[from] / ranks * rowBytes);
            }
        }
        return all ? gathered(lengths) : spread(straight, sites, lengths);
    }

    private static RowSwapTraffic gathered(long[] lengths) {
        return new RowSwapTraffic("binary exchange", NONE, Algorithms.allgather(BinaryExchangeSwap.GATHER, lengths), any(lengths));
    }

    private static RowSwapTraffic spread(long[][] straight, Sites sites, long[] lengths) {
        Traffic gathered = Algorithms.hierarchicalAllgather(SpreadRollSwap.GATHER, sites, lengths);
        return new RowSwapTraffic("spread-roll", straight, gathered, any(lengths));
    }

    private static boolean any(long[] lengths) {
        long sum = 0;
        for (long length : lengths) {
            sum += length;
        }
        return sum > 0;
    }

    private static IllegalArgumentException mixed() {
        return new IllegalArgumentException("swap=MIX: ask what it takes for so many columns");
    }

    @Override
    public int ranks() {
        return gathered.ranks();
    }

    @Override
    public int stages() {
        return first() + (gathers ? gathered.stages() : 0);
    }

    /** Returns the stage in which the first gathered pieces are sent. */
    private int first() {
        return straight.length > 0 ? 1 : 0;
    }

    @Override
    public int postsUpTo(int stage) {
        return stage < first() ? stage : first() + gathered.postsUpTo(stage - first());
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        if (stage >= first()) {
            gathered.stage(stage - first(), rank, sink);
            return;
        }
        for (int peer = 0; peer < straight.length; peer++) {
            if (peer != rank && straight[peer][rank] > 0) {
                sink.receive(peer, straight[peer][rank]);
            }
            if (peer != rank && straight[rank][peer] > 0) {
                sink.send(peer, straight[rank][peer]);
            }
        }
    }
}
