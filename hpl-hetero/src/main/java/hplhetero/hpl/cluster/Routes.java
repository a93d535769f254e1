package hplhetero.hpl.cluster;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.Map;

/**
 * The way that messages go, where it is known: which links they share, and what they take.
 *
 * @param placement of the world's ranks on the nodes of a fabric
 * @param cost      of a message over a link of bandwidth 1, and of one within a node
 */
public record Routes(Placement placement, NetworkCost cost) {

    /** Of some ranks, numbered from 0 in this order, where they sit, by the paths that these take. */
    Routes keeping(List<Integer> kept) {
        return new Routes(placement.permuted(kept.stream().mapToInt(Integer::intValue).toArray()), cost);
    }

    /** The same routes over links of which a message takes so many times the latencies, and so many times the seconds a byte. */
    Routes betweenNodes(double latency, double perByte) {
        LinkCost link = cost.network();
        LinkCost changed = new LinkCost(latency * link.latency(),
                perByte * link.secondsPerByte(), latency * link.sendOverhead(), latency * link.receiveOverhead(),
                latency * link.hopLatency());
        return new Routes(placement, new NetworkCost(changed, cost.sameHost(), cost.manyToOne()));
    }

    /** Messages that take what is known of pairs of ranks alone: as much over any number of links, and shared links lose nothing. */
    public static Routes of(Placement placement, Map<PairClass, PairCost> links) {
        return new Routes(placement, new NetworkCost(hockney(links, PairClass.OTHER_HOST), hockney(links, PairClass.SAME_HOST), 0));
    }

    private static LinkCost hockney(Map<PairClass, PairCost> links, PairClass pair) {
        PairCost link = links.getOrDefault(pair, new PairCost(0, 0));
        return LinkCost.hockney(link.latency(), link.secondsPerByte());
    }
}
