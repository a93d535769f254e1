package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The long messages whose receivers have not posted their receives yet: a list for each receiver, in the order of sending. For one thread.
 */
final class HeldMessages {
    /** Stands for no message. */
    static final int NONE = -1;

    // arrays indexed by receiver, a number of Members: the first and the last message of its list
    private int[] first = new int[0];
    private int[] last = new int[0];
    // arrays indexed by message: its stage, and the message behind it in its list
    private int[] stage = new int[0];
    private int[] next = new int[0];

    /** Makes room for members with numbers below {@code capacity}. */
    void grow(int capacity) {
        int known = first.length;
        first = Arrays.copyOf(first, capacity);
        last = Arrays.copyOf(last, capacity);
        Arrays.fill(first, known, capacity, NONE);
    }

    /** Adds a message of the stage {@code of} to the list of its receiver. */
    void add(int receiver, int of, int message) {
        if (message >= next.length) {
            stage = Arrays.copyOf(stage, Math.max(message + 1, 2 * next.length));
            next = Arrays.copyOf(next, stage.length);
        }
        stage[message] = of;
        next[message] = NONE;
        if (first[receiver] == NONE) {
            first[receiver] = message;
        } else {
            next[last[receiver]] = message;
        }
        last[receiver] = message;
    }

    /** Removes the first message of a receiver's list that is of no stage behind {@code upTo}, and returns it; {@link #NONE} if none is. */
    int take(int receiver, int upTo) {
        int before = NONE;
        int message = first[receiver];
        while (message != NONE && stage[message] > upTo) {
            before = message;
            message = next[message];
        }
        if (message == NONE) {
            return NONE;
        }
        if (before == NONE) {
            first[receiver] = next[message];
        } else {
            next[before] = next[message];
        }
        if (last[receiver] == message) {
            last[receiver] = before;
        }
        return message;
    }
}
