package hplhetero.hpl.cluster;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.Map;

/**
 * The routes of messages through a fabric, where these are known: which links messages share, and what they cost.
 *
 * @param placement nodes of the fabric on which the world's ranks sit
 * @param cost      cost of a message over a link of bandwidth 1, and of a message within a node
 */
public record Routes(Placement placement, NetworkCost cost) {

    /**
     * Returns the routes of some of the ranks only, which stay on their nodes and keep their paths, numbered anew from 0.
     *
     * @param kept numbers of the ranks that stay; the first becomes rank 0
     */
    Routes keeping(List<Integer> kept) {
        return new Routes(placement.permuted(kept.stream().mapToInt(Integer::intValue).toArray()), cost);
    }

    /**
     * Returns the same routes over links with {@code latency} times the latencies and overheads, and {@code perByte} times the seconds a
     * byte, without times by size.
     */
    Routes betweenNodes(double latency, double perByte) {
        LinkCost link = cost.network();
        LinkCost changed = new LinkCost(latency * link.latency(),
                perByte * link.secondsPerByte(), latency * link.sendOverhead(), latency * link.receiveOverhead(),
                latency * link.hopLatency());
        return new Routes(placement, new NetworkCost(changed, cost.sameHost(), cost.manyToOne(), cost.eagerBytes()));
    }

    /**
     * Returns routes through a fabric with two costs of a message, one between hosts and one within a host. A message costs no more if it
     * passes more links, nor if many ranks send to one rank at once.
     *
     * @param placement nodes of the fabric on which the world's ranks sit
     * @param links     costs of messages for {@link PairClass#OTHER_HOST} and {@link PairClass#SAME_HOST}, with their times by size where
     *                  these were measured; where one is missing its messages cost nothing; other classes are ignored
     */
    public static Routes of(Placement placement, Map<PairClass, PairCost> links) {
        return new Routes(placement, new NetworkCost(link(links, PairClass.OTHER_HOST), link(links, PairClass.SAME_HOST), 0));
    }

    private static LinkCost link(Map<PairClass, PairCost> links, PairClass pair) {
        return links.getOrDefault(pair, new PairCost(0, 0)).link();
    }
}
