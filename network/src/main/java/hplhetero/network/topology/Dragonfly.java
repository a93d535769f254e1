package hplhetero.network.topology;

import java.util.Objects;

/**
 * A dragonfly: groups of switches, here called routers. The routers of a group are all linked to each other by local cables, and groups are
 * linked by global cables. The field's letters are p, the nodes of each router; a, the routers of each group; h, the global ports of each
 * router; g, the groups. Each two groups are linked by k = a h / (g - 1) global cables, rounded down.
 *
 * <p>Node n is at router n / p, and router r is in group r / a. The k (g - 1) global channels of a group are numbered from 0: channel
 * c (g - 1) + o is cable c to the group that comes o + 1 groups later, counted round. Channel q is at router q a / (k (g - 1)) of its
 * group, so channels are spread evenly: h at each router where all global ports have a cable.
 *
 * <p>A minimal route passes at most one global cable, and at most one local cable in each of its two groups. Of the cables to the group of
 * a node, a message takes number d mod k, where d is the node's number in its group. A route by Valiant leads to a third group first, and
 * from there to the node's group, so that messages from one group to one other spread over all groups. The third group depends on the
 * sender's place in its group and on the target group; the nodes of different routers take turns. Within a group all routes are minimal.
 *
 * <p>Source: J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-driven, highly-scalable dragonfly topology, ISCA 2008.
 */
public final class Dragonfly extends NumberedNodes {
    private static final int LINKS_OF_NODES = 2;
    private static final int LEAST_GROUPS_OF_VALIANT = 3;

    private final Size size;
    private final Cables cables;
    private final Routing routing;

    private final int routers;
    private final int nodesOfGroup;
    /** Number of global cables between each two groups; 0 where there is one group. */
    private final int parallel;
    /** Number of global channels of each group that have a cable. */
    private final int channels;
    /** Number of the first link that is local, and of the first that is global. */
    private final int local;
    private final int global;
    /** The router of each global channel within the channel's group, indexed by channel. */
    private final int[] routerOf;

    /**
     * The size of a dragonfly, in the field's letters.
     *
     * @param p nodes of each router
     * @param a routers of each group
     * @param h global ports of each router
     * @param g groups, at most a h + 1
     */
    public record Size(int p, int a, int h, int g) {

        /**
         * Checks the size.
         *
         * @throws IllegalArgumentException when a number is below 1, or the groups are too many for their global ports
         */
        public Size {
            Sizes.positive("p", p);
            Sizes.positive("a", a);
            Sizes.positive("h", h);
            Sizes.positive("g", g);
            if (g > mostGroups(a, h)) {
                throw new IllegalArgumentException("g=" + g + ": a=" + a + " routers with h=" + h + " global ports each link at most "
                        + "g=a*h+1=" + mostGroups(a, h) + " groups to each other: take fewer groups, or more ports");
            }
        }

        /** Returns the most groups of {@code a} routers with {@code h} global ports each: those that each have a cable to each other. */
        public static long mostGroups(int a, int h) {
            return (long) a * h + 1;
        }
    }

    /**
     * The bandwidths of cables in each direction, relative to the link of a node.
     *
     * @param local  of a cable within a group
     * @param global of a cable between groups
     */
    public record Cables(double local, double global) {

        /** Checks that both are positive and finite. */
        public Cables {
            Sizes.requireBandwidth(local);
            Sizes.requireBandwidth(global);
        }
    }

    private Dragonfly(Size size, Cables cables, Routing routing, int slots) {
        super(Sizes.nodes(Sizes.nodes(size.a(), size.g()), size.p()), slots);
        this.size = size;
        this.cables = Objects.requireNonNull(cables, "cables");
        this.routing = Objects.requireNonNull(routing, "routing");
        routers = size.a() * size.g();
        nodesOfGroup = size.p() * size.a();
        parallel = size.g() == 1 ? 0 : (int) ((long) size.a() * size.h() / (size.g() - 1));
        channels = Sizes.links((long) parallel * (size.g() - 1));
        local = LINKS_OF_NODES * nodes;
        global = Sizes.links(local + (long) routers * (size.a() - 1));
        Sizes.links(global + (long) size.g() * channels);
        routerOf = new int[channels];
        for (int channel = 0; channel < channels; channel++) {
            routerOf[channel] = (int) ((long) channel * size.a() / channels);
        }
    }

    /**
     * Returns a dragonfly with minimal routes. Its nodes take any number of ranks, and all cables are as fast as the link of a node.
     *
     * @throws IllegalArgumentException when it would have too many nodes or links
     */
    public static Dragonfly of(Size size) {
        return new Dragonfly(size, new Cables(1, 1), Routing.MINIMAL, ANY_SLOTS);
    }

    /** Returns this dragonfly with other bandwidths of its cables. */
    public Dragonfly with(Cables bandwidths) {
        return new Dragonfly(size, bandwidths, routing, slots);
    }

    /** Returns this dragonfly with other routes. */
    public Dragonfly with(Routing other) {
        return new Dragonfly(size, cables, other, slots);
    }

    /** Returns this dragonfly with at most so many ranks on each node. */
    public Dragonfly withSlots(int most) {
        return new Dragonfly(size, cables, routing, Sizes.slots(most));
    }

    /** Returns the numbers of nodes, routers, global ports and groups. */
    public Size size() {
        return size;
    }

    /** Returns the bandwidths of local and global cables. */
    public Cables cables() {
        return cables;
    }

