package hplhetero.network.lid.colour;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs of ranks on different nodes that send in each stage of several patterns of messages. A stage is one round of a pattern's
 * messages, see {@link Traffic}. A pair's number is sender x ranks + receiver. A pair counts once in a stage, however many messages it
 * sends there. Stages are counted over all patterns; stages in which nothing is sent between nodes are left out. Takes 4 bytes for each
 * message, and 8 more once somebody has asked in which stages a pair sends. For one thread.
 */
public final class StagedPairs {
    private final Placement placement;
    private final int ranks;
    /** Pairs of all stages, one stage after the other. */
    private int[] pairs = new int[1024];
    private int size;
    /** Index in {@link #pairs} of each stage's first pair, indexed by stage. */
    private int[] start = new int[16];
    /** Number of each stage's pattern, indexed by stage. */
    private int[] pattern = new int[16];
    /** Whether each stage has messages of one size and different pairs only, indexed by stage. */
    private boolean[] alike = new boolean[16];
    private int stages;

    /** The last stage, + 1, in which each pair was seen, indexed by pair. */
    private final int[] seen;
    /** Length in bytes of the last message of the stage that is being added; 0 before the first. */
    private long bytes;

    /** Index in {@link #stageOf} of each pair's first stage, indexed by pair; null until somebody asks. */
    private int[] firstStage;
    private int[] stageOf;

    private StagedPairs(Placement placement) {
        this.placement = placement;
        ranks = placement.ranks();
        seen = new int[Math.multiplyExact(ranks, ranks)];
    }

    /**
     * Returns the pairs of ranks on different nodes that exchange messages in each stage, or round, of some patterns of messages.
     *
     * @param placement node of each rank
     * @param patterns  messages of each pattern, between ranks of {@code placement}; the most important pattern first
     */
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

    /** Returns the number of ranks. */
    public int ranks() {
        return ranks;
    }

    /**
     * Returns the number of stages, or rounds of messages, of all patterns together. Only stages in which a rank sends to another node
     * count, and only these have numbers.
     */
    public int stages() {
        return stages;
    }

    /**
     * Returns the index, for {@link #pair}, of the first pair that sends in a stage, or round of messages. The other pairs of the stage
     * follow, up to the index before that of the next stage's first pair.
     *
     * @param stage number of the stage, 0 .. {@link #stages()}; for the last of these numbers, returns the number of entries in all
     */
    public int start(int stage) {
        return start[stage];
    }

    /**
     * Returns the pair at an index of the list of the pairs of all stages, one stage after the other, as the number sender x ranks +
     * receiver.
     *
     * @param index index in the list, from 0; {@link #start} gives the indices of a stage
     */
    public int pair(int index) {
        return pairs[index];
    }

    /** Returns the index of the pattern that a stage belongs to; patterns count from 0, the most important one. */
    int pattern(int stage) {
        return pattern[stage];
    }

    /** Returns whether all messages of a stage have the same size and belong to different pairs. */
    boolean alike(int stage) {
        return alike[stage];
    }

    /**
     * Returns the index at which the stages of a pair begin, for {@link #stage}. The stages end before the index at which those of the next
     * pair begin.
     *
     * @param pair sender x ranks + receiver
     */
    int firstStage(int pair) {
        if (firstStage == null) {
            index();
        }
        return firstStage[pair];
    }

    /**
     * Returns the stage at an index of the list of all pairs' stages. {@link #firstStage}, which must be called before, gives the indices
     * of a pair.
     */
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
