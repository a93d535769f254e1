package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The messages that flow into each rank from other nodes, as one doubly linked list for each receiving rank. For one thread.
 */
final class IncastMessages {
    static final int NONE = -1;

    // arrays indexed by rank: the number of messages that flow into the rank, and the first message of its list
    private final int[] count;
    private final int[] first;
    // arrays indexed by message: the receiving rank, and the neighbours in the rank's list
    private int[] rank = new int[0];
    private int[] next = new int[0];
    private int[] previous = new int[0];

    /** Makes lists for {@code ranks} receiving ranks; {@link #clear} comes before the first use. */
    IncastMessages(int ranks) {
        count = new int[ranks];
        first = new int[ranks];
    }

    /** Forgets all messages, for the next run. */
    void clear() {
        Arrays.fill(count, 0);
        Arrays.fill(first, NONE);
    }

    /** Makes room for messages with numbers below {@code capacity}. */
    void grow(int capacity) {
        rank = Arrays.copyOf(rank, capacity);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
    }

    /**
     * Adds a message to the list of the rank that it flows into.
     *
     * @param into rank that the message flows into, or {@link #NONE} for a message within a node, which is in no list
     */
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

    /** Removes a message from its list, if it is in one. */
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

    /** Returns the rank that a message flows into, or {@link #NONE}. */
    int of(int message) {
        return rank[message];
    }

    /** Returns the number of messages that flow into a rank. */
    int count(int into) {
        return count[into];
    }

    /** Returns the first message that flows into a rank, or {@link #NONE}. The order of a list has no meaning. */
    int first(int into) {
        return first[into];
    }

    /** Returns the message after {@code message} in its list, or {@link #NONE}. */
    int next(int message) {
        return next[message];
    }
}
