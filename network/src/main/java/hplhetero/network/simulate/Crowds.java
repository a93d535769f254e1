package hplhetero.network.simulate;

import java.util.Arrays;

/** The messages that flow into each rank from other nodes. One thread. */
final class Crowds {
    static final int NONE = -1;

    // of each rank
    private final int[] count;
    private final int[] first;
    // of each message
    private int[] rank = new int[0];
    private int[] next = new int[0];
    private int[] previous = new int[0];

    Crowds(int ranks) {
        count = new int[ranks];
        first = new int[ranks];
    }

    void clear() {
        Arrays.fill(count, 0);
        Arrays.fill(first, NONE);
    }

    /** Makes room for messages below {@code capacity}. */
    void grow(int capacity) {
        rank = Arrays.copyOf(rank, capacity);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
    }

    /** @param into the rank, or {@link #NONE} for a message within a node, which is in no crowd */
    void add(int message, int into) {
        rank[message] = into;
        if (into == NONE) {
            return;
        }
        int old = first[into];
        previous[message] = NONE;
        next[message] = old;
        if (old != NONE) {
            previous[old] = message;
        }
        first[into] = message;
        count[into]++;
    }

    void remove(int message) {
        int into = rank[message];
        if (into == NONE) {
            return;
        }
        if (previous[message] == NONE) {
            first[into] = next[message];
        } else {
            next[previous[message]] = next[message];
        }
        if (next[message] != NONE) {
            previous[next[message]] = previous[message];
        }
        count[into]--;
    }

    /** The rank that a message flows into, or {@link #NONE}. */
    int of(int message) {
        return rank[message];
    }

    /** How many flow into a rank. */
    int count(int into) {
        return count[into];
    }

    /** One of a crowd, or {@link #NONE}. */
    int first(int into) {
        return first[into];
    }

    /** Another one, or {@link #NONE}. */
    int next(int message) {
        return next[message];
    }
}
