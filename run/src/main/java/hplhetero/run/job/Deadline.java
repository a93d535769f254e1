package hplhetero.run.job;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A limit on how long to go on waiting. Time in which this process itself stood still (stopped, or the machine asleep) does not count. */
final class Deadline {
    private static final long LONGEST_STEP_NANOS = 100_000_000;

    private final LongSupplier nanoTime;
    /** Nanoseconds left; negative once the time is over. */
    private long left;
    /** Time of the last look, by the clock, in nanoseconds. */
    private long last;

    /**
     * Sets a limit that counts from now on, by a given clock.
     *
     * @param whole    the time to wait
     * @param nanoTime the clock, in nanoseconds
     */
    Deadline(Duration whole, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        left = whole.toNanos();
        last = nanoTime.getAsLong();
    }

    /** Returns whether the time is over. Must be called after every look for what is waited for. */
    boolean over() {
        long now = nanoTime.getAsLong();
        left -= Math.min(now - last, LONGEST_STEP_NANOS);
        last = now;
        return left < 0;
    }
}
