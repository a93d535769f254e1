package hplhetero.run.net.lids;

import hplhetero.input.topology.Subnet;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.Optional;

/**
 * What paths are chosen for, and how.
 *
 * @param placement of the ranks, on a tree with several paths
 * @param asked     what they do, the most important first
 * @param method    whose table is taken
 * @param paths     that may be used
 * @param tables    over which forwarding tables
 * @param subnet    where it is InfiniBand's
 */
record JobQuestion(Placement placement, List<RequestedTraffic> asked, LidMethod method, int paths, Tables tables, Optional<Subnet> subnet) {

    JobQuestion {
        asked = List.copyOf(asked);
    }

    /** Forwarding tables. */
    enum Tables {
        /** As the topology file says. */
        FOUND,
        /** Made anew, for any job. */
        GENERAL,
        /** Made anew, for what this job sends. */
        FOR_JOB
    }
}
