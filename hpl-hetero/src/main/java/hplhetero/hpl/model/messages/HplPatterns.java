package hplhetero.hpl.model.messages;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.model.messages.PanelDelivery.Exchange;
import hplhetero.hpl.model.messages.PanelDelivery.Hop;
import hplhetero.hpl.model.messages.PanelDelivery.Piece;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.RowSwapTraffic;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The patterns of messages that all ranks of a grid send at once, for which paths are chosen: all process rows broadcast a panel, or all
 * process columns swap rows or exchange pivots. Ranks are those of the world; they sit at one site. Immutable; for any number of threads.
 *
 * <p>Panels start at each process column in turn, and rows leave each process row in turn. The messages from one start are put together
 * with those from other starts, as long as no rank sends or receives more at once than the busiest rank does from one start. Paths that
 * serve all together then serve each start, and there is less to choose for. In a ring, all segments of a panel are on their way at once,
 * and panels follow each other. So the messages of all starts together are one pattern, in which each rank sends to the next of its row.
 *
 * <p>Who sends to whom is read from what the algorithms describe. Bytes are parts of one MiB, which stands for a panel's part in a row or
 * for the rows of a swap in a column.
 */
public final class HplPatterns {
    /** Bytes that stand for a whole panel, or for all rows of a swap. */
    private static final long WHOLE_BYTES = 1 << 20;

    private final VirtualGrid grid;
    private final int ranks;
    private final int[][] rows;
    private final int[][] columns;
    private final RunMessages messages = new RunMessages();

    private HplPatterns(VirtualGrid grid, int ranks) {
        this.grid = grid;
        this.ranks = ranks;
        rows = IntStream.range(0, grid.rows()).mapToObj(r -> LocalLayout.rowMembers(grid, r)).toArray(int[][]::new);
        columns = IntStream.range(0, grid.cols()).mapToObj(c -> LocalLayout.columnMembers(grid, c)).toArray(int[][]::new);
    }

    /**
     * Returns the messages that the ranks of a grid of cells send at once in panel broadcasts, row swaps and pivot exchanges. Such a grid
     * is a process grid in which a rank may own several places (cells).
     *
     * @param grid  owner of each cell, a rank of the world
     * @param ranks number of ranks of the world, some of which may own no cell
     * @throws IllegalArgumentException when an owner is no rank of the world
     */
    public static HplPatterns of(VirtualGrid grid, int ranks) {
        for (int owner : grid.owners()) {
            if (owner < 0 || owner >= ranks) {
                throw new IllegalArgumentException("owner=" + owner + ": there are ranks=" + ranks);
            }
        }
        return new HplPatterns(grid, ranks);
    }

    /**
     * Returns the messages that the ranks of a P x Q process grid send at once in panel broadcasts, row swaps and pivot exchanges. The
     * world has P x Q ranks, one at each place of the grid.
     *
     * @param p       number of process rows
     * @param q       number of process columns
     * @param mapping whether ranks are numbered by rows or by columns (PMAP)
     */
    public static HplPatterns of(int p, int q, ProcessMapping mapping) {
        return of(VirtualGrid.numbered(p, q, mapping), p * q);
    }

    /**
     * Returns the messages that the ranks of a P x Q process grid send at once in panel broadcasts, row swaps and pivot exchanges. The grid
     * has the first P x Q ranks of a world that may have more ranks.
     *
     * @param p       number of process rows
     * @param q       number of process columns
     * @param mapping whether ranks are numbered by rows or by columns (PMAP)
     * @param ranks   number of ranks of the world, at least P x Q
     */
    public static HplPatterns of(int p, int q, ProcessMapping mapping, int ranks) {
        return of(VirtualGrid.numbered(p, q, mapping), ranks);
    }

    /**
     * Returns the messages that ranks send at once in panel broadcasts, row swaps and pivot exchanges on a map that is given block by
     * block.
     *
     * @param n     order of A
     * @param nb    blocking factor
     * @param map   owner of each cell (place of the process grid), and the cell row or cell column of each block row or block column
     * @param ranks number of ranks of the world, some of which may own no cell
     */
    public static HplPatterns of(int n, int nb, MapSpec.Explicit map, int ranks) {
        return of(BlockMap.of(n, nb, map).grid(), ranks);
    }

    /**
     * Returns the messages of the panel broadcasts of all process rows at once. A stage of the traffic has what is sent at the same time in
     * one step of the algorithm. There are messages of panels from every process column.
     *
     * @param algorithm how panels are broadcast
     */
    public Traffic rows(BroadcastAlgorithm algorithm) {
        PatternStages stages = new PatternStages("panels by " + algorithm.hplName(), ranks);
        PanelDelivery[] deliveries = new PanelDelivery[rows.length];
        int[][] phases = new int[rows.length][];
        for (int r = 0; r < rows.length; r++) {
            deliveries[r] = messages.panel(algorithm, rows[r].length);
            phases[r] = deliveries[r].phases();
        }
        int last = IntStream.range(0, rows.length).flatMap(r -> IntStream.of(phases[r])).max().orElse(-1);
        for (int phase = 0; phase <= last; phase++) {
            int now = phase;
            fromEachColumn(stages, (r, root) -> hops(stages, deliveries[r], phases[r], now, rows[r], root));
        }
        int rounds = IntStream.range(0, rows.length).map(r -> deliveries[r].exchange().map(Exchange::rounds).orElse(0)).max().orElse(0);
        for (int round = 0; round < rounds; round++) {
            int now = round;
            fromEachColumn(stages, (r, root) -> deliveries[r].exchange().filter(exchange -> now < exchange.rounds())
                    .ifPresent(exchange -> pieces(stages, exchange.pieces().get(now), rows[r], root)));
        }
        fromEachColumn(stages, (r, root) -> deliveries[r].exchange().ifPresent(exchange -> steps(stages, exchange, rows[r], root)));
        return stages.traffic();
    }

