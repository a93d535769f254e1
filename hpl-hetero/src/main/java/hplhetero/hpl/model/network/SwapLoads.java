package hplhetero.hpl.model.network;

import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.model.messages.SwapStage;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The loads of row swaps of all process columns at once, counted stage by stage. One thread. */
final class SwapLoads {
    /** Most members for which the swap is counted with all leaving rows theirs; the mean over these members is taken. */
    private static final int MOST_OWNERS = 16;

    private final FabricCosts costs;
    private final LinkLoads passes;
    private final int[][] columns;
    /** Distinct numbers of ranks that process columns have, ascending. */
    private final int[] lengths;
    /** Index into {@link #lengths}, indexed by process column. */
    private final int[] lengthOf;
    /** Loads of stages that were counted before, by what the columns send: many stages are alike. */
    private final Map<List<SwapStage>, ColumnLoads[]> stages = new HashMap<>();

    SwapLoads(FabricCosts costs, LinkLoads passes, int[][] columns) {
        this.costs = costs;
        this.passes = passes;
        this.columns = columns;
        lengths = Arrays.stream(columns).mapToInt(column -> column.length).sorted().distinct().toArray();
        lengthOf = Arrays.stream(columns).mapToInt(column -> Arrays.binarySearch(lengths, column.length)).toArray();
    }

    /** Returns the loads of each process column: the mean over the members whose rows may leave, summed over the stages. */
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

    /** Returns the loads of one column's messages in a stage. */
    private ColumnLoads load(int[] column, SwapStage stage) {
        double latency = 0;
        double perByte = 0;
        for (int i = 0; i < stage.count(); i++) {
            int from = column[stage.from(i)];
            int to = column[stage.to(i)];
            // one thread sends a rank's messages one after the other: start-up + messages before x sendOverhead; the slowest message counts
            latency = Math.max(latency, passes.startUp(from, to) + stage.before(i) * costs.sendOverhead(from, to));
            perByte = Math.max(perByte, passes.seconds(from, to));
        }
        return new ColumnLoads(latency, perByte);
    }
}
