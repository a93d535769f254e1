package hplhetero.comm.protocol;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * What a rank does after a poll that found nothing: with more threads than cores it lets others run, and at last sleeps between
 * polls. Elsewhere whoever polls decides ({@link hplhetero.comm.Await}). Owner: the rank's thread.
 */
public final class BackOff {
    private static final int IDLE_POLLS_BEFORE_YIELD = 8;
    private static final int IDLE_POLLS_BEFORE_SLEEP = 24;

    private final CoreSharing cores;
    private final long computingNanos;
    private final LongSupplier sleepNanos;
    private int idlePolls;
    private long lastIdleNanos;

    /**
     * @param computingNanos a rank that has not polled for so long has computed meanwhile: it does not wait, and is not to sleep
     * @param sleepNanos     how long a rank may sleep now without a look at what came
     */
    public BackOff(CoreSharing cores, long computingNanos, LongSupplier sleepNanos) {
        this.cores = cores;
        this.computingNanos = computingNanos;
        this.sleepNanos = sleepNanos;
    }

    /** From now on ranks that wait leave their cores to others. */
    void shareCores() {
        cores.oversubscribe();
    }

    /** A poll has found something to do. */
    void advanced() {
        idlePolls = 0;
    }

    /** A poll has found nothing to do. */
    void idle() {
        if (idlePolls < IDLE_POLLS_BEFORE_YIELD) {
            idlePolls++;
        } else if (cores.isOversubscribed()) {
            giveWay();
        }
    }

    private void giveWay() {
        if (System.nanoTime() - lastIdleNanos > computingNanos) {
            idlePolls = 0;
        } else if (idlePolls < IDLE_POLLS_BEFORE_SLEEP) {
            idlePolls++;
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, sleepNanos.getAsLong());
        }
        lastIdleNanos = System.nanoTime();
    }
}
