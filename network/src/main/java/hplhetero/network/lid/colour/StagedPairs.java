package hplhetero.network.lid.colour;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * Which pairs of ranks on different nodes send in which stage of several patterns. A pair's number is sender x ranks + receiver; it counts
 * once in a stage, however many messages it sends there. Stages are counted over all patterns, those in which nothing is sent between
 * nodes are left out. 4 bytes a message, and 8 more once it was asked in which stages a pair sends. One thread.
 */
public final class StagedPairs {
    private final Placement placement;
    private final int ranks;
    private int[] pairs = new int[1024];
    private int size;
    private int[] start = new int[16];
    private int[] pattern = new int[16];
    private boolean[] alike = new boolean[16];
    private int stages;

    /** Of each pair: the last stage, + 1, in which it was seen. */
    private final int[] seen;
    private long bytes;

    private int[] firstStage;
    private int[] stageOf;

    private StagedPairs(Placement placement) {
        this.placement = placement;
        ranks = placement.ranks();
        seen = new int[Math.multiplyExact(ranks, ranks)];
    }

    public static StagedPairs of(Placement placement, List<Traffic> patterns) {
        StagedPairs all = new StagedPairs(placement);
        for (int k = 0; k < patterns.size(); k++) {
            for (int stage = 0; stage < patterns.get(k).stages(); stage++) {
                all.add(k, patterns.get(k), stage);
            }
        }
        return all;
    }

    private void add(int k, Traffic traffic, int stage) {
        if (stages + 1 >= start.length) {
            start = Arrays.copyOf(start, 2 * stages + 2);
            pattern = Arrays.copyOf(pattern, 2 * stages + 2);
            alike = Arrays.copyOf(alike, 2 * stages + 2);
        }
        bytes = 0;
        alike[stages] = true;
        pattern[stages] = k;
        traffic.messages(stage, this::add);
        if (size > start[stages]) {
            start[++stages] = size;
        }
    }

    private void add(int from, int to, long size) {
        int pair = from * ranks + to;
        if (size == 0 || placement.together(from, to)) {
            return;
        }
        alike[stages] &= seen[pair] != stages + 1 && (bytes == 0 || bytes == size);
        bytes = size;
        if (seen[pair] != stages + 1) {
            seen[pair] = stages + 1;
            if (this.size == pairs.length) {
                pairs = Arrays.copyOf(pairs, 2 * pairs.length);
            }
            pairs[this.size++] = pair;
        }
    }

    public int ranks() {
        return ranks;
    }

    public int stages() {
        return stages;
    }

    /** The pairs of a stage are {@link #pair} of this number up to, but without, that of the next stage. */
    public int start(int stage) {
        return start[stage];
    }

    public int pair(int index) {
        return pairs[index];
    }

    /** The number of a stage's pattern. */
    int pattern(int stage) {
        return pattern[stage];
    }

    /** Whether all messages of a stage have the same size. */
    boolean alike(int stage) {
        return alike[stage];
    }

    /** A pair's stages are {@link #stage} of this number up to, but without, that of the next pair. */
    int firstStage(int pair) {
        if (firstStage == null) {
            index();
        }
        return firstStage[pair];
    }

    /** To be asked after {@link #firstStage}. */
    int stage(int index) {
        return stageOf[index];
    }

    private void index() {
        firstStage = new int[seen.length + 1];
        for (int i = 0; i < size; i++) {
            firstStage[pairs[i] + 1]++;
        }
        for (int pair = 0; pair < seen.length; pair++) {
            firstStage[pair + 1] += firstStage[pair];
        }
        int[] next = Arrays.copyOf(firstStage, seen.length);
        stageOf = new int[size];
        for (int stage = 0; stage < stages; stage++) {
            for (int i = start[stage]; i < start[stage + 1]; i++) {
                stageOf[next[pairs[i]]++] = stage;
            }
        }
    }
}
