package hplhetero.run.job;

import hplhetero.hpl.calibrate.ClusterStore;
import hplhetero.hpl.cluster.Cluster;
import java.util.List;
import java.util.Optional;

/** A store that holds a calibration back until it is known whether it is worth keeping. Owner: the rank's thread. */
final class DeferredStore implements ClusterStore {
    private final ClusterStore store;
    private Runnable pending;

    /**
     * Makes a store that holds nothing back yet.
     *
     * @param store the store that receives a calibration at {@link #flush}, and in which earlier ones are found
     */
    DeferredStore(ClusterStore store) {
        this.store = store;
    }

    @Override
    public Optional<Cluster> find(List<String> hosts) {
        return store.find(hosts);
    }

    @Override
    public void keep(List<String> hosts, Cluster cluster) {
        pending = () -> store.keep(hosts, cluster);
    }

    /** Returns whether a calibration waits to be kept. */
    boolean isPending() {
        return pending != null;
    }

    /** Passes the calibration that was held back on to the real store; does nothing where none is held back. */
    void flush() {
        if (pending != null) {
            pending.run();
        }
        pending = null;
    }
}
