package hplhetero.comm.protocol;

/** Whether this host has more threads than cores, so that a rank that spins may keep the one it waits for from running. Any thread. */
public final class CoreSharing {
    private volatile boolean oversubscribed;

    /** @param ranks on this host; they are all the threads known of */
    public CoreSharing(int ranks) {
        oversubscribed = ranks > Runtime.getRuntime().availableProcessors();
    }

    public boolean isOversubscribed() {
        return oversubscribed;
    }

    /** From now on it is. */
    public void oversubscribe() {
        oversubscribed = true;
    }
}
