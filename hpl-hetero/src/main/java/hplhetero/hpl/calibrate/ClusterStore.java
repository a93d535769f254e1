package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.Cluster;
import java.util.List;
import java.util.Optional;

/**
 * A store of earlier measurements, asked on rank 0 only. What else a measurement depends on, besides the hosts, is for the store's owner to
 * check.
 */
public interface ClusterStore {
    /** A store that finds nothing and keeps nothing. */
    ClusterStore NONE = new ClusterStore() {
        @Override
        public Optional<Cluster> find(List<String> hosts) {
            return Optional.empty();
        }

        @Override
        public void keep(List<String> hosts, Cluster cluster) {
            // this store keeps nothing
        }
    };

    /**
     * Returns the cluster that this store has kept for these hosts; empty where it has none.
     *
     * @param hosts name of each rank's host, indexed by rank
     */
    Optional<Cluster> find(List<String> hosts);

    /**
     * Stores a cluster that was measured on these hosts, for {@link #find} in this run or a later one.
     *
     * @param hosts   name of each rank's host, indexed by rank
     * @param cluster what was measured
     */
    void keep(List<String> hosts, Cluster cluster);
}