    /** Returns how messages are routed. */
    public Routing routing() {
        return routing;
    }

    /** Returns the number of global cables between each two groups; 0 where there is one group. */
    public int parallelCables() {
        return parallel;
    }

    /** Returns the number of the router to which a node is linked, counted from 0 over all groups. */
    public int router(int node) {
        return Objects.checkIndex(node, nodes) / size.p();
    }

    /** Returns the number of the group of a node, from 0. */
    public int group(int node) {
        return Objects.checkIndex(node, nodes) / nodesOfGroup;
    }

    /** Returns the number of the first global link. All links from this number on are global; each is one direction of a cable. */
    public int firstGlobalLink() {
        return global;
    }

    @Override
    public String name() {
        return "dragonfly p=" + size.p() + " a=" + size.a() + " h=" + size.h() + " g=" + size.g()
                + (routing == Routing.MINIMAL ? "" : ", " + routing.word() + " routes");
    }

    @Override
    public int links() {
        return global + size.g() * channels;
    }

    /** Returns the name of a router for people: {@code g2.r5} is router 5 of group 2. */
    private String routerName(int router) {
        return "g" + router / size.a() + ".r" + router % size.a();
    }

    @Override
    public Link link(int id) {
        Objects.checkIndex(id, links());
        if (id < local) {
            String node = nodeName(id % nodes);
            String router = routerName(router(id % nodes));
            return id < nodes ? new Link(node, router, 1) : new Link(router, node, 1);
        }
        if (id < global) {
            int from = (id - local) / (size.a() - 1);
            int other = (id - local) % (size.a() - 1);
            int at = from % size.a();
            return new Link(routerName(from), routerName(from - at + (other < at ? other : other + 1)), cables.local());
        }
        int group = (id - global) / channels;
        int channel = (id - global) % channels;
        return new Link(routerName(group * size.a() + routerOf[channel]),
                routerName(groupBehind(group, channel) * size.a() + routerOf[back(channel)]), cables.global());
    }

    /** Returns the group to which a channel of a group leads. */
    private int groupBehind(int group, int channel) {
        return (group + 1 + channel % (size.g() - 1)) % size.g();
    }

    /** Returns the channel of the other group that belongs to the same cable as a channel. */
    private int back(int channel) {
        int offset = channel % (size.g() - 1);
        return channel - offset + size.g() - 2 - offset;
    }

    @Override
    public double bandwidth(int link) {
        Objects.checkIndex(link, links());
        return link < local ? 1 : link < global ? cables.local() : cables.global();
    }

    @Override
    public int longestRoute() {
        int within = size.a() > 1 ? 1 : 0;
        if (size.g() == 1) {
            return LINKS_OF_NODES + within;
        }
        return isDetour() ? LINKS_OF_NODES + 3 * within + 2 : LINKS_OF_NODES + 2 * within + 1;
    }

    private boolean isDetour() {
        return routing == Routing.VALIANT && size.g() >= LEAST_GROUPS_OF_VALIANT;
    }

    @Override
    public int route(int from, int to, int[] links) {
        Objects.checkIndex(from, nodes);
        Objects.checkIndex(to, nodes);
        if (from == to) {
            return 0;
        }
        int source = from / nodesOfGroup;
        int target = to / nodesOfGroup;
        int cable = parallel == 0 ? 0 : to % nodesOfGroup % parallel;
        int hops = 0;
        links[hops++] = from;
        int router = from / size.p();
        if (source != target && isDetour()) {
            int between = between(from, source, target);
            hops = cross(router, between, cable, links, hops);
            router = arrival(source, between, cable);
        }
        int group = router / size.a();
        if (group != target) {
            hops = cross(router, target, cable, links, hops);
            router = arrival(group, target, cable);
        }
        hops = within(router, to / size.p(), links, hops);
        links[hops++] = nodes + to;
        return hops;
    }

    /** Returns the group over which a node sends by Valiant to a node of another group. */
    private int between(int from, int source, int target) {
        int place = from % nodesOfGroup;
        int skipped = (target - source + size.g()) % size.g();
        // another turn for each target group, so that no group in between is the one that gets more messages than others for all targets
        int turn = place % size.p() * size.a() + place / size.p() - skipped + size.g();
        int offset = 1 + turn % (size.g() - 2);
        return (source + (offset < skipped ? offset : offset + 1)) % size.g();
    }

    /** Returns the channel of a group that belongs to a cable to another group. */
    private int channel(int group, int other, int cable) {
        int offset = other - group - 1;
        return cable * (size.g() - 1) + (offset < 0 ? offset + size.g() : offset);
    }

    /** Adds the links from a router to another group, and returns the number of links with them. */
    private int cross(int router, int group, int cable, int[] links, int hops) {
        int from = router / size.a();
        int channel = channel(from, group, cable);
        int count = within(router, from * size.a() + routerOf[channel], links, hops);
        links[count++] = global + from * channels + channel;
        return count;
    }

    /** Returns the router at which messages arrive in a group. */
    private int arrival(int from, int group, int cable) {
        return group * size.a() + routerOf[channel(group, from, cable)];
    }

    /** Adds the link between two routers of a group where they differ, and returns the number of links with it. */
    private int within(int router, int other, int[] links, int hops) {
        if (router == other) {
            return hops;
        }
        int to = other % size.a();
        links[hops] = local + router * (size.a() - 1) + (to < router % size.a() ? to : to - 1);
        return hops + 1;
    }
}
