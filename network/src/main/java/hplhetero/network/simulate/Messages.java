package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The messages under way, by small numbers that are used again, and what each passes ({@link Paths}). What a message passes are its
 * <em>passes</em>, numbered one after the other. One thread.
 */
final class Messages {
    private static final int NONE = -1;
    private static final int FEWEST = 64;

    // of each message; members are those of Members
    int[] sender = new int[0];
    int[] receiver = new int[0];
    int[] stage = new int[0];
    long[] bytes = new long[0];
    /** How many were sent before it. */
    long[] order = new long[0];
    int[] firstPass = new int[0];
    int[] passes = new int[0];

    // of each pass
    int[] link = new int[0];
    int[] message = new int[0];

    private int used;
    private int usedPasses;
    private long sent;
    /** Of each number of passes: a message that is not in use; its {@link #sender} is the next such. */
    private final int[] free;

    /** @param mostPasses of a message */
    Messages(int mostPasses) {
        free = new int[mostPasses + 1];
    }

    void clear() {
        used = 0;
        usedPasses = 0;
        sent = 0;
        Arrays.fill(free, NONE);
    }

    /** All numbers of messages are below this. */
    int capacity() {
        return sender.length;
    }

    /** All numbers of passes are below this. */
    int passCapacity() {
        return link.length;
    }

    /** Since {@link #clear}. */
    long sent() {
        return sent;
    }

    /** @param path its first {@code length} are what it passes; none where it has no bytes */
    int add(int from, int to, int atStage, long size, int[] path, int length) {
        int added = free[length];
        if (added == NONE) {
            added = fresh(length);
        } else {
            free[length] = sender[added];
        }
        sender[added] = from;
        receiver[added] = to;
        stage[added] = atStage;
        bytes[added] = size;
        order[added] = sent++;
        System.arraycopy(path, 0, link, firstPass[added], length);
        return added;
    }

    void remove(int done) {
        sender[done] = free[passes[done]];
        free[passes[done]] = done;
    }

    private int fresh(int length) {
        if (used == sender.length) {
            grow(Math.max(FEWEST, 2 * used));
        }
        if (usedPasses + length > link.length) {
            int passCapacity = Math.max(FEWEST, 2 * (usedPasses + length));
            link = Arrays.copyOf(link, passCapacity);
            message = Arrays.copyOf(message, passCapacity);
        }
        int added = used++;
        firstPass[added] = usedPasses;
        passes[added] = length;
        Arrays.fill(message, usedPasses, usedPasses + length, added);
        usedPasses += length;
        return added;
    }

    private void grow(int capacity) {
        sender = Arrays.copyOf(sender, capacity);
        receiver = Arrays.copyOf(receiver, capacity);
        stage = Arrays.copyOf(stage, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        order = Arrays.copyOf(order, capacity);
        firstPass = Arrays.copyOf(firstPass, capacity);
        passes = Arrays.copyOf(passes, capacity);
    }
}
