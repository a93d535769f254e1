package hplhetero.run.net;

import hplhetero.comm.model.LinkCost;
import hplhetero.comm.model.NetworkCost;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import picocli.CommandLine.Option;

/**
 * What messages take. The defaults are those of no machine in particular: a few microseconds and a gigabyte a second, as
 * cheap networks of clusters have.
 */
public final class CostOptions {
    @Option(names = {"--latency"}, paramLabel = "TIME", defaultValue = "5us",
            description = "Of a message between nodes, without overheads and hops (default: ${DEFAULT-VALUE}).")
    private String latency;

    @Option(names = {"--bandwidth"}, paramLabel = "RATE", defaultValue = "1GB/s",
            description = "Of a node's link, which is 1 in the topology file (default: ${DEFAULT-VALUE}).")
    private String bandwidth;

    @Option(names = {"--send-overhead"}, paramLabel = "TIME", defaultValue = "0.5us",
            description = "Of the sender's thread, a message (default: ${DEFAULT-VALUE}).")
    private String sendOverhead;

    @Option(names = {"--receive-overhead"}, paramLabel = "TIME", defaultValue = "0.5us",
            description = "Of the receiver's thread, a message (default: ${DEFAULT-VALUE}).")
    private String receiveOverhead;

    @Option(names = {"--hop-latency"}, paramLabel = "TIME", defaultValue = "0.1us",
            description = "Of each link that a message passes (default: ${DEFAULT-VALUE}).")
    private String hopLatency;

    @Option(names = {"--many-to-one"}, paramLabel = "SHARE", defaultValue = "0.3",
            description = "What is lost where many ranks send to one at once, as a share of what its bytes take; 0: nothing "
                + "(default: ${DEFAULT-VALUE}).")
    private String manyToOne;

    @Option(names = {"--host-latency"}, paramLabel = "TIME", defaultValue = "1us",
            description = "Of a message between ranks of one node (default: ${DEFAULT-VALUE}).")
    private String hostLatency;

    @Option(names = {"--host-bandwidth"}, paramLabel = "RATE", defaultValue = "5GB/s",
            description = "Between ranks of one node (default: ${DEFAULT-VALUE}).")
    private String hostBandwidth;

    /** As given or by default. */
    public NetworkCost cost() {
        double lost = OptionText.real("--many-to-one", manyToOne);
        if (lost < 0) {
            throw new InputException("option --many-to-one: expected a number >= 0, found `" + manyToOne + "`: give one such as 0.3");
        }
        LinkCost network = new LinkCost(QuantityText.seconds("--latency", latency), 1 / QuantityText.bandwidth("--bandwidth", bandwidth),
                QuantityText.seconds("--send-overhead", sendOverhead), QuantityText.seconds("--receive-overhead", receiveOverhead),
                QuantityText.seconds("--hop-latency", hopLatency));
        LinkCost host = LinkCost.hockney(QuantityText.seconds("--host-latency", hostLatency),
                1 / QuantityText.bandwidth("--host-bandwidth", hostBandwidth));
        return new NetworkCost(network, host, lost);
    }

    /** For people: all of them, as given or by default. */
    public String words() {
        return "latency " + latency + ", bandwidth " + bandwidth + ", overheads " + sendOverhead + " and " + receiveOverhead + ", "
                + hopLatency + " a link, many to one " + manyToOne + "; within a node " + hostLatency + ", " + hostBandwidth;
    }
}
