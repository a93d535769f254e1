package hplhetero.hpl.network.probe;

import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.hpl.network.probe.ProbeResult.Incast;
import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;

/**
 * The costs of messages that a probe has found of a network, in the form in which time models take them.
 *
 * @param found     the fabric and where the ranks sit: as the network tells, else hosts on one switch, or on one switch a site
 * @param kinds     kinds of pairs of ranks, nearest first
 * @param network   cost of a message between nodes, with overheads and hops told apart; empty where none was sent
 * @param sameHost  cost of a message within a node; empty where none was sent
 * @param manyToOne what is lost where many ranks send to one ({@link hplhetero.network.model.NetworkCost#manyToOne}); empty where this was
 *                  not measured between nodes
 */
public record ProbedNetwork(FoundPlacement found, List<Kind> kinds, Optional<LinkCost> network, Optional<LinkCost> sameHost,
                            OptionalDouble manyToOne) {
    private static final int HOPS_WITHIN_SITE = 2;
    private static final int HOPS_BETWEEN_SITES = 4;

    public ProbedNetwork {
        kinds = List.copyOf(kinds);
    }

    /**
     * The pairs of ranks that are equally far from each other, and the cost of their messages.
     *
     * @param hops  number of links between the two ranks of a pair; 0 where both are on one node
     * @param title name of the kind, for people
     * @param pairs samples of some pairs of this kind, taken while nobody else sent
     * @param times median over these pairs of each size's time, ascending by size
     * @param cost  cost fitted to these medians
     * @param error root of the mean square of (fit / measured - 1) over these medians
     */
    public record Kind(int hops, String title, List<PairSamples> pairs, List<Sample> times, LinkCost cost, double error) {

        /**
         * Returns a kind of pairs, with the cost that fits its samples.
         *
         * @param hops  number of links between the two ranks of a pair
         * @param title name of the kind, for people
         * @param pairs samples of some pairs of this kind
         */
        static Kind of(int hops, String title, List<PairSamples> pairs) {
            List<Sample> middle = HockneyFit.medians(pairs.stream().flatMap(pair -> pair.samples().stream()).toList());
            PairSamples all = new PairSamples(pairs.getFirst().a(), pairs.getFirst().b(), middle);
            LinkCost cost = all.fit(hops > 0);
            return new Kind(hops, title, List.copyOf(pairs), middle, cost, all.error(cost));
        }

        /** Returns the fitted cost with the times that it was fitted to. */
        public PairCost measured() {
            return new PairCost(cost.latency(), cost.secondsPerByte()).with(PairCost.bySize(times));
        }
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /**
     * Computes the costs of messages from what a probe has measured.
     *
     * @param result what was measured
     * @param known  where the ranks sit, if the network tells; otherwise a network is made up, in which all hosts of a site (a group of
     *               hosts behind one slower link to all others) are on one switch
     */
    public static ProbedNetwork of(ProbeResult result, Optional<FoundPlacement> known) {
        IntBinaryOperator hops = hops(result.hosts(), result.siteOf(), known.map(FoundPlacement::placement));
        SortedMap<Integer, List<PairSamples>> byHops = new TreeMap<>();
        result.alone().forEach(pair -> byHops.computeIfAbsent(hops.applyAsInt(pair.a(), pair.b()), _ -> new ArrayList<>()).add(pair));
        List<Kind> kinds = byHops.entrySet().stream().map(e -> Kind.of(e.getKey(), title(e.getKey(), known.isPresent()), e.getValue()))
                .toList();
        Optional<ClusterNetwork> hosts = known.isPresent() ? Optional.empty() : Optional.of(hosts(result, kinds));
        FoundPlacement found = known.or(() -> hosts.map(ClusterNetwork::found)).orElseThrow();
        Optional<LinkCost> network = hosts.isEmpty() ? byHops(kinds) : hosts.get().network();
        Optional<LinkCost> apart = network.map(cost -> result.overheads().filter(o -> hops.applyAsInt(o.a(), o.b()) > 0)
                .map(o -> apart(cost, o.send(), o.receive(), found.placement().fabric().longestRoute())).orElse(cost));
        Optional<LinkCost> within = kinds.stream().filter(kind -> kind.hops() == 0).map(kind -> kind.measured().link()).findFirst();
        boolean between = result.incasts().stream().anyMatch(incast -> incast.senders() > 1) && hops.applyAsInt(0,
                IncastProbe.senders(result.hosts().size(), hops).getFirst()) > 0;
        return new ProbedNetwork(found, kinds, apart, within,
                between ? lost(result.incasts(), network.orElseThrow().secondsPerByte()) : OptionalDouble.empty());
    }

    /**
     * Returns a function of two ranks that gives the number of links between them. Where nothing is known but hosts and sites, the number
     * is 0 on one host, 2 within a site, 4 between sites.
     *
     * @param hosts     name of each rank's host, indexed by rank
     * @param siteOf    number of each rank's site, indexed by rank
     * @param placement where the ranks sit in a fabric, where this is known
     */
    static IntBinaryOperator hops(List<String> hosts, List<Integer> siteOf, Optional<Placement> placement) {
        int[] links = new int[placement.map(p -> p.fabric().longestRoute()).orElse(0)];
        return placement.<IntBinaryOperator>map(p -> (a, b) -> p.route(a, b, links))
                .orElse((a, b) -> hosts.get(a).equals(hosts.get(b)) ? 0
                        : siteOf.get(a).equals(siteOf.get(b)) ? HOPS_WITHIN_SITE : HOPS_BETWEEN_SITES);
    }

    private static String title(int hops, boolean known) {
        if (hops == 0) {
            return "same host";
        }
        return known ? hops + (hops == 1 ? " link" : " links") : hops == HOPS_WITHIN_SITE ? "other host" : "other site";
    }

    private static ClusterNetwork hosts(ProbeResult result, List<Kind> kinds) {
        Map<PairClass, PairCost> links = new EnumMap<>(PairClass.class);
        for (Kind kind : kinds) {
            PairClass pair = kind.hops() == 0 ? PairClass.SAME_HOST : kind.hops() == HOPS_BETWEEN_SITES ? PairClass.OTHER_SITE
                    : PairClass.OTHER_HOST;
            links.put(pair, kind.measured());
        }
        Map<String, Integer> numbers = new HashMap<>();
        List<Integer> hostOf = result.hosts().stream().map(host -> numbers.computeIfAbsent(host, _ -> numbers.size())).toList();
        return ClusterNetwork.of(result.hosts(), new Network(links, hostOf, result.siteOf()),
                "measured between " + result.hosts().size() + " ranks");
    }

    /**
     * Returns the cost of a message between nodes: its latency is a straight line over the number of links, by least squares over the
     * kinds, its bandwidth the median of the kinds'. Empty where no pair is on different nodes.
     */
    private static Optional<LinkCost> byHops(List<Kind> all) {
        List<Kind> kinds = all.stream().filter(kind -> kind.hops() > 0).toList();
        if (kinds.isEmpty()) {
            return Optional.empty();
        }
        double hops = kinds.stream().mapToInt(Kind::hops).average().orElseThrow();
        double latency = kinds.stream().mapToDouble(kind -> kind.cost().latency()).average().orElseThrow();
        double over = kinds.stream().mapToDouble(kind -> (kind.hops() - hops) * (kind.cost().latency() - latency)).sum();
        double under = kinds.stream().mapToDouble(kind -> (kind.hops() - hops) * (kind.hops() - hops)).sum();
        double hop = under == 0 ? 0 : Math.clamp(over / under, 0, latency / hops);
        double[] perByte = kinds.stream().mapToDouble(kind -> kind.cost().secondsPerByte()).sorted().toArray();
        return Optional.of(new LinkCost(latency - hop * hops, perByte[perByte.length / 2], 0, 0, hop));
    }

    /**
     * Returns a cost with the overheads told apart from the latency. Overheads are part of the latency, and made no larger than all of it.
     */
    private static LinkCost apart(LinkCost cost, double send, double receive, int links) {
        double most = cost.startUp(HOPS_WITHIN_SITE);
        double share = send + receive > most ? most / (send + receive) : 1;
        return cost.apart(send * share, receive * share, cost.hopLatency(), links);
    }

    /**
     * Returns by how much k senders take longer than the receiver's link needs for what k - 1 of them send beyond one alone. With T_1 =
     * start-up + b and T_k = start-up + k b (1 + lost (1 - 1/k)) this is lost = (T_k - T_1) / ((k - 1) b) - 1. Returns the median over all
     * k &gt; 1, but at least 0.
     */
    private static OptionalDouble lost(List<Incast> incasts, double secondsPerByte) {
        double one = incasts.stream().filter(incast -> incast.senders() == 1).mapToDouble(Incast::seconds).findFirst().orElseThrow();
        double median = median(incasts.stream().filter(incast -> incast.senders() > 1)
                .map(incast -> (incast.seconds() - one) / ((incast.senders() - 1) * incast.bytes() * secondsPerByte) - 1).toList());
        return Double.isFinite(median) ? OptionalDouble.of(Math.max(0, median)) : OptionalDouble.empty();
    }
}
