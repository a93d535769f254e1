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

    /** Returns the number of ranks that do the collective. */
    int ranks() {
        return placement.ranks();
    }

    /**
     * Returns the messages that an algorithm sends among the ranks, with rank 0 as root where the collective has one.
     *
     * @param algorithm the algorithm
     * @param size      size of the collective's messages, in bytes
     */
    Traffic traffic(Algorithm algorithm, long size) {
        return algorithm.traffic(ranks(), size, 0);
    }

    /** Returns the lines that stand above the tables of an answer: the topology, and what messages cost. */
    String text() {
        return "Topology: " + topology + "Costs: " + costWords + "\n";
    }
}
