package hplhetero.comm.transport.mpj;

import java.util.concurrent.locks.LockSupport;

/**
 * What a rank does after a poll that found nothing: on a host with more ranks than cores it lets others run, and at last sleeps
 * between polls. Elsewhere whoever polls decides. Owner: the rank's thread.
 */
final class BackOff {
    private static final int POLLS_BEFORE_YIELD = 8;
    private static final int POLLS_BEFORE_SLEEP = 24;
    /** Nobody wakes a sleeper: a message is found at the next poll. */
    private static final long SLEEP_NANOS = 50_000;
    /** A rank that has not polled for so long has computed meanwhile: it looks in, it does not wait. */
    private static final long LOOKING_IN_NANOS = 200_000;

    private boolean crowded;
    private int idlePolls;
    private long lastIdle;

    BackOff(boolean crowded) {
        this.crowded = crowded;
    }

    void crowd() {
        crowded = true;
    }

    void advanced() {
        idlePolls = 0;
    }

    void idle() {
        if (idlePolls < POLLS_BEFORE_YIELD) {
            idlePolls++;
        } else if (crowded) {
            giveWay();
        }
    }

    private void giveWay() {
        if (System.nanoTime() - lastIdle > LOOKING_IN_NANOS) {
            idlePolls = 0;
        } else if (idlePolls < POLLS_BEFORE_SLEEP) {
            idlePolls++;
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, SLEEP_NANOS);
        }
        lastIdle = System.nanoTime();
    }
}
