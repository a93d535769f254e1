package hplhetero.run.option;

import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.network.model.ExtraTimes;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The options for what messages cost. The defaults are those of no machine in particular: a few microseconds and a gigabyte a second, as in
 * cheap networks of clusters. Measured costs replace the defaults.
 */
@Heading(Topic.COSTS)
public final class CostOptions {
    private static final String LATENCY = "5us";
    private static final String BANDWIDTH = "1GB/s";
    private static final String OVERHEAD = "0.5us";
    private static final String HOP_LATENCY = "0.1us";
    private static final String HOST_LATENCY = "1us";
    private static final String HOST_BANDWIDTH = "5GB/s";
    private static final String MANY_TO_ONE = "0.3";
    private static final long MOST_EAGER = 1L << 40;
    /**
     * The most that each overhead may be, as a share of the measured time of an empty message. A measurement does not tell overheads and
     * latency apart.
     */
    private static final double OVERHEAD_SHARE = 0.25;

    @Common
    @Option(names = {"--latency"}, paramLabel = "TIME",
            description = "Latency of a message between nodes, without overheads and hops (default: " + LATENCY + ").")
    private String latency;

    @Common
    @Option(names = {"--bandwidth"}, paramLabel = "RATE",
            description = "Bandwidth of a node's link, which counts as 1 in the topology file (default: " + BANDWIDTH + ").")
    private String bandwidth;

    @Option(names = {"--send-overhead"}, paramLabel = "TIME",
            description = "Time that the sender's thread spends on each message (default: " + OVERHEAD + ").")
    private String sendOverhead;

    @Option(names = {"--receive-overhead"}, paramLabel = "TIME",
            description = "Time that the receiver's thread spends on each message (default: " + OVERHEAD + ").")
    private String receiveOverhead;

    @Option(names = {"--hop-latency"}, paramLabel = "TIME",
            description = "Latency of each link that a message passes (default: " + HOP_LATENCY + ").")
    private String hopLatency;

    @Option(names = {"--many-to-one"}, paramLabel = "SHARE", defaultValue = MANY_TO_ONE,
            description = "Time that is lost when many ranks send to one rank at once, as a share of the time that the bytes take; 0: no "
                    + "loss (default: ${DEFAULT-VALUE}).")
    private String manyToOne = MANY_TO_ONE;

    @Option(names = {"--host-latency"}, paramLabel = "TIME",
            description = "Latency of a message between ranks of one node (default: " + HOST_LATENCY + ").")
    private String hostLatency;

    @Option(names = {"--host-bandwidth"}, paramLabel = "RATE",
            description = "Bandwidth between ranks of one node (default: " + HOST_BANDWIDTH + ").")
    private String hostBandwidth;

    @Option(names = {"--eager"}, paramLabel = "SIZE", defaultValue = "" + NetworkCost.EAGER_BYTES,
            description = "Longest message that leaves before its receiver is ready; predictions without simulated messages leave this out "
                    + "(default: ${DEFAULT-VALUE}, as this program's own transports).")
    private String eager = "" + NetworkCost.EAGER_BYTES;

    /** Returns whether the user has given some cost. */
    public boolean given() {
        return !manyToOne.equals(MANY_TO_ONE) || Stream.of(latency, bandwidth, sendOverhead, receiveOverhead, hopLatency, hostLatency,
                hostBandwidth).anyMatch(Objects::nonNull);
    }

    /** Returns what messages cost: each number as its option says, else its default. */
    public NetworkCost cost() {
        return cost(Optional.empty());
    }

    /**
     * Returns what messages cost: each number as its option says, else as measured, else its default.
     *
     * @param measured the network as measured or described by a cluster file; empty where there is none
     */
    public NetworkCost cost(Optional<ClusterNetwork> measured) {
        double lost = OptionText.real("--many-to-one", manyToOne);
        if (lost < 0) {
            throw new InputException("option --many-to-one: expected a number >= 0, found `" + manyToOne + "`: give one such as 0.3");
        }
        Optional<LinkCost> network = measured.flatMap(ClusterNetwork::network)
                .map(cost -> apart(cost, measured.get().found().placement().fabric().longestRoute()));
        Optional<LinkCost> host = measured.flatMap(ClusterNetwork::sameHost);
        ExtraTimes extra = extra(network, latency, bandwidth);
        ExtraTimes hostExtra = extra(host, hostLatency, hostBandwidth);
        return new NetworkCost(new LinkCost(time("--latency", latency, network.map(LinkCost::latency), LATENCY),
                perByte("--bandwidth", bandwidth, network, BANDWIDTH),
                time("--send-overhead", sendOverhead, network.map(LinkCost::sendOverhead), OVERHEAD),
                time("--receive-overhead", receiveOverhead, network.map(LinkCost::receiveOverhead), OVERHEAD),
                time("--hop-latency", hopLatency, network.map(LinkCost::hopLatency), HOP_LATENCY), extra),
                LinkCost.hockney(time("--host-latency", hostLatency, host.map(LinkCost::latency), HOST_LATENCY),
                        perByte("--host-bandwidth", hostBandwidth, host, HOST_BANDWIDTH)).with(hostExtra), lost)
                .eagerUpTo(QuantityText.size("--eager", eager, MOST_EAGER));
    }

