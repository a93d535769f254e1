package hplhetero.comm.liveness;

import java.time.Duration;

/**
 * Notices that no rank of a run advances. The caller tells it the ticks of all ranks ({@link hplhetero.comm.Activity#ticks}) and the time,
 * and decides where both come from. One rank that advances is enough: the others may wait for it for as long as it advances. Owner: the
 * calling thread.
 */
public final class Watchdog {
    /** How long a rank has to notice in a poll that the run has ended, before its process is ended otherwise. */
    public static final Duration GRACE = Duration.ofMillis(700);

    /** The latest ticks of each rank, indexed by rank. */
    private final long[] ticks;
    /** The time at which any rank last advanced, by the caller's clock in nanoseconds. */
    private long lastAdvance;

    /**
     * Makes a watchdog that begins to wait now.
     *
     * @param ranks the number of ranks to be watched
     * @param now   the time, as of {@link System#nanoTime}
     */
    public Watchdog(int ranks, long now) {
        this.ticks = new long[ranks];
        this.lastAdvance = now;
    }

    /**
     * Notes how many ticks a rank has reached.
     *
     * @param rank  the rank
     * @param ticks its number of advances so far
     * @param now   the time at which this was seen, as of {@link System#nanoTime}
     */
    public void heard(int rank, long ticks, long now) {
        if (this.ticks[rank] != ticks) {
            this.ticks[rank] = ticks;
            lastAdvance = now;
        }
    }

    /**
     * Notes that the caller itself did not run for so many nanoseconds. The ranks perhaps did not run either, so this time counts as no
     * stall.
     */
    public void paused(long nanos) {
        lastAdvance += nanos;
    }

    /** Returns whether no rank has advanced for {@code timeout}, at the time {@code now} as of {@link System#nanoTime}. */
    public boolean stalled(Duration timeout, long now) {
        return now - lastAdvance >= timeout.toNanos();
    }
}
