package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * A heap of messages ordered by the time at which their last byte comes. This time may change. Among messages of equal times the one sent
 * first comes first. For one thread.
 */
final class EndHeap {
    private static final int ABSENT = -1;
    private static final int FEWEST = 64;

    private int size;
    private int[] heap = new int[FEWEST];
    private double[] times = new double[FEWEST];
    // arrays indexed by message: the place in the heap, and the number in the order of sending
    private int[] place = new int[0];
    private long[] order = new long[0];

    /** Forgets all messages, for the next run. */
    void clear() {
        size = 0;
        Arrays.fill(place, ABSENT);
    }

    /** Makes room for messages with numbers below {@code capacity}. */
    void grow(int capacity) {
        int known = place.length;
        place = Arrays.copyOf(place, capacity);
        Arrays.fill(place, known, capacity, ABSENT);
        order = Arrays.copyOf(order, capacity);
    }

    /** Returns the number of messages in the heap. */
    int size() {
        return size;
    }

    /**
     * Returns the message at place {@code at} of the heap, 0 .. size - 1. Place 0 has the message that ends first; other places have no
     * order.
     */
    int message(int at) {
        return heap[at];
    }

    /** Returns whether a message is in the heap. */
    boolean contains(int message) {
        return place[message] != ABSENT;
    }

    /** Returns the time in seconds at which the first message ends; infinite where there is none. */
    double time() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[0];
    }

    /**
     * Adds a message whose end is not known yet: its time is infinite until {@link #move} sets it.
     *
     * @param message number of the message
     * @param sent    number of the message in the order of sending; decides where times are equal
     */
    void add(int message, long sent) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
            times = Arrays.copyOf(times, 2 * size);
        }
        order[message] = sent;
        rise(size++, Double.POSITIVE_INFINITY, message);
    }

    /** Sets the time in seconds at which a message ends. */
    void move(int message, double time) {
        int at = place[message];
        if (time < times[at]) {
            rise(at, time, message);
        } else {
            sink(at, time, message);
        }
    }

    /** Removes the message that ends first and returns its number. */
    int take() {
        int message = heap[0];
        place[message] = ABSENT;
        size--;
        if (size > 0) {
            sink(0, times[size], heap[size]);
        }
        return message;
    }

    private void rise(int from, double time, int message) {
        int at = from;
        while (at > 0) {
            int parent = at - 1 >> 1;
            if (!before(time, message, times[parent], heap[parent])) {
                break;
            }
            put(at, times[parent], heap[parent]);
            at = parent;
        }
        put(at, time, message);
    }

    private void sink(int from, double time, int message) {
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(times[child + 1], heap[child + 1], times[child], heap[child])) {
                child++;
            }
            if (!before(times[child], heap[child], time, message)) {
                break;
            }
            put(at, times[child], heap[child]);
            at = child;
        }
        put(at, time, message);
    }

    private boolean before(double time, int message, double otherTime, int otherMessage) {
        return time < otherTime || time == otherTime && order[message] < order[otherMessage];
    }

    private void put(int at, double time, int message) {
        heap[at] = message;
        times[at] = time;
        place[message] = at;
    }
}
