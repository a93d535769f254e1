package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The messages under way, with small numbers that are used again, and the links or memories that each passes ({@link Paths}). Each link or
 * memory that a message passes is one of its <em>passes</em>. The passes of a message have consecutive numbers. For one thread.
 */
final class Messages {
    private static final int NONE = -1;
    private static final int FEWEST = 64;

    // arrays indexed by message; senders and receivers are numbers of Members, sizes are in bytes
    int[] sender = new int[0];
    int[] receiver = new int[0];
    int[] stage = new int[0];
    long[] bytes = new long[0];
    /** Seconds from when the last byte of each message leaves to when it is there, indexed by message. */
    double[] latency = new double[0];
    /** Bytes of each message that take no time on the links, because it was measured to be faster than its line; indexed by message. */
    double[] spared = new double[0];
    /** Virtual time in seconds at which the sender has paid the send overhead of each message, indexed by message. */
    double[] ready = new double[0];
    /** Number of messages that were sent before each message, indexed by message. */
    long[] order = new long[0];
    int[] firstPass = new int[0];
    int[] passes = new int[0];

    // arrays indexed by pass: the link or memory that is passed, and the message
    int[] link = new int[0];
    int[] message = new int[0];

    private int used;
    private int usedPasses;
    private long sent;
    /** An unused message of each number of passes, indexed by this number. {@link #sender} of an unused message is the next unused one. */
    private final int[] free;

    /**
     * Makes an empty set of messages; {@link #clear} comes before the first use.
     *
     * @param mostPasses largest number of passes of a message
     */
    Messages(int mostPasses) {
        free = new int[mostPasses + 1];
    }

    /** Forgets all messages and the number of those that were sent. */
    void clear() {
        used = 0;
        usedPasses = 0;
        sent = 0;
        Arrays.fill(free, NONE);
    }

    /** Returns a bound: all numbers of messages are below it. */
    int capacity() {
        return sender.length;
    }

    /** Returns a bound: all numbers of passes are below it. */
    int passCapacity() {
        return link.length;
    }

    /** Returns the number of messages that were sent since {@link #clear}. */
    long sent() {
        return sent;
    }

    /**
     * Adds a message and returns its number.
     *
     * @param from    member that sends
     * @param to      member that receives
     * @param atStage stage of the message
     * @param size    length of the message, in bytes
     * @param path    links or memories that the message passes, in its first {@code length} entries
     * @param length  number of passes; 0 for a message whose bytes take no time
     */
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

    /** Removes a message. Its number may be used again by a message with as many passes. */
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
        latency = Arrays.copyOf(latency, capacity);
        spared = Arrays.copyOf(spared, capacity);
        ready = Arrays.copyOf(ready, capacity);
        order = Arrays.copyOf(order, capacity);
        firstPass = Arrays.copyOf(firstPass, capacity);
        passes = Arrays.copyOf(passes, capacity);
    }
}
