package hplhetero.network.simulate;

import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far the ranks of all traffics of a run are. Each rank of each traffic is a member; those of one traffic are numbered in order. A
 * rank of the placement is a member of each traffic that it takes part in. Numbers of traffics and of members are used again, by
 * traffics of as many ranks. One thread.
 */
final class Members {
    private static final int BEFORE_THE_FIRST = -1;
    private static final int NONE = -1;
    private static final int FEWEST = 64;
    /** So many are named in an error. */
    private static final int NAMED = 4;

    // of each member
    Traffic[] traffic = new Traffic[FEWEST];
    /** The same, where it has work to do. */
    WorkingTraffic[] working = new WorkingTraffic[FEWEST];
    /** The traffic's rank 0, as a member. */
    int[] first = new int[FEWEST];
    /** The number of its traffic. */
    int[] number = new int[FEWEST];
    /** The placement's rank. */
    int[] rank = new int[FEWEST];
    /** Which one a member is in, or behind the last. */
    int[] stage = new int[FEWEST];
    /** Messages with bytes that it has sent in its stage and that have not left. */
    int[] leaving = new int[FEWEST];
    /** Messages of its stage that have not come. */
    int[] coming = new int[FEWEST];
    /** When that which it has done in its stage is done, as far as known. */
    double[] ready = new double[FEWEST];
    final EarlyMessages early = new EarlyMessages();
    private int count;

    // of each traffic
    private int[] begin = new int[FEWEST];
    private int[] size = new int[FEWEST];
    /** Ranks that are not done with it. */
    private int[] open = new int[FEWEST];
    /** How many more messages its ranks said to send than to receive. */
    private int[] balance = new int[FEWEST];
    /** Of the traffic's ranks: which one joined last. */
    private int[] cursor = new int[FEWEST];
    /** One that is not in use either, of as many ranks. */
    private int[] next = new int[FEWEST];
    private int numbers;
    /** Of each number of ranks: a traffic that is not in use. */
    private final int[] unused;

    /** @param ranks of the placement */
    Members(int ranks) {
        unused = new int[ranks + 1];
        Arrays.fill(unused, NONE);
    }

    /** Adds a traffic of which nobody has begun his part; returns its number. */
    int add(PlacedTraffic placed) {
        int ranks = placed.traffic().ranks();
        for (int i = 0; i < ranks; i++) {
            if (placed.rank(i) >= unused.length - 1) {
                throw new IllegalArgumentException(placed.traffic().name() + ": rank=" + placed.rank(i) + ": the placement has ranks 0.."
                        + (unused.length - 2));
            }
        }
        int added = unused[ranks];
        if (added == NONE) {
            added = fresh(ranks);
        } else {
            unused[ranks] = next[added];
        }
        open[added] = ranks;
        balance[added] = 0;
        cursor[added] = ranks - 1;
        WorkingTraffic works = placed.traffic() instanceof WorkingTraffic work ? work : null;
        for (int i = 0; i < ranks; i++) {
            int member = begin[added] + i;
            traffic[member] = placed.traffic();
            working[member] = works;
            rank[member] = placed.rank(i);
            stage[member] = BEFORE_THE_FIRST;
        }
        return added;
    }

    private int fresh(int ranks) {
        if (numbers == begin.length) {
            int length = 2 * numbers;
            begin = Arrays.copyOf(begin, length);
            size = Arrays.copyOf(size, length);
            open = Arrays.copyOf(open, length);
            balance = Arrays.copyOf(balance, length);
            cursor = Arrays.copyOf(cursor, length);
            next = Arrays.copyOf(next, length);
        }
        if (count + ranks > stage.length) {
            grow(Math.max(count + ranks, 2 * stage.length));
        }
        begin[numbers] = count;
        size[numbers] = ranks;
        Arrays.fill(first, count, count + ranks, count);
        Arrays.fill(number, count, count + ranks, numbers);
        count += ranks;
        return numbers++;
    }

