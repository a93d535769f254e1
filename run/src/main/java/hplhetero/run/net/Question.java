package hplhetero.run.net;

import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.List;

/**
 * What is asked of a network.
 *
 * @param placement  where the ranks sit
 * @param topology   lines for people: where ranks sit, and what was assumed of the network
 * @param collective the collective that the ranks do
 * @param algorithms the algorithms, at least one; each works among this number of ranks
 * @param bytes      sizes of the collective's messages, in bytes
 * @param cost       cost of messages
 * @param costWords  cost of messages, for people
 */
record Question(Placement placement, String topology, Collective collective, List<Algorithm> algorithms, List<Long> bytes,
                NetworkCost cost, String costWords) {

    int ranks() {
        return placement.ranks();
    }

    Traffic traffic(Algorithm algorithm, long size) {
        return algorithm.traffic(ranks(), size, 0);
    }

    /** Returns the lines that stand above the tables. */
    String text() {
        return "Topology: " + topology + "Costs: " + costWords + "\n";
    }
}
