package hplhetero.hpl.network;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.Routes;
import hplhetero.network.model.ExtraTimes;
import hplhetero.network.model.LinkCost;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The network of a cluster of which no more is known than hosts, sites and what messages take between them. Its fabric is one switch with
 * all hosts, or one switch a site with trunks between the sites.
 *
 * @param found    the fabric, in which hosts' links have bandwidth 1, and where the ranks sit
 * @param network  cost of a message between hosts, in which overheads are part of the latency; empty where there is one host
 * @param sameHost cost of a message between ranks of one host; empty where no host has two ranks
 */
public record ClusterNetwork(FoundPlacement found, Optional<LinkCost> network, Optional<LinkCost> sameHost) {
    private static final int LINKS_IN_A_SITE = 2;
    private static final int LINKS_BETWEEN_SITES = 4;
    /** Bandwidth of a link without limit, relative to a link that has a limit. */
    private static final double UNLIMITED = 1e6;
    private static final double MICRO = 1e6;
    /**
     * Largest number of links in a trunk: enough for messages of a millisecond between sites beside messages of some ten microseconds
     * within one.
     */
    private static final int LONGEST_TRUNK = 64;

    /**
     * Returns the network of a cluster as it was measured, or as a file describes it. Routes that are known are kept as they are.
     *
     * @throws IllegalArgumentException when two hosts have one name
     */
    public static ClusterNetwork of(Cluster cluster) {
        return of(cluster, false);
    }

    /**
     * Returns the network of a cluster in which each trunk may be a chain of links. A trunk joins the switch of a site to the switch in the
     * middle, over which messages go to other sites. Links of a chain take as long as links within a site, and there are as many as the
     * latency between sites needs, but at most 64. Messages within a site, if their latency is above 0, then take what the cluster says,
     * also where the latency between sites is more than twice theirs; {@link #of(Cluster)} makes them too slow there. Messages between
     * sites take what the cluster says up to half a latency within a site, as long as their latency is not more than 65 of these. Routes
     * that are known are kept as they are.
     *
     * @throws IllegalArgumentException when two hosts have one name
     */
    public static ClusterNetwork withLongTrunks(Cluster cluster) {
        return of(cluster, true);
    }

    private static ClusterNetwork of(Cluster cluster, boolean longTrunks) {
        Optional<Routes> known = cluster.network().routes();
        if (known.isPresent()) {
            return new ClusterNetwork(new FoundPlacement(known.get().placement(), cluster.origin(), List.of()),
                    Optional.of(known.get().cost().network()), Optional.of(known.get().cost().sameHost()));
        }
        Builder builder = new Builder(cluster.ranks().stream().map(RankProfile::host).toList(), cluster.network(), cluster.origin());
        builder.longTrunks = longTrunks;
        int[] slots = new int[builder.names.size()];
        cluster.ranks().forEach(rank -> slots[builder.hostOf[rank.rank()]] += rank.workers());
        return builder.build(() -> FlatSwitch.of(builder.names, slots));
    }

    /**
     * Returns the network that was measured between the ranks of a run.
     *
     * @param hosts   name of each rank's host, indexed by rank
     * @param network cost of messages, hosts and sites, as measured
     * @param origin  where the numbers come from, for people
     * @throws IllegalArgumentException when two hosts have one name
     */
    public static ClusterNetwork of(List<String> hosts, Network network, String origin) {
        Builder builder = new Builder(hosts, network, origin);
        return builder.build(() -> FlatSwitch.of(builder.names));
    }

    /** Makes the hosts, sites, fabric and costs of a network out of what is known of its ranks. */
    private static final class Builder {
        private final Network network;
        private final String origin;
        private final List<String> names = new ArrayList<>();
        private final int[] hostOf;
        private final int[] siteOf;
        private final int sites;
        private final List<String> assumptions = new ArrayList<>();
        private boolean longTrunks;

        Builder(List<String> hostNames, Network network, String origin) {
            this.network = network;
            this.origin = origin;
            Map<Integer, Integer> hosts = new HashMap<>();
            Map<Integer, Integer> siteNumbers = new HashMap<>();
            List<Integer> siteOfHost = new ArrayList<>();
            hostOf = new int[hostNames.size()];
            for (int rank = 0; rank < hostOf.length; rank++) {
                int host = network.hostOf().get(rank);
                if (!hosts.containsKey(host)) {
                    hosts.put(host, hosts.size());
                    names.add(hostNames.get(rank));
                    siteOfHost.add(siteNumbers.computeIfAbsent(network.siteOf().get(rank), _ -> siteNumbers.size()));
                }
                hostOf[rank] = hosts.get(host);
            }
            siteOf = siteOfHost.stream().mapToInt(Integer::intValue).toArray();
            sites = siteNumbers.size();
        }

