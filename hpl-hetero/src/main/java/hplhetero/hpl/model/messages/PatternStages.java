package hplhetero.hpl.model.messages;
import hplhetero.network.schedule.ListedTraffic;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Gathers what is under way at once, from each start in turn, and puts starts together to stages: as many, one after the other, as leave
 * no rank more bytes to send or to receive than each of them alone has for its busiest rank. A message that several starts have counts
 * once, with the most bytes. A stage like an earlier one is left out. One thread.
 */
final class PatternStages {
    private final ListedTraffic.Builder builder;
    private final Set<Map<Integer, Long>> built = new HashSet<>();
    private final int ranks;
    /** Bytes by sender x ranks + receiver: of the stage, and of the start that is being gathered. */
    private Map<Integer, Long> stage = new LinkedHashMap<>();
    private Map<Integer, Long> start = new LinkedHashMap<>();
    /** What each rank sends in the stage; ranks + what it receives. */
    private final long[] sums;
    private long bound = Long.MAX_VALUE;

    /** @param ranks of the world: at most 46,340, for their pairs are counted */
    PatternStages(String name, int ranks) {
        this.ranks = ranks;
        Math.multiplyExact(ranks, ranks);
        builder = new ListedTraffic.Builder(name, ranks);
        sums = new long[2 * ranks];
    }

    /** A message of the start that is being gathered; several of one pair are one. */
    void add(int from, int to, long bytes) {
        start.merge(from * ranks + to, bytes, Long::sum);
    }

    /** Ends a start. */
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

    /** Ends a stage: nothing that is gathered later is put together with it. */
    void endStage() {
        if (!stage.isEmpty() && built.add(stage)) {
            stage.forEach((pair, bytes) -> builder.message(pair / ranks, pair % ranks, bytes));
            builder.endStage();
        }
        stage = new LinkedHashMap<>();
        Arrays.fill(sums, 0);
        bound = Long.MAX_VALUE;
    }

    Traffic traffic() {
        return builder.build();
    }
}
