package hplhetero.comm;

/** Waits for operations: spins for a moment, then gives the core to others. */
public final class Await {
    private static final int SPINS = 2_000;

    private Await() {
    }

    /** Polls {@code operation} until it is done. */
    public static void done(Operation operation) {
        int idle = 0;
        for (Progress p = operation.poll(); p != Progress.DONE; p = operation.poll()) {
            idle = p == Progress.IDLE ? idle + 1 : 0;
            pause(idle);
        }
    }

    /** What a polling loop does after {@code idle} polls in a row without progress. */
    public static void pause(int idle) {
        if (idle < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