    private void grow(int capacity) {
        traffic = Arrays.copyOf(traffic, capacity);
        working = Arrays.copyOf(working, capacity);
        first = Arrays.copyOf(first, capacity);
        number = Arrays.copyOf(number, capacity);
        rank = Arrays.copyOf(rank, capacity);
        stage = Arrays.copyOf(stage, capacity);
        leaving = Arrays.copyOf(leaving, capacity);
        coming = Arrays.copyOf(coming, capacity);
        ready = Arrays.copyOf(ready, capacity);
        early.grow(capacity);
    }

    /** A rank of the placement that is to begin its part, as a member. Mostly ranks join in order. */
    int join(int added, int placed) {
        if (added < 0 || added >= numbers || open[added] == 0) {
            throw new IllegalArgumentException("traffic=" + added + ": there is none of this number");
        }
        for (int i = 0; i < size[added]; i++) {
            int at = cursor[added] + 1;
            cursor[added] = at < size[added] ? at : 0;
            int member = begin[added] + cursor[added];
            if (rank[member] == placed) {
                if (stage[member] != BEFORE_THE_FIRST) {
                    throw new IllegalStateException(traffic[member].name() + ": rank=" + placed + " of the placement: has joined already");
                }
                return member;
            }
        }
        throw new IllegalArgumentException(traffic[begin[added]].name() + ": rank=" + placed + " of the placement: takes no part in it");
    }

    /** Its number in its traffic. */
    int trafficRank(int member) {
        return member - first[member];
    }

    boolean isDone(int member) {
        return stage[member] == traffic[member].stages();
    }

    /** @param more messages that it states that it sends, less those that it states to receive */
    void state(int member, int more) {
        balance[number[member]] += more;
    }

    /** A rank has heard that it is done. A traffic of which a message is still to come, that nobody awaits, keeps its number. */
    void finish(int member) {
        int done = number[member];
        if (--open[done] == 0 && balance[done] == 0) {
            next[done] = unused[size[done]];
            unused[size[done]] = done;
        }
    }

    /** @throws IllegalStateException when the run is over for some, but not for all: tells of one who waits, and whom it waits for */
    void requireDone() {
        int waiting = 0;
        int worst = NONE;
        for (int added = 0; added < numbers; added++) {
            for (int i = 0; i < size[added] && open[added] > 0; i++) {
                int member = begin[added] + i;
                if (!isDone(member)) {
                    waiting++;
                    worst = worst == NONE || !hasJoined(worst) && hasJoined(member) ? member : worst;
                }
            }
        }
        if (worst == NONE) {
            return;
        }
        String others = waiting > 1 ? "; " + (waiting - 1) + " others are not done either" : "";
        if (!hasJoined(worst)) {
            throw wrong(worst, "never joined", others);
        }
        throw wrong(worst, "waits for " + coming[worst] + " messages of stage=" + stage[worst] + " that nobody sends",
                "; it is rank " + rank[worst] + " of the placement" + missing(worst) + others);
    }

    private boolean hasJoined(int member) {
        return stage[member] != BEFORE_THE_FIRST;
    }

    /** Of those that a member awaits messages from, who have not begun to send them. */
    private String missing(int member) {
        List<String> missing = new ArrayList<>();
        traffic[member].stage(stage[member], trafficRank(member), new Traffic.Sink() {
            @Override
            public void send(int to, long bytes) {
                // not waited for
            }

            @Override
            public void receive(int from, long bytes) {
                int sender = first[member] + from;
                if (stage[sender] < stage[member]) {
                    missing.add("rank=" + from + " (" + rank[sender] + " of the placement), which "
                            + (hasJoined(sender) ? "is in stage=" + stage[sender] : "never joined"));
                }
            }
        });
        if (missing.isEmpty()) {
            return "";
        }
        String more = missing.size() > NAMED ? " and " + (missing.size() - NAMED) + " more" : "";
        return ", and waits for " + String.join(", ", missing.subList(0, Math.min(NAMED, missing.size()))) + more;
    }

    IllegalStateException wrong(int member, String what) {
        return wrong(member, what, "");
    }

    private IllegalStateException wrong(int member, String what, String others) {
        return new IllegalStateException(traffic[member].name() + ": rank=" + trafficRank(member) + " " + what
                + ": a traffic must state each message at both of its ends, in one stage, and all its ranks must join" + others);
    }
}
