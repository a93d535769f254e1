package hplhetero.hpl.model.messages;

import hplhetero.network.schedule.ListedTraffic;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A builder of patterns. It gathers the messages under way at once from each start in turn, and puts starts together to stages. As many
 * starts, one after the other, make a stage as leave no rank more bytes to send or to receive than each start alone has for its busiest
 * rank. A message that several starts have counts once, with the most bytes. A stage like an earlier one is left out. One thread.
 */
final class PatternStages {
    private final ListedTraffic.Builder builder;
    private final Set<Map<Integer, Long>> built = new HashSet<>();
    private final int ranks;
    /** Bytes of the messages in the current stage, by sender x ranks + receiver. */
    private Map<Integer, Long> stage = new LinkedHashMap<>();
    /** Bytes of the messages in the start that is being gathered, by sender x ranks + receiver. */
    private Map<Integer, Long> start = new LinkedHashMap<>();
    /** Bytes in the current stage: at index rank what the rank sends, at index ranks + rank what it receives. */
    private final long[] sums;
    /** Most bytes that a rank may send or receive in the current stage. */
    private long bound = Long.MAX_VALUE;

    /**
     * Creates an empty builder.
     *
     * @param name  name of the traffic, for people
     * @param ranks number of ranks of the world, at most 46,340, since pairs of ranks are numbered by an int
     */
    PatternStages(String name, int ranks) {
        this.ranks = ranks;
        Math.multiplyExact(ranks, ranks);
        builder = new ListedTraffic.Builder(name, ranks);
        sums = new long[2 * ranks];
    }

    /** Adds a message to the start that is being gathered; several messages of one pair count as one. */
    void add(int from, int to, long bytes) {
        start.merge(from * ranks + to, bytes, Long::sum);
    }

    /** Ends a start: adds its messages to the stage, or begins a new stage where they do not fit. */
    void endStart() {
        long[] alone = new long[sums.length];
        start.forEach((pair, bytes) -> count(alone, pair, bytes));
        long least = start.isEmpty() ? bound : Math.min(bound, most(alone));
        long[] together = sums.clone();
        start.forEach((pair, bytes) -> count(together, pair, Math.max(0, bytes - stage.getOrDefault(pair, 0L))));
        if (!stage.isEmpty() && most(together) > least) {
            endStage();
            endStart();
            return;
        }
        start.forEach((pair, bytes) -> stage.merge(pair, bytes, Math::max));
        System.arraycopy(together, 0, sums, 0, sums.length);
        bound = least;
        start = new LinkedHashMap<>();
    }

    private void count(long[] sums, int pair, long bytes) {
        sums[pair / ranks] += bytes;
        sums[ranks + pair % ranks] += bytes;
    }

    private static long most(long[] sums) {
        long most = 0;
        for (long sum : sums) {
            most = Math.max(most, sum);
        }
        return most;
    }

    /** Ends a stage: nothing that is gathered later is put together with this stage. */
    void endStage() {
        if (!stage.isEmpty() && built.add(stage)) {
            stage.forEach((pair, bytes) -> builder.message(pair / ranks, pair % ranks, bytes));
            builder.endStage();
        }
        stage = new LinkedHashMap<>();
        Arrays.fill(sums, 0);
        bound = Long.MAX_VALUE;
    }

    /** Returns the pattern of all stages that were built. */
    Traffic traffic() {
        return builder.build();
    }
}
