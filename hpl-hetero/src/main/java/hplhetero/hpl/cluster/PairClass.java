package hplhetero.hpl.cluster;

/** How two ranks lie to each other. */
public enum PairClass {
    /** On one host. */
    SAME_HOST,
    /** On different hosts of one site, each with its own link to the others. */
    OTHER_HOST,
    /** On different sites: all their messages share the one link between the sites. */
    OTHER_SITE
}
