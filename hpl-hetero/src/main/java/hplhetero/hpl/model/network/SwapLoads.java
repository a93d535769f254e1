package hplhetero.hpl.model.network;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.model.messages.SwapStage;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Row swaps of all process columns at once, stage by stage. One thread. */
final class SwapLoads {
    /** Of so many members at most it is asked what happens when all leaving rows are theirs. */
    private static final int MOST_OWNERS = 16;

    private final FabricCosts costs;
    private final LinkLoads passes;
    private final int[][] columns;
    /** That columns have, ascending; and of each column, which. */
    private final int[] lengths;
    private final int[] lengthOf;
    /** Stages that have been counted, by what the columns send: many are alike. */
    private final Map<List<SwapStage>, ColumnLoads[]> stages = new HashMap<>();

    SwapLoads(FabricCosts costs, LinkLoads passes, int[][] columns) {
        this.costs = costs;
        this.passes = passes;
        this.columns = columns;
        lengths = Arrays.stream(columns).mapToInt(column -> column.length).sorted().distinct().toArray();
        lengthOf = Arrays.stream(columns).mapToInt(column -> Arrays.binarySearch(lengths, column.length)).toArray();
    }

    /** The mean over the members whose rows may leave. */
    ColumnLoads[] of(SwapAlgorithm algorithm, RunMessages messages) {
        int most = lengths[lengths.length - 1];
        int owners = Math.min(MOST_OWNERS, most);
        double[] latency = new double[columns.length];
        double[] perByte = new double[columns.length];
        for (int i = 0; i < owners; i++) {
            int owner = (int) ((long) i * most / owners);
            List<List<SwapStage>> sent = Arrays.stream(lengths).mapToObj(length -> length == 1 ? List.<SwapStage>of()
                    : messages.swapStages(algorithm, length, owner % length)).toList();
            int last = sent.stream().mapToInt(List::size).max().orElse(0);
            for (int stage = 0; stage < last; stage++) {
                ColumnLoads[] loads = stage(stage, sent);
                for (int c = 0; c < columns.length; c++) {
                    latency[c] += loads[c].latency() / owners;
                    perByte[c] += loads[c].perByte() / owners;
                }
            }
        }
        ColumnLoads[] all = new ColumnLoads[columns.length];
        Arrays.setAll(all, c -> new ColumnLoads(latency[c], perByte[c]));
        return all;
    }

    private ColumnLoads[] stage(int stage, List<List<SwapStage>> sent) {
        List<SwapStage> now = sent.stream().map(all -> stage < all.size() ? all.get(stage) : SwapStage.NOTHING).toList();
        return stages.computeIfAbsent(now, this::count);
    }

    private ColumnLoads[] count(List<SwapStage> now) {
        passes.clear();
        for (int c = 0; c < columns.length; c++) {
            SwapStage stage = now.get(lengthOf[c]);
            for (int i = 0; i < stage.count(); i++) {
                passes.add(columns[c][stage.from(i)], columns[c][stage.to(i)], stage.share(i));
            }
        }
        ColumnLoads[] loads = new ColumnLoads[columns.length];
        Arrays.setAll(loads, c -> now.get(lengthOf[c]).count() == 0 ? ColumnLoads.NONE : load(columns[c], now.get(lengthOf[c])));
        return loads;
    }

    private ColumnLoads load(int[] column, SwapStage stage) {
        double latency = 0;
        double perByte = 0;
        for (int i = 0; i < stage.count(); i++) {
            int from = column[stage.from(i)];
            int to = column[stage.to(i)];
            // one thread sends them one after the other
            latency = Math.max(latency, passes.startUp(from, to) + stage.before(i) * costs.sendOverhead(from, to));
            perByte = Math.max(perByte, passes.seconds(from, to));
        }
        return new ColumnLoads(latency, perByte);
    }
}
