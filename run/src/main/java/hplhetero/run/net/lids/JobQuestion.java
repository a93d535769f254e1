package hplhetero.run.net.lids;

import hplhetero.input.topology.Subnet;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.Optional;

/**
 * What paths are chosen for, and how.
 *
 * @param placement the ranks, on a tree with several paths
 * @param requested what the ranks do, the most important first
 * @param method    the method whose table is taken
 * @param paths     number of paths that may be used
 * @param tables    the forwarding tables over which paths lead
 * @param subnet    the InfiniBand subnet, where the network is one
 */
record JobQuestion(Placement placement, List<RequestedTraffic> requested, LidMethod method, int paths, Tables tables,
                   Optional<Subnet> subnet) {

    JobQuestion {
        requested = List.copyOf(requested);
    }

    /** The source of the forwarding tables. */
    enum Tables {
        /** Forwarding tables as the topology file gives them. */
        FOUND,
        /** Forwarding tables made anew, for any job. */
        GENERAL,
        /** Forwarding tables made anew, for what this job sends. */
        FOR_JOB
    }
}
