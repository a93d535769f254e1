package hplhetero.network.topology;

/**
 * A link as messages pass it in one direction; the other direction, if there is one, is another link.
 *
 * @param from      node or switch where it begins
 * @param to        node or switch where it ends
 * @param bandwidth in units of the fabric's base bandwidth, that of a link to a node if nothing else is said
 */
public record Link(String from, String to, double bandwidth) {

    public Link {
        Sizes.requireBandwidth(bandwidth);
    }
}
