package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * A queue of events by their time. Events of one time come in the order in which they were added. An event is an int, whose meaning the
 * caller defines. Many events have the same time, since ranks do the same. Events of one time are therefore chained, and the heap has one
 * entry for each time. For one thread.
 */
final class EventQueue {
    /** Number of recently added times whose chains are found without a search of the heap; a power of two. */
    private static final int RECENT = 256;
    /** Factor that spreads the bits of a time over a hash: 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int NONE = -1;

    // the heap: chains ordered by time; chains of one time (where the cache of recent times lost the earlier one) by age
    private int size;
    private double[] times = new double[RECENT];
    private int[] chains = new int[RECENT];

    // arrays indexed by chain: the first and last event node, and the age; last of an unused chain is the next unused one
    private int[] first = new int[RECENT];
    private int[] last = new int[RECENT];
    private long[] age = new long[RECENT];
    private int freeChain = NONE;
    private int usedChains;

    // arrays indexed by event node: the event, and the next node of its chain (of an unused node: the next unused one)
    private int[] event = new int[RECENT];
    private int[] next = new int[RECENT];
    private int freeEvent = NONE;
    private int usedEvents;

    private final double[] recentTime = new double[RECENT];
    private final int[] recentChain = new int[RECENT];
    private long added;

    /** Forgets all events, for the next run. */
    void clear() {
        size = 0;
        freeChain = NONE;
        usedChains = 0;
        freeEvent = NONE;
        usedEvents = 0;
        added = 0;
        Arrays.fill(recentTime, Double.NaN);
    }

    /** Returns the time of the first event; infinite where there is none. */
    double time() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[0];
    }

    /** Adds the event {@code what} at {@code time}, behind all events of this time. */
    void add(double time, int what) {
        int node = newEvent(what);
        int place = place(time);
        if (recentTime[place] == time) {
            int chain = recentChain[place];
            next[last[chain]] = node;
            last[chain] = node;
            return;
        }
        int chain = newChain(node);
        recentTime[place] = time;
        recentChain[place] = chain;
        rise(size++, time, chain);
    }

    /** Removes the first event and returns it. */
    int take() {
        int chain = chains[0];
        int node = first[chain];
        int what = event[node];
        first[chain] = next[node];
        next[node] = freeEvent;
        freeEvent = node;
        if (first[chain] == NONE) {
            remove(chain);
        }
        return what;
    }

    private void remove(int chain) {
        int place = place(times[0]);
        if (recentChain[place] == chain) {
            recentTime[place] = Double.NaN;
        }
        last[chain] = freeChain;
        freeChain = chain;
        size--;
        if (size > 0) {
            sink(times[size], chains[size]);
        }
    }

    private static int place(double time) {
        return (int) (Double.doubleToRawLongBits(time) * SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(RECENT));
    }

    private int newEvent(int what) {
        int node = freeEvent;
        if (node == NONE) {
            node = usedEvents++;
            if (node == event.length) {
                event = Arrays.copyOf(event, 2 * node);
                next = Arrays.copyOf(next, 2 * node);
            }
        } else {
            freeEvent = next[node];
        }
        event[node] = what;
        next[node] = NONE;
        return node;
    }

    private int newChain(int node) {
        int chain = freeChain;
        if (chain == NONE) {
            chain = usedChains++;
            if (chain == first.length) {
                int length = 2 * chain;
                times = Arrays.copyOf(times, length);
                chains = Arrays.copyOf(chains, length);
                first = Arrays.copyOf(first, length);
                last = Arrays.copyOf(last, length);
                age = Arrays.copyOf(age, length);
            }
        } else {
            freeChain = last[chain];
        }
        first[chain] = node;
        last[chain] = node;
        age[chain] = added++;
        return chain;
    }

    private void rise(int from, double time, int chain) {
        int at = from;
        while (at > 0) {
            int parent = at - 1 >> 1;
            // the chain is the newest of its time, so it stays behind all chains that have this time
            if (times[parent] <= time) {
                break;
            }
            put(at, times[parent], chains[parent]);
            at = parent;
        }
        put(at, time, chain);
    }

    private void sink(double time, int chain) {
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(times[child + 1], chains[child + 1], times[child], chains[child])) {
                child++;
            }
            if (!before(times[child], chains[child], time, chain)) {
                break;
            }
            put(at, times[child], chains[child]);
            at = child;
        }
        put(at, time, chain);
    }

    private boolean before(double time, int chain, double otherTime, int otherChain) {
        return time < otherTime || time == otherTime && age[chain] < age[otherChain];
    }

    private void put(int at, double time, int chain) {
        times[at] = time;
        chains[at] = chain;
    }
}
