package hplhetero.comm.liveness;

import java.time.Duration;

/**
 * Notices that no rank of a run advances. It is told of all ranks' ticks ({@link hplhetero.comm.Activity#ticks}) and of the time:
 * whoever calls it decides how both are come by. One rank that advances is enough: the others may wait for it as long as it likes.
 * Owner: the calling thread.
 */
public final class Watchdog {
    /** How long a rank has to notice in a poll that the run has ended, before its process is ended otherwise. */
    public static final Duration GRACE = Duration.ofMillis(700);

    private final long[] ticks;
    private long lastAdvance;

    /**
     * @param ranks to be watched
     * @param now   as of {@link System#nanoTime}
     */
    public Watchdog(int ranks, long now) {
        this.ticks = new long[ranks];
        this.lastAdvance = now;
    }

    /** What {@code rank} has reached. */
    public void heard(int rank, long ticks, long now) {
        if (this.ticks[rank] != ticks) {
            this.ticks[rank] = ticks;
            lastAdvance = now;
        }
    }

    /** The caller itself did not run for so long, and the ranks perhaps neither: that counts as no stall. */
    public void paused(long nanos) {
        lastAdvance += nanos;
    }

    /** Returns whether no rank has advanced for {@code timeout}. */
    public boolean stalled(Duration timeout, long now) {
        return now - lastAdvance >= timeout.toNanos();
    }
}
