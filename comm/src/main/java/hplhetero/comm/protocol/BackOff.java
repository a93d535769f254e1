package hplhetero.comm.protocol;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Decides what a rank does after a poll that found nothing. With more threads than cores the rank first yields its core, and later sleeps
 * between polls. On other hosts this class does nothing, and whoever polls decides ({@link hplhetero.comm.Await}). Owner: the rank's
 * thread.
 */
public final class BackOff {
    /** The number of idle polls in a row before a rank yields its core. */
    private static final int IDLE_POLLS_BEFORE_YIELD = 8;
    /** The number of idle polls in a row before a rank sleeps. */
    private static final int IDLE_POLLS_BEFORE_SLEEP = 24;

    private final CoreSharing cores;
    private final long computingNanos;
    private final LongSupplier sleepNanos;
    /** The clock that tells nanoseconds, such as {@link System#nanoTime}. */
    private final LongSupplier clock;
    /** The number of idle polls in a row, at most {@link #IDLE_POLLS_BEFORE_SLEEP}. */
    private int idlePolls;
    /** The time at which the rank last yielded or slept, by {@link #clock}. */
    private long lastIdleNanos;

    /**
     * Makes the back-off of one rank.
     *
     * @param cores          whether this host has more threads than cores
     * @param computingNanos a rank that has not polled for so many nanoseconds has computed meanwhile: it does not wait, and is not to
     *                       sleep
     * @param sleepNanos     tells how many nanoseconds a rank may sleep now without looking for messages
     */
    public BackOff(CoreSharing cores, long computingNanos, LongSupplier sleepNanos) {
        this(cores, computingNanos, sleepNanos, System::nanoTime);
    }

    /** Makes the back-off of a rank that takes the time, in nanoseconds, from {@code clock}. */
    BackOff(CoreSharing cores, long computingNanos, LongSupplier sleepNanos, LongSupplier clock) {
        this.cores = cores;
        this.computingNanos = computingNanos;
        this.sleepNanos = sleepNanos;
        this.clock = clock;
    }

    /** Makes all ranks of this process that wait leave their cores to others from now on. */
    void shareCores() {
        cores.oversubscribe();
    }

    /** Notes that a poll has found something to do. */
    void advanced() {
        idlePolls = 0;
    }

    /** Yields the core or sleeps, where needed, after a poll that found nothing to do. */
    void idle() {
        if (idlePolls < IDLE_POLLS_BEFORE_YIELD) {
            idlePolls++;
        } else if (cores.isOversubscribed()) {
            giveWay();
        }
    }

    private void giveWay() {
        if (clock.getAsLong() - lastIdleNanos > computingNanos) {
            idlePolls = 0;
        } else if (idlePolls < IDLE_POLLS_BEFORE_SLEEP) {
            idlePolls++;
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, sleepNanos.getAsLong());
        }
        lastIdleNanos = clock.getAsLong();
    }
}
