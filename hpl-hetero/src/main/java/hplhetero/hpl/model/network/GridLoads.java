package hplhetero.hpl.model.network;

import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.model.messages.Pair;
import hplhetero.hpl.model.messages.PanelDelivery;
import hplhetero.hpl.model.messages.PanelDelivery.Exchange;
import hplhetero.hpl.model.messages.PanelDelivery.Hop;
import hplhetero.hpl.model.messages.PanelDelivery.Piece;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The loads of a grid's messages while all process rows send a panel at once, or all process columns swap rows at once. The load of a
 * message is how long the most loaded link of its route needs for all that passes the link then. Each load is found once, when it is asked
 * for. For any number of threads.
 */
public final class GridLoads {
    private final FabricCosts costs;
    private final int[][] rows;
    private final int[][] columns;
    private final LinkLoads passes;
    private final Map<List<Object>, RowLoads[]> found = new HashMap<>();
    private final Map<SwapAlgorithm, ColumnLoads[]> swaps = new HashMap<>();

    GridLoads(FabricCosts costs, int[][] rows, int[][] columns) {
        this.costs = costs;
        this.rows = rows;
        this.columns = columns;
        passes = new LinkLoads(costs);
    }

    /**
     * Returns the cost of a message that is alone on its way.
     *
     * @param from    world rank that sends
     * @param to      world rank that receives
     * @param scratch space of {@link #scratch}, used by one thread at a time
     */
    public PairCost link(int from, int to, int[] scratch) {
        return costs.link(from, to, scratch);
    }

    /** Returns a new array for {@link #link} to write into, which one thread at a time may use. */
    public int[] scratch() {
        return costs.scratch();
    }

    /**
     * Returns what a panel broadcast takes in each process row while all other process rows broadcast at the same time, so that their
     * messages share links: seconds for each byte of the panel, for each message from rank to rank.
     *
     * @param algorithm how panels are broadcast
     * @param roots     index of each row's root among the row's ranks, from 0, indexed by row
     * @param messages  messages of the algorithms
     * @return loads by process row; null for a row of a single rank
     */
    public synchronized RowLoads[] panel(BroadcastAlgorithm algorithm, int[] roots, RunMessages messages) {
        return found.computeIfAbsent(List.of(algorithm, Arrays.stream(roots).boxed().toList()), _ -> panels(algorithm, roots, messages));
    }

    private RowLoads[] panels(BroadcastAlgorithm algorithm, int[] roots, RunMessages messages) {
        PanelDelivery[] deliveries = new PanelDelivery[rows.length];
        int[][] ranks = new int[rows.length][];
        double[][] hops = new double[rows.length][];
        int[][] phases = new int[rows.length][];
        for (int r = 0; r < rows.length; r++) {
            deliveries[r] = messages.panel(algorithm, rows[r].length);
            ranks[r] = turned(rows[r], roots[r]);
            hops[r] = new double[deliveries[r].hops().size()];
            phases[r] = deliveries[r].phases();
        }
        int last = Arrays.stream(phases).flatMapToInt(Arrays::stream).max().orElse(-1);
        for (int phase = 0; phase <= last; phase++) {
            hops(phase, deliveries, ranks, phases, hops);
        }
        double[] rounds = rounds(deliveries, ranks);
        double[] steps = steps(deliveries, ranks);
        RowLoads[] loads = new RowLoads[rows.length];
        Arrays.setAll(loads, r -> rows[r].length == 1 ? null : new RowLoads(hops[r], rounds[r], steps[r]));
        return loads;
    }

    /** Returns the members in the order of their ring, beginning with member number {@code start}. */
    private static int[] turned(int[] members, int start) {
        return IntStream.range(0, members.length).map(i -> members[(start + i) % members.length]).toArray();
    }

    private void hops(int phase, PanelDelivery[] deliveries, int[][] ranks, int[][] phases, double[][] out) {
        passes.clear();
        for (int r = 0; r < ranks.length; r++) {
            for (int i = 0; i < phases[r].length; i++) {
                if (phases[r][i] == phase) {
                    Hop hop = deliveries[r].hops().get(i);
                    passes.add(ranks[r][hop.from()], ranks[r][hop.to()], 1);
                }
            }
        }
        for (int r = 0; r < ranks.length; r++) {
            for (int i = 0; i < phases[r].length; i++) {
                if (phases[r][i] == phase) {
                    Hop hop = deliveries[r].hops().get(i);
                    out[r][i] = passes.seconds(ranks[r][hop.from()], ranks[r][hop.to()]);
                }
            }
        }
    }

    private double[] rounds(PanelDelivery[] deliveries, int[][] ranks) {
        double[] sums = new double[ranks.length];
        int last = Arrays.stream(deliveries).flatMap(delivery -> delivery.exchange().stream()).mapToInt(Exchange::rounds).max().orElse(0);
        for (int round = 0; round < last; round++) {
            passes.clear();
            for (int r = 0; r < ranks.length; r++) {
                for (Piece piece : pieces(deliveries[r], round)) {
                    passes.add(ranks[r][piece.pair().from()], ranks[r][piece.pair().to()], piece.share().value());
                }
            }
            for (int r = 0; r < ranks.length; r++) {
                double most = 0;
                for (Piece piece : pieces(deliveries[r], round)) {
                    most = Math.max(most, passes.seconds(ranks[r][piece.pair().from()], ranks[r][piece.pair().to()]));
                }
                sums[r] += most;
            }
        }
        return sums;
    }

    private static List<Piece> pieces(PanelDelivery delivery, int round) {
        return delivery.exchange().filter(exchange -> round < exchange.pieces().size()).map(exchange -> exchange.pieces().get(round))
                .orElse(List.of());
    }

    private double[] steps(PanelDelivery[] deliveries, int[][] ranks) {
        double[] seconds = new double[ranks.length];
        passes.clear();
        for (int r = 0; r < ranks.length; r++) {
            double share = deliveries[r].exchange().map(exchange -> exchange.inEachStep().value()).orElse(0.0);
            for (Pair pair : share == 0 ? List.<Pair>of() : deliveries[r].exchange().orElseThrow().pairs()) {
                passes.add(ranks[r][pair.from()], ranks[r][pair.to()], share);
            }
        }
        for (int r = 0; r < ranks.length; r++) {
            for (Pair pair : deliveries[r].exchange().map(Exchange::pairs).orElse(List.of())) {
                seconds[r] = Math.max(seconds[r], passes.seconds(ranks[r][pair.from()], ranks[r][pair.to()]));
            }
        }
        return seconds;
    }

    /**
     * Returns what a row swap takes in each process column while all other process columns swap at the same time, so that their messages
     * share links: seconds of empty messages, and seconds for each byte of the rows that are swapped.
     *
     * @param algorithm binary exchange or spread-roll
     * @param messages  messages of the algorithms
     * @return loads by process column; no seconds for a column of a single rank
     */
    public synchronized ColumnLoads[] swap(SwapAlgorithm algorithm, RunMessages messages) {
        return swaps.computeIfAbsent(algorithm, _ -> new SwapLoads(costs, passes, columns).of(algorithm, messages));
    }
}
