package hplhetero.comm.protocol;

/**
 * Tells whether this host has more threads than cores, so that a rank that spins may keep the rank it waits for from running. Any thread
 * may use it.
 */
public final class CoreSharing {
    private volatile boolean oversubscribed;

    /**
     * Compares the number of ranks with the number of cores.
     *
     * @param ranks the number of ranks on this host, which are the only threads known at this time
     */
    public CoreSharing(int ranks) {
        oversubscribed = ranks > Runtime.getRuntime().availableProcessors();
    }

    /** Returns whether this host has more threads than cores. */
    public boolean isOversubscribed() {
        return oversubscribed;
    }

    /** Notes that this host has more threads than cores, for the rest of the run. */
    public void oversubscribe() {
        oversubscribed = true;
    }
}
