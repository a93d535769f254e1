package hplhetero.hpl.cluster;

/** The classes of pairs of ranks, by how far the two are from each other. */
public enum PairClass {
    /** Both ranks are on one host. */
    SAME_HOST,
    /** The ranks are on different hosts of one site. Each host has its own link to the others. */
    OTHER_HOST,
    /** The ranks are at different sites. All messages between the two sites share one link. */
    OTHER_SITE
}
