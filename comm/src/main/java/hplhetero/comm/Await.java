package hplhetero.comm;

import java.util.concurrent.locks.LockSupport;

/**
 * Waits for operations in three steps. At first the thread spins, while the answer can be expected any moment. Then it yields its core
 * after every poll, which costs little when nobody else wants the core. After a long time it sleeps between polls.
 */
public final class Await {
    /**
     * The number of idle polls in a row for which a thread only spins: some 0.1 ms, longer than most waits for a pivot. Yielding sooner
     * loses the core to strangers, and may park two ranks that exchange messages on one core. A transport with more ranks than cores yields
     * in its own polls long before.
     */
    private static final int SPIN_POLLS = 2_000;
    /** The number of idle polls in a row, after {@link #SPIN_POLLS}, for which a thread yields its core: some ten milliseconds. */
    private static final int YIELD_POLLS = 30_000;
    /** Nanoseconds of sleep between two polls after a long wait. */
    private static final long SLEEP_NANOS = 20_000;

    private Await() {
    }

    /**
     * Polls {@code operation} until it is done.
     *
     * @throws CommException as {@link Operation#poll} throws, or when the waiting thread was interrupted
     */
    public static void done(Operation operation) {
        int idle = 0;
        for (Progress p = operation.poll(); p != Progress.DONE; p = operation.poll()) {
            idle = p == Progress.IDLE ? idle + 1 : 0;
            pause(idle);
        }
    }

    /**
     * Spins, yields the core or sleeps, as a polling loop should after {@code idle} polls in a row without progress.
     *
     * @throws CommException when the waiting thread was interrupted
     */
    public static void pause(int idle) {
        if (idle < SPIN_POLLS) {
            Thread.onSpinWait();
        } else {
            giveWay(idle);
        }
    }

    private static void giveWay(int idle) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CommException(Thread.currentThread().getName() + " was interrupted while it waited for a message");
        }
        if (idle < SPIN_POLLS + YIELD_POLLS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }
}
