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
     * Returns the cluster that was kept for these hosts, or empty.
     *
     * @param hosts the host of each rank, indexed by rank
     */
    Optional<Cluster> find(List<String> hosts);

    /**
     * Keeps a cluster that was measured on these hosts.
     *
     * @param hosts the host of each rank, indexed by rank
     */
    void keep(List<String> hosts, Cluster cluster);
}
