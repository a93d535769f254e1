package hplhetero.hpl.swap;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;

/**
 * What the ranks of a process column send to swap rows: first rows that go straight to the one rank that is to have them, then those that
 * come together on all. The executors stand beside it; a rank that waits for none of the former begins with the latter at once.
 *
 * @param name     of the algorithm
 * @param straight bytes from each rank to each; no rank has an entry where none go straight
 * @param gathered pieces that come together
 * @param gathers  whether any of them has bytes
 */
public record RowSwapTraffic(String name, long[][] straight, Traffic gathered, boolean gathers) implements Traffic {
    private static final long[][] NONE = {};

    /**
     * Of given pivots.
     *
     * @param sites     of the ranks of the process column
     * @param rankOfRow from block row to the rank that owns it in this virtual column
     * @param columns   that are swapped at once
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

    /** Arranges the items as {@link BinaryExchangeSwap} does. */
    private static RowSwapTraffic binaryExchange(SwapItems items) {
        items.arrangeAll();
        return gathered(items.lengths);
    }

    /** Arranges the items as {@link SpreadRollSwap} does. */
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
     * The mean over pivots that are equally likely to be on any rank, of a matrix with many more rows than the panel. Rows of U are spread
     * evenly; the few that evening out moves, about the root of their number, are left out.
     *
     * @param algorithm binary exchange or spread-roll; among several sites the latter
     * @param sites     of the ranks
     * @param rowsOfU   a multiple of the number of ranks
     * @param leaving   rows that leave each rank for any rank, itself included: multiples of the number of ranks
     * @param rowBytes  of a row
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

    /** The stage of the first gathered pieces. */
    private int first() {
        return straight.length > 0 ? 1 : 0;
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