    /** Returns the measured times by size beyond the measured line; none where an option replaces a number of this line. */
    private static ExtraTimes extra(Optional<LinkCost> measured, String latency, String bandwidth) {
        return latency == null && bandwidth == null ? measured.map(LinkCost::extra).orElse(ExtraTimes.NONE) : ExtraTimes.NONE;
    }

    /**
     * Splits the measured cost of a message over this many links into latency, overheads and hops. Overheads and hops are as given, or else
     * small enough to be contained in what was measured.
     */
    private LinkCost apart(LinkCost measured, int links) {
        Optional<Double> most = Optional.of(Math.min(QuantityText.seconds("", OVERHEAD), OVERHEAD_SHARE * measured.startUp(2)));
        return measured.apart(time("--send-overhead", sendOverhead, most, OVERHEAD),
                time("--receive-overhead", receiveOverhead, most, OVERHEAD),
                time("--hop-latency", hopLatency, Optional.of(measured.hopLatency()), HOP_LATENCY), links);
    }

    private static double time(String option, String given, Optional<Double> measured, String otherwise) {
        return given != null ? QuantityText.seconds(option, given) : measured.orElseGet(() -> QuantityText.seconds(option, otherwise));
    }

    private static double perByte(String option, String given, Optional<LinkCost> measured, String otherwise) {
        return given == null && measured.isPresent() ? measured.get().secondsPerByte()
                : 1 / QuantityText.bandwidth(option, given == null ? otherwise : given);
    }

    /** Returns what messages cost in words, for people: each number as its option says, else its default. */
    public String words() {
        return words(Optional.empty());
    }

    /**
     * Returns what messages cost in words, for people: each number as its option says, else as measured, else its default.
     *
     * @param measured the network as measured or described by a cluster file; empty where there is none
     */
    public String words(Optional<ClusterNetwork> measured) {
        NetworkCost cost = cost(measured);
        Optional<LinkCost> network = measured.flatMap(ClusterNetwork::network).map(_ -> cost.network());
        Optional<LinkCost> host = measured.flatMap(ClusterNetwork::sameHost).map(_ -> cost.sameHost());
        return "latency " + timeWords(latency, network.map(LinkCost::latency), LATENCY) + ", bandwidth "
                + rateWords(bandwidth, network, BANDWIDTH) + ", overheads "
                + timeWords(sendOverhead, network.map(LinkCost::sendOverhead), OVERHEAD) + " and "
                + timeWords(receiveOverhead, network.map(LinkCost::receiveOverhead), OVERHEAD) + ", "
                + timeWords(hopLatency, network.map(LinkCost::hopLatency), HOP_LATENCY) + " a link, many to one " + manyToOne
                + "; within a node " + timeWords(hostLatency, host.map(LinkCost::latency), HOST_LATENCY) + ", "
                + rateWords(hostBandwidth, host, HOST_BANDWIDTH) + sizesWords(cost);
    }

    /** Returns a word on the links whose messages follow measured times by size; an empty text where there are none. */
    private static String sizesWords(NetworkCost cost) {
        List<String> links = new ArrayList<>();
        if (!cost.network().extra().none()) {
            links.add("between nodes");
        }
        if (!cost.sameHost().extra().none()) {
            links.add("within a node");
        }
        return links.isEmpty() ? "" : "; measured times by size " + String.join(" and ", links);
    }

    private static String timeWords(String given, Optional<Double> measured, String otherwise) {
        return given != null ? given : measured.map(QuantityText::time).orElse(otherwise);
    }

    private static String rateWords(String given, Optional<LinkCost> measured, String otherwise) {
        return given != null ? given : measured.map(cost -> QuantityText.rate(1 / cost.secondsPerByte())).orElse(otherwise);
    }
}
