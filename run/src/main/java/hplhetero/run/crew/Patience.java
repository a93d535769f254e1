package hplhetero.run.crew;

import java.time.Duration;

/** How long to go on waiting. Time in which this process itself stood still (stopped, or the machine asleep) does not count. */
final class Patience {
    private static final long LONGEST_STEP_NANOS = 100_000_000;

    private long left;
    private long last = System.nanoTime();

    Patience(Duration whole) {
        left = whole.toNanos();
    }

    /** To be asked after every look for what is waited for. */
    boolean over() {
        long now = System.nanoTime();
        left -= Math.min(now - last, LONGEST_STEP_NANOS);
        last = now;
        return left < 0;
    }
}
