package hplhetero.hpl.cluster;

import hplhetero.network.topology.Locality;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * Returns a network over a fabric whose routes are known. Each host of the fabric that has ranks counts, and all hosts are at one
     * site.
     *
     * @param routes nodes on which the ranks sit, and the routes between them
     * @param links  cost of a message that shares no link with others, by class of the pair of ranks: both on one host, or on two hosts; a
     *               class of which no pair occurs may be missing
     */
    public static Network on(Routes routes, Map<PairClass, PairCost> links) {
        Placement placement = routes.placement();
        List<Integer> hosts = Arrays.stream(Locality.HOST.groups(placement)).boxed().toList();
        return new Network(links, hosts, Collections.nCopies(hosts.size(), 0), Optional.of(routes));
    }

    /**
     * Returns how far two ranks are from each other: on one host, on two hosts of one site, or at two sites, which are groups of hosts
     * behind one shared link.
     *
     * @param a number of the first rank, from 0
     * @param b number of the second rank, from 0
     */
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
     * Returns a network like this one with slower or faster links between hosts, also of different sites; messages within a host cost what
     * they did. Times by size that were measured on the links as they are do not hold for others, and are dropped.
     *
     * @param latency factor on the seconds that a message takes whatever its length; 1 for no change
     * @param perByte factor on the seconds of each byte: those of the link, and those that a rank's own thread takes in the exchange of
     *                rows by pivoting; 1 for no change, 2 for half the bandwidth
     */
    public Network betweenHosts(double latency, double perByte) {
        Map<PairClass, PairCost> changed = new EnumMap<>(PairClass.class);
        links.forEach((pair, link) -> changed.put(pair, pair == PairClass.SAME_HOST ? link
                : new PairCost(latency * link.latency(), perByte * link.secondsPerByte(), perByte * link.swapPerByte())));
        return new Network(changed, hostOf, siteOf, routes.map(known -> known.betweenNodes(latency, perByte)));
    }

    /**
     * Returns the cost of a message between two different ranks. It depends only on whether they are on one host, on two hosts of one site,
     * or at two sites.
     *
     * @param a number of the first rank, from 0
     * @param b number of the second rank, from 0
     */
    public PairCost link(int a, int b) {
        return links.get(pair(a, b));
    }
}
