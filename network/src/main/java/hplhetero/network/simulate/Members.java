package hplhetero.network.simulate;

import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The progress of the ranks in all traffics of a run. A <em>member</em> is one rank of one traffic; the members of a traffic have
 * consecutive numbers. A rank of the placement is a member of each traffic that it takes part in. When a traffic is over, a later traffic
 * of as many ranks uses its number and the numbers of its members again. For one thread.
 */
final class Members {
    private static final int BEFORE_THE_FIRST = -1;
    private static final int NONE = -1;
    private static final int FEWEST = 64;
    /** Number of missing ranks that an error names at most. */
    private static final int NAMED = 4;

    // arrays indexed by member
    /** The traffic of each member, indexed by member. */
    Traffic[] traffic = new Traffic[FEWEST];
    /** The traffic of each member where its ranks compute before they send, else null; indexed by member. */
    WorkingTraffic[] working = new WorkingTraffic[FEWEST];
    /** The member that is rank 0 of the same traffic, indexed by member. */
    int[] first = new int[FEWEST];
    /** The number of each member's traffic, indexed by member. */
    int[] number = new int[FEWEST];
    /** The placement's rank of each member, indexed by member. */
    int[] rank = new int[FEWEST];
    /** The stage that each member is in, indexed by member: -1 before it joins, the number of stages when it is done. */
    int[] stage = new int[FEWEST];
    /** Messages that each member has sent by rendezvous in its stage and that have not left yet, indexed by member. */
    int[] leaving = new int[FEWEST];
    /** Messages of its stage that each member still awaits, indexed by member. */
    int[] coming = new int[FEWEST];
    /** Virtual time in seconds at which all that each member has done in its stage is done, as far as known; indexed by member. */
    double[] ready = new double[FEWEST];
    /** The last stage whose receives each member has posted, indexed by member: -1 before it joins. */
    private int[] postedUpTo = new int[FEWEST];
    /** Virtual time in seconds at which each member posted its latest receives, indexed by member. */
    double[] posted = new double[FEWEST];
    final EarlyMessages early = new EarlyMessages();
    final HeldMessages held = new HeldMessages();
    private int count;

    // arrays indexed by the number of a traffic: its first member, and its number of ranks
    private int[] begin = new int[FEWEST];
    private int[] size = new int[FEWEST];
    /** Ranks of each traffic that are not done with it, indexed by traffic. */
    private int[] open = new int[FEWEST];
    /** Messages that the ranks of each traffic said to send, less those that they said to receive; indexed by traffic. */
    private int[] balance = new int[FEWEST];
    /** The traffic's rank that joined last, indexed by traffic. */
    private int[] cursor = new int[FEWEST];
    /** The next unused traffic of as many ranks, indexed by traffic; for unused traffics only. */
    private int[] next = new int[FEWEST];
    private int numbers;
    /** An unused traffic of each number of ranks, indexed by the number of ranks; {@link #NONE} where there is none. */
    private final int[] unused;

    /**
     * Makes an empty set of members.
     *
     * @param ranks number of ranks of the placement
     */
    Members(int ranks) {
        held.grow(FEWEST);
        unused = new int[ranks + 1];
        Arrays.fill(unused, NONE);
    }