        /**
         * Makes the network out of hosts, sites and costs.
         *
         * @param oneSwitch makes the fabric where there is one site
         */
        ClusterNetwork build(Supplier<Fabric> oneSwitch) {
            Optional<LinkCost> sameHost = cost(PairClass.SAME_HOST);
            // One cost stands for messages within sites and between them, so it has the times by size of neither.
            Optional<LinkCost> host = cost(PairClass.OTHER_HOST).map(cost -> sites > 1 ? cost.with(ExtraTimes.NONE) : cost);
            Optional<LinkCost> site = sites > 1 ? cost(PairClass.OTHER_SITE).map(cost -> cost.with(ExtraTimes.NONE)) : Optional.empty();
            Fabric fabric = sites > 1 ? sites(host, site) : oneSwitch.get();
            if (sites == 1 && names.size() > 2) {
                assumptions.add("all hosts are linked to one switch; only their own links limit the traffic");
            }
            Optional<LinkCost> between = site.map(trunk -> between(host, trunk)).or(() -> host);
            return new ClusterNetwork(new FoundPlacement(Placement.of(fabric, hostOf), origin, assumptions), between, sameHost);
        }

        private Optional<LinkCost> cost(PairClass pair) {
            return Optional.ofNullable(network.links().get(pair)).map(PairCost::link);
        }

        private Fabric sites(Optional<LinkCost> host, Optional<LinkCost> site) {
            assumptions.add("all hosts of a site are linked to one switch; one trunk carries all messages between a site and the others");
            return TableFabric.sites(names, siteOf, host.isEmpty() || site.isEmpty() ? 1
                    : limited(host.get().secondsPerByte(), site.get().secondsPerByte()),
                    longTrunks && !host.isEmpty() && !site.isEmpty() ? trunkLinks(host.get().latency(), site.get().latency()) : 1);
        }

        /**
         * Returns the number of links in a trunk: so many that the route between two sites makes up the latency between them, when each
         * link takes as long as a link within a site.
         */
        private static int trunkLinks(double within, double between) {
            double links = between * LINKS_IN_A_SITE / within;
            return within == 0 ? 1 : Math.clamp(Math.round((links - LINKS_IN_A_SITE) / 2), 1, LONGEST_TRUNK);
        }

        /**
         * Returns the bandwidth of a trunk in units of a host's, from the seconds a byte of both, within 1 / {@value #UNLIMITED} and
         * {@value #UNLIMITED}.
         */
        private static double limited(double host, double trunk) {
            if (host == 0) {
                return trunk == 0 ? 1 : 1 / UNLIMITED;
            }
            return trunk == 0 ? UNLIMITED : Math.clamp(host / trunk, 1 / UNLIMITED, UNLIMITED);
        }

        /**
         * Returns the cost of a message between hosts, whose hops make the latency of both kinds: 2 links within a site and 4 between two.
         * Where the latency between sites is more than twice that within one, and trunks are not long, only the latency between sites is
         * kept. The latency within a site then comes out too large, which is noted as an assumption.
         */
        private LinkCost between(Optional<LinkCost> host, LinkCost site) {
            if (host.isEmpty()) {
                return site;
            }
            double within = host.get().latency();
            double more = Math.max(0, site.latency() - within);
            double perByte = host.get().secondsPerByte() == 0 ? site.secondsPerByte() / UNLIMITED : host.get().secondsPerByte();
            double hop = more / (LINKS_BETWEEN_SITES - LINKS_IN_A_SITE);
            if (more <= within) {
                return new LinkCost(within - LINKS_IN_A_SITE * hop, perByte, 0, 0, hop);
            }
            if (longTrunks && within > 0) {
                return new LinkCost(0, perByte, 0, 0, within / LINKS_IN_A_SITE);
            }
            hop = site.latency() / LINKS_BETWEEN_SITES;
            assumptions.add(String.format(Locale.ROOT, "each of the %d links between two sites takes a quarter of %.3g us, so a message "
                    + "within a site takes %.3g us instead of %.3g us", LINKS_BETWEEN_SITES, site.latency() * MICRO,
                    LINKS_IN_A_SITE * hop * MICRO, within * MICRO));
            return new LinkCost(0, perByte, 0, 0, hop);
        }
    }
}