    private interface Row {
        /** Adds what a row sends when its panel starts at its member number {@code root}. */
        void add(int row, int root);
    }

    private void fromEachColumn(PatternStages stages, Row row) {
        for (int c = 0; c < grid.cols(); c++) {
            for (int r = 0; r < rows.length; r++) {
                row.add(r, indexOf(grid.owner(r, c), rows[r]));
            }
            stages.endStart();
        }
        stages.endStage();
    }

    private static int indexOf(int rank, int[] members) {
        int i = 0;
        while (members[i] != rank) {
            i++;
        }
        return i;
    }

    private static void hops(PatternStages stages, PanelDelivery delivery, int[] phases, int phase, int[] members, int root) {
        for (int i = 0; i < phases.length; i++) {
            if (phases[i] == phase) {
                Hop hop = delivery.hops().get(i);
                stages.add(at(members, root, hop.from()), at(members, root, hop.to()), WHOLE_BYTES);
            }
        }
    }

    private static int at(int[] members, int root, int relative) {
        return members[(root + relative) % members.length];
    }

    private static void pieces(PatternStages stages, List<Piece> pieces, int[] members, int root) {
        for (Piece piece : pieces) {
            stages.add(at(members, root, piece.pair().from()), at(members, root, piece.pair().to()), bytes(piece.share().value()));
        }
    }

    private static void steps(PatternStages stages, Exchange exchange, int[] members, int root) {
        for (Pair pair : exchange.pairs()) {
            stages.add(at(members, root, pair.from()), at(members, root, pair.to()), bytes(exchange.inEachStep().value()));
        }
    }

    /** Returns the bytes of a part of {@link #WHOLE_BYTES}; at least one, since an empty message loads nothing. */
    private static long bytes(double share) {
        return Math.max(1, Math.round(WHOLE_BYTES * share));
    }

    /**
     * Returns the messages of the row swaps of all process columns at once. A stage of the traffic has what is sent at the same time in one
     * step of the algorithm. Pivot rows are taken to come from all process rows alike.
     *
     * @param algorithm how rows are swapped; {@link SwapAlgorithm#MIX} gives the stages of binary exchange, then those of spread-roll
     */
    public Traffic columns(SwapAlgorithm algorithm) {
        PatternStages stages = new PatternStages("swaps by " + algorithm.name().toLowerCase(Locale.ROOT).replace('_', ' '), ranks);
        List<SwapAlgorithm> taken = algorithm == SwapAlgorithm.MIX ? List.of(SwapAlgorithm.BINARY_EXCHANGE, SwapAlgorithm.SPREAD_ROLL)
                : List.of(algorithm);
        for (SwapAlgorithm one : taken) {
            ofColumns(stages, members -> swap(one, members));
        }
        return stages.traffic();
    }

    private static Traffic swap(SwapAlgorithm algorithm, int members) {
        long[] leaving = new long[members];
        Arrays.fill(leaving, members);
        return RowSwapTraffic.expected(algorithm, Sites.of(new int[members]), members, leaving, Math.max(1, WHOLE_BYTES / members));
    }

    /**
     * Returns the messages of the pivot exchanges of all process columns at once; each stage of the traffic is a round of the exchange. The
     * messages are the same whichever rank owns the current row.
     */
    public Traffic pivots() {
        PatternStages stages = new PatternStages("pivots", ranks);
        Algorithm exchange = Algorithms.of(Collective.PIVOT_EXCHANGE).getFirst();
        ofColumns(stages, members -> exchange.traffic(members, 0, 0));
        return stages.traffic();
    }

    private void ofColumns(PatternStages stages, IntFunction<Traffic> traffic) {
        Traffic[] traffics = Arrays.stream(columns).map(members -> members.length == 1 ? null : traffic.apply(members.length))
                .toArray(Traffic[]::new);
        int last = Arrays.stream(traffics).filter(Objects::nonNull).mapToInt(Traffic::stages).max().orElse(0);
        for (int stage = 0; stage < last; stage++) {
            for (int c = 0; c < columns.length; c++) {
                if (traffics[c] != null && stage < traffics[c].stages()) {
                    int[] members = columns[c];
                    traffics[c].messages(stage, (from, to, bytes) -> stages.add(members[from], members[to], bytes));
                }
            }
            stages.endStart();
            stages.endStage();
        }
    }

    /**
     * Returns the messages that ranks send at once in a run by these algorithms, as three traffics for which network paths are to be
     * chosen. The first is that of panel broadcasts, for which good paths matter most. The row swaps come next, and then the pivot
     * exchanges; with spread-roll the pivot exchanges come before the row swaps.
     *
     * <p>The reason for this order: in each round of pivot exchanges every rank sends once, and none of its pairs is in another round, so
     * paths can be found on which no two messages of a round share a link. The rows that roll around a ring then take the paths of the
     * first round, and the rows that are spread, from each rank to all, find room beside them.
     *
     * @param broadcast how panels are broadcast
     * @param swap      how rows are swapped
     */
    public List<Traffic> all(BroadcastAlgorithm broadcast, SwapAlgorithm swap) {
        return swap == SwapAlgorithm.SPREAD_ROLL ? List.of(rows(broadcast), pivots(), columns(swap))
                : List.of(rows(broadcast), columns(swap), pivots());
    }
}