    /**
     * Adds a traffic that no rank has joined yet, and returns its number.
     *
     * @throws IllegalArgumentException when the traffic has a rank that the placement does not have
     */
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
            postedUpTo[member] = BEFORE_THE_FIRST;
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
        postedUpTo = Arrays.copyOf(postedUpTo, capacity);
        posted = Arrays.copyOf(posted, capacity);
        early.grow(capacity);
        held.grow(capacity);
    }

    /**
     * Returns the member that is rank {@code placed} of the placement in the traffic {@code added}, which it is about to join. The search
     * begins behind the rank that joined last, since ranks mostly join in order.
     *
     * @throws IllegalArgumentException when there is no traffic of this number, or the rank takes no part in it
     * @throws IllegalStateException    when the rank has joined already
     */
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

    /** Returns a member's rank number in its traffic. */
    int trafficRank(int member) {
        return member - first[member];
    }

    /** Returns whether a member, a rank of one traffic, has done the last stage of its traffic. */
    boolean isDone(int member) {
        return stage[member] == traffic[member].stages();
    }

    /**
     * Notes that a member posts the receives of its stage as soon as it is ready, and those of further stages if the traffic says so.
     *
     * @return the last stage whose receives are posted
     */
    int post(int member) {
        if (postedUpTo[member] < stage[member]) {
            postedUpTo[member] = traffic[member].postsUpTo(stage[member]);
            posted[member] = ready[member];
        }
        return postedUpTo[member];
    }

    /** Returns whether a member has posted the receives of a stage. */
    boolean hasPosted(int member, int of) {
        return of <= postedUpTo[member];
    }

    /**
     * Adds the messages of a member's stage to the balance of its traffic: the number of messages stated by their senders, less the number
     * stated by their receivers.
     *
     * @param more messages that the member said to send, less those that it said to receive
     */
    void state(int member, int more) {
        balance[number[member]] += more;
    }

    /**
     * Notes that a rank has heard that its part of a traffic is done. The traffic's number is used again once all of its ranks are done. A
     * traffic keeps its number as long as a message that nobody awaits is still to come.
     */
    void finish(int member) {
        int done = number[member];
        if (--open[done] == 0 && balance[done] == 0) {
            next[done] = unused[size[done]];
            unused[size[done]] = done;
        }
    }

    /**
     * Requires that all members are done, as the run is over.
     *
     * @throws IllegalStateException when some are not done: names one that waits, and whom it waits for
     */
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
        if (coming[worst] == 0) {
            throw wrong(worst, "waits to send " + leaving[worst] + " messages of stage=" + stage[worst] + " whose receivers are not there",
                    "; it is rank " + rank[worst] + " of the placement" + missing(worst) + others);
        }
        throw wrong(worst, "waits for " + coming[worst] + " messages of stage=" + stage[worst] + " that nobody sends",
                "; it is rank " + rank[worst] + " of the placement" + missing(worst) + others);
    }

    private boolean hasJoined(int member) {
        return stage[member] != BEFORE_THE_FIRST;
    }

    /**
     * Returns a text that names the ranks from which a member awaits messages, or to which it sends long ones, and which are not in the
     * member's stage yet; empty where there are none.
     */
    private String missing(int member) {
        List<String> missing = new ArrayList<>();
        traffic[member].stage(stage[member], trafficRank(member), new Traffic.Sink() {
            @Override
            public void send(int to, long bytes) {
                if (leaving[member] > 0 && coming[member] == 0) {
                    name(to);
                }
            }

            @Override
            public void receive(int from, long bytes) {
                name(from);
            }

            private void name(int peer) {
                int other = first[member] + peer;
                if (stage[other] < stage[member]) {
                    missing.add("rank=" + peer + " (" + rank[other] + " of the placement), which "
                            + (hasJoined(other) ? "is in stage=" + stage[other] : "never joined"));
                }
            }
        });
        if (missing.isEmpty()) {
            return "";
        }
        String more = missing.size() > NAMED ? " and " + (missing.size() - NAMED) + " more" : "";
        return ", and waits for " + String.join(", ", missing.subList(0, Math.min(NAMED, missing.size()))) + more;
    }

    /** Returns an error that says what is wrong with a member's traffic, and what a traffic must hold to. */
    IllegalStateException wrong(int member, String what) {
        return wrong(member, what, "");
    }

    private IllegalStateException wrong(int member, String what, String others) {
        return new IllegalStateException(traffic[member].name() + ": rank=" + trafficRank(member) + " " + what
                + ": a traffic must state each message at both of its ends, in one stage, and all its ranks must join" + others);
    }
}
