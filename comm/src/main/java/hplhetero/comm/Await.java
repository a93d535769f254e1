package hplhetero.comm;

import java.util.concurrent.locks.LockSupport;

/**
 * Waits for operations in three steps: spin for about as long as a message takes; then yield the core after
 * every poll, which costs little when nobody else wants it and lets the awaited rank run when there are more
 * ranks than cores; and after a long time sleep between polls.
 */
public final class Await {
    /** A few microseconds. With a single core the awaited rank cannot run while this one spins. */
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 100 : 0;
    /** Some ten milliseconds of yielding. */
    private static final int YIELDS = 30_000;
    private static final long SLEEP_NANOS = 20_000;

    private Await() {
    }

    /**
     * Polls {@code operation} until it is done.
     *
     * @throws CommException as {@link Operation#poll}, or when the waiting thread was interrupted
     */
    public static void done(Operation operation) {
        int idle = 0;
        for (Progress p = operation.poll(); p != Progress.DONE; p = operation.poll()) {
            idle = p == Progress.IDLE ? idle + 1 : 0;
            pause(idle);
        }
    }

    /**
     * What a polling loop does after {@code idle} polls in a row without progress.
     *
     * @throws CommException when the waiting thread was interrupted
     */
    public static void pause(int idle) {
        if (idle < SPINS) {
            Thread.onSpinWait();
        } else {
            giveWay(idle);
        }
    }

    private static void giveWay(int idle) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CommException(Thread.currentThread().getName() + " was interrupted while it waited for a message");
        }
        if (idle < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }
}
