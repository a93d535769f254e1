package hplhetero.hpl.cluster;

import hplhetero.network.topology.Placement;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The network between ranks. A site is a group of hosts behind one shared, slower link. Usually all hosts are at one site, and always where
 * routes are known.
 *
 * @param links  cost of a message for each class of pairs that occurs
 * @param hostOf number of each rank's host, indexed by rank
 * @param siteOf number of each rank's site, indexed by rank
 * @param routes routes of messages, where the fabric is known; {@code links} then hold the cost of messages that share no link with others
 */
public record Network(Map<PairClass, PairCost> links, List<Integer> hostOf, List<Integer> siteOf, Optional<Routes> routes) {

    /**
     * Checks that the routes, where these are known, are between these ranks.
     *
     * @throws IllegalArgumentException when the routes place another number of ranks
     */
    public Network {
        links = Map.copyOf(links.isEmpty() ? new EnumMap<>(PairClass.class) : links);
        hostOf = List.copyOf(hostOf);
        siteOf = List.copyOf(siteOf);
        int hosts = hostOf.size();
        routes.ifPresent(known -> {
            if (known.placement().ranks() != hosts) {
                throw new IllegalArgumentException("ranks=" + hosts + " placement.ranks=" + known.placement().ranks()
                        + ": must be the same: place each rank once");
            }
        });
    }

    /**
     * Makes a network of which no more is known than the cost of each class of pairs: no fabric and no routes.
     *
     * @param links  cost of a message for each class of pairs that occurs
     * @param hostOf number of each rank's host, indexed by rank
     * @param siteOf number of each rank's site, indexed by rank
     */
    public Network(Map<PairClass, PairCost> links, List<Integer> hostOf, List<Integer> siteOf) {
        this(links, hostOf, siteOf, Optional.empty());
    }

    /**
     * Returns a network over a fabric whose routes are known. Each node of the fabric that has ranks counts as a host, and all hosts are at
     * one site.
     *
     * @param routes nodes on which the ranks sit, and the routes between them
     * @param links  cost of a message that shares no link with others, for each class of pairs that occurs
     */
    public static Network on(Routes routes, Map<PairClass, PairCost> links) {
        Placement placement = routes.placement();
        List<Integer> nodes = IntStream.range(0, placement.ranks()).map(placement::nodeOf).boxed().toList();
        List<Integer> first = nodes.stream().distinct().toList();
        return new Network(links, nodes.stream().map(first::indexOf).toList(), Collections.nCopies(nodes.size(), 0), Optional.of(routes));
    }

    /** Returns how far the ranks {@code a} and {@code b} are from each other: the class that their pair belongs to. */
    public PairClass pair(int a, int b) {
        if (!siteOf.get(a).equals(siteOf.get(b))) {
            return PairClass.OTHER_SITE;
        }
        return hostOf.get(a).equals(hostOf.get(b)) ? PairClass.SAME_HOST : PairClass.OTHER_HOST;
    }

    /**
     * Returns the network between some of the ranks only, numbered anew from 0.
     *
     * @param kept numbers of the ranks that stay; the first becomes rank 0
     */
    public Network keeping(List<Integer> kept) {
        return new Network(links, kept.stream().map(hostOf::get).toList(), kept.stream().map(siteOf::get).toList(),
                routes.map(known -> known.keeping(kept)));
    }

    /**
     * Returns the same network with slower or faster links between hosts.
     *
     * @param latency factor on latencies between hosts
     * @param perByte factor on seconds a byte between hosts, and on what a byte of a row exchange takes of a rank's own thread
     */
    public Network betweenHosts(double latency, double perByte) {
        Map<PairClass, PairCost> changed = new EnumMap<>(PairClass.class);
        links.forEach((pair, link) -> changed.put(pair, pair == PairClass.SAME_HOST ? link
                : new PairCost(latency * link.latency(), perByte * link.secondsPerByte(), perByte * link.swapPerByte())));
        return new Network(changed, hostOf, siteOf, routes.map(known -> known.betweenNodes(latency, perByte)));
    }

    /** Returns the cost of a message between the different ranks {@code a} and {@code b}, which is that of the class of this pair. */
    public PairCost link(int a, int b) {
        return links.get(pair(a, b));
    }
}
