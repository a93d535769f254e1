package hplhetero.network.topology;

/**
 * A link that messages pass in one direction. The other direction, if there is one, is another link.
 *
 * @param from      name of the node or switch where the link begins
 * @param to        name of the node or switch where the link ends
 * @param bandwidth bandwidth in units of the fabric's base bandwidth, which is that of a link to a node unless the fabric says otherwise
 */
public record Link(String from, String to, double bandwidth) {

    public Link {
        Sizes.requireBandwidth(bandwidth);
    }
}
