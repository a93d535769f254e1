package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.Cluster;
import java.util.List;
import java.util.Optional;

/** Where earlier measurements are kept. Asked on rank 0 only; what it depends on besides the hosts is its owner's. */
public interface ClusterStore {
    /** Keeps nothing. */
    ClusterStore NONE = new ClusterStore() {
        @Override
        public Optional<Cluster> find(List<String> hosts) {
            return Optional.empty();
        }

        @Override
        public void keep(List<String> hosts, Cluster cluster) {
            // nothing is kept
        }
    };

    /** @param hosts the host of each rank */
    Optional<Cluster> find(List<String> hosts);

    /** @param hosts the host of each rank */
    void keep(List<String> hosts, Cluster cluster);
}
