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
 * @param placement  of the ranks
 * @param topology   where ranks sit and what was assumed of it, for people: lines
 * @param collective that they do
 * @param algorithms at least one, each for so many ranks
 * @param bytes      of the collective
 * @param cost       of messages
 * @param costWords  the same, for people
 */
record Question(Placement placement, String topology, Collective collective, List<Algorithm> algorithms, List<Long> bytes,
                NetworkCost cost, String costWords) {

    int ranks() {
        return placement.ranks();
    }

    Traffic traffic(Algorithm algorithm, long size) {
        return algorithm.traffic(ranks(), size, 0);
    }

    /** What stands above the tables. */
    String text() {
        return "Topology: " + topology + "Costs: " + costWords + "\n";
    }
}
