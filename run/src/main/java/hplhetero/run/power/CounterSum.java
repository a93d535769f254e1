package hplhetero.run.power;

import java.util.List;

/**
 * Counters of events, such as errors of memory, that are added up from {@link #begin} on. A counter that was set back, because a driver was
 * loaded again, goes on from there. Owner: one thread at a time.
 */
final class CounterSum {
    private final Reading[] counters;
    /** Value of each counter at the last reading, indexed as {@link #counters}. */
    private final long[] last;
    /** Number of events since {@link #begin}. */
    private long sum;

    CounterSum(List<? extends Reading> counters) {
        this.counters = counters.toArray(Reading[]::new);
        last = new long[counters.size()];
    }

    /** Begins to count from 0, because a new test begins. */
    void begin() {
        sum = 0;
        for (int i = 0; i < counters.length; i++) {
            last[i] = counters[i].read();
        }
    }

    /** Reads all counters, and returns the number of events since {@link #begin}; NaN where there is no counter. */
    double read() {
        for (int i = 0; i < counters.length; i++) {
            long now = counters[i].read();
            if (now != Reading.UNKNOWN) {
                sum += last[i] == Reading.UNKNOWN ? 0 : Math.max(0, now - last[i]);
                last[i] = now;
            }
        }
        return counters.length == 0 ? Double.NaN : sum;
    }
}
