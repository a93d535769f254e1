package hplhetero.run.job;

import hplhetero.hpl.calibrate.ClusterStore;
import hplhetero.hpl.cluster.Cluster;
import java.util.List;
import java.util.Optional;

/** A store that holds a calibration back until it is known whether it is worth keeping. Owner: the rank's thread. */
final class DeferredStore implements ClusterStore {
    private final ClusterStore store;
    private Runnable pending;

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

    /** Keeps the calibration that was held back, if there is one. */
    void flush() {
        if (pending != null) {
            pending.run();
        }
        pending = null;
    }
}
