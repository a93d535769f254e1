package hplhetero.hpl.model.messages;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.RowSwapTraffic;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Collective;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The messages that runs send, read from the descriptions of their algorithms. Each shape is read once, however many runs are replayed. For
 * any number of threads.
 */
public final class RunMessages {
    /** Panel deliveries by what was asked for. Keys are lists, whose hash codes need no code made at run time, as those of records do. */
    private final Map<List<Object>, PanelDelivery> panels = new ConcurrentHashMap<>();
    private final Map<List<Object>, PivotRounds> pivots = new ConcurrentHashMap<>();
    private final Map<List<Object>, SwapRounds> swaps = new ConcurrentHashMap<>();
    private final Map<List<Object>, List<SwapStage>> swapStages = new ConcurrentHashMap<>();
    private final Map<List<Object>, List<SiteCrossing>> crossings = new ConcurrentHashMap<>();

    /**
     * Returns how a panel gets from its root to all ranks of a process row that no slow link between sites parts.
     *
     * @param algorithm how the panel is broadcast
     * @param ranks     number of ranks of the process row
     */
    public PanelDelivery panel(BroadcastAlgorithm algorithm, int ranks) {
        return panels.computeIfAbsent(List.of(algorithm, ranks), key -> read(algorithm, Sites.of(new int[ranks])));
    }

    /**
     * Returns how a panel gets from its root to all ranks of a process row at several sites; a site is a group of hosts with faster links
     * within it than to other sites.
     *
     * @param algorithm how the panel is broadcast within the root's site
     * @param siteOf    number of the site of each rank of the process row, in the order of the ranks around the row, the root first
     */
    public PanelDelivery panel(BroadcastAlgorithm algorithm, int[] siteOf) {
        return panels.computeIfAbsent(List.of(algorithm, pattern(siteOf)), key -> read(algorithm, Sites.of(siteOf)));
    }

    private static PanelDelivery read(BroadcastAlgorithm algorithm, Sites sites) {
        return new DeliveryReader(Algorithms.delivery(algorithm, sites, 0), sites).read();
    }

    /** Returns for each rank the first rank at its site: what counts is who sits together, not where. */
    private static List<Integer> pattern(int[] siteOf) {
        List<Integer> pattern = new ArrayList<>(siteOf.length);
        for (int site : siteOf) {
            int first = 0;
            while (siteOf[first] != site) {
                first++;
            }
            pattern.add(first);
        }
        return pattern;
    }

    /**
     * Returns the messages of the pivot exchange for one column of a panel, among the ranks of a process column that no slow link between
     * sites parts. The first rank has the current row.
     *
     * @param ranks        number of ranks of the process column
     * @param payloadBytes bytes of a row of the panel
     */
    public PivotRounds pivots(int ranks, long payloadBytes) {
        return pivots.computeIfAbsent(List.of(ranks, payloadBytes),
                key -> PivotRounds.of(Algorithms.of(Collective.PIVOT_EXCHANGE).getFirst().traffic(ranks, payloadBytes, 0)));
    }

    /**
     * Returns the messages of the pivot exchange for one column of a panel, among the ranks of a process column at several sites; a site is
     * a group of hosts with faster links within it than to other sites. The pivot is assumed at another site than the current row, which
     * the first rank has: this is the longer way.
     *
     * @param siteOf       number of the site of each rank of the process column, indexed by rank; at least two sites
     * @param payloadBytes bytes of a row of the panel
     */
    public PivotRounds pivots(int[] siteOf, long payloadBytes) {
        return pivots.computeIfAbsent(List.of(pattern(siteOf), payloadBytes), key -> {
            int winner = IntStream.range(1, siteOf.length).filter(rank -> siteOf[rank] != siteOf[0]).findFirst().orElse(0);
            return PivotRounds.of(Algorithms.hierarchicalPivots(Sites.of(siteOf), payloadBytes, 0, winner));
        });
    }

    /**
     * Returns the messages of a row swap among the ranks of a process column that no slow link between sites parts.
     *
     * @param algorithm binary exchange or spread-roll, as {@link SwapAlgorithm#taken} returns it
     * @param ranks     number of ranks of the process column
     */
    public SwapRounds swap(SwapAlgorithm algorithm, int ranks) {
        return swaps.computeIfAbsent(List.of(algorithm, ranks), key -> SwapRounds.of(algorithm, Sites.of(new int[ranks])));
    }

    /**
     * Returns the messages of a row swap among the ranks of a process column at several sites; a site is a group of hosts with faster links
     * within it than to other sites. Rows are then swapped by spread-roll.
     *
     * @param algorithm binary exchange or spread-roll, as {@link SwapAlgorithm#taken} returns it
     * @param siteOf    number of the site of each rank of the process column, indexed by rank; at least two sites
     */
    public SwapRounds swap(SwapAlgorithm algorithm, int[] siteOf) {
        return swaps.computeIfAbsent(List.of(algorithm, pattern(siteOf)), key -> SwapRounds.of(algorithm, Sites.of(siteOf)));
    }

    /**
     * Returns the stages of a row swap, one after the other, with each message of a stage. No slow link between sites parts the ranks. The
     * pivots are taken to displace as many rows of the panel as U has rows, all of them from one rank.
     *
     * @param algorithm binary exchange or spread-roll, as {@link SwapAlgorithm#taken} returns it
     * @param ranks     number of ranks of the process column
     * @param owner     rank of the process column that has the displaced rows, 0 .. ranks - 1
     */
    public List<SwapStage> swapStages(SwapAlgorithm algorithm, int ranks, int owner) {
        return swapStages.computeIfAbsent(List.of(algorithm, ranks, owner), key -> {
            RowSwapTraffic traffic = RowSwapTraffic.expected(algorithm, Sites.of(new int[ranks]), ranks, SwapRounds.leaving(owner, ranks),
                    1);
            return IntStream.range(0, traffic.stages()).mapToObj(stage -> SwapStage.of(traffic, stage)).toList();
        });
    }

    /**
     * Returns, for each two sites of a process column between which a row swap sends rows, how many rows cross; a site is a group of hosts
     * with faster links within it than to other sites. Pivots are taken to displace as many rows as U has; empty where all ranks are at one
     * site.
     *
     * @param algorithm binary exchange or spread-roll, as {@link SwapAlgorithm#taken} returns it
     * @param siteOf    number of the site of each rank of the process column, indexed by rank
     */
    public List<SiteCrossing> crossings(SwapAlgorithm algorithm, int[] siteOf) {
        return crossings.computeIfAbsent(List.of(algorithm, pattern(siteOf)), key -> SiteCrossing.of(algorithm, siteOf));
    }
}
