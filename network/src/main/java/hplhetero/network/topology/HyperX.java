package hplhetero.network.topology;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A HyperX: switches on a grid of L dimensions, where each two switches that differ in one coordinate only are linked. The field's letters
 * are L, the dimensions; S_i, the switches along dimension i; K, the cables between two linked switches; T, the nodes of each switch. With
 * one dimension all switches are linked to each other; with two it is also called a flattened butterfly.
 *
 * <p>Node n is at switch n / T. Switches are numbered with the first coordinate counting fastest. A minimal route corrects the coordinates
 * in the order of the dimensions, one link for each coordinate that differs. Of K cables a message to node d takes number d mod K.
 *
 * <p>A route by Valiant leads in each dimension whose coordinates differ over a third switch of this dimension, so two links instead of
 * one, if there is a third switch. Messages from the nodes of one switch to one other switch then spread over all switches of the
 * dimension. Which third switch it is depends on the number of the sender and on the distance of the two coordinates. A HyperX with
 * adaptive routes (DAL) takes at most one such detour in each dimension too, so its routes are a mixture of both kinds.
 *
 * <p>Source: J. H. Ahn, N. Binkert, A. Davis, M. McLaren, R. S. Schreiber, HyperX: topology, routing, and packaging of efficient
 * large-scale networks, SC 2009.
 */
public final class HyperX extends NumberedNodes {
    private static final int LINKS_OF_NODES = 2;
    private static final int MOST_DIMENSIONS = 16;
    private static final int LEAST_LENGTH_OF_VALIANT = 3;

    private final Size size;
    private final double bandwidth;
    private final Routing routing;

    /** Difference of the numbers of two switches that are neighbours along a dimension, indexed by dimension. */
    private final int[] stride;
    /** Number of the first link of each dimension, indexed by dimension; the last entry is the number of all links. */
    private final int[] first;

    /**
     * The size of a HyperX, in the field's letters.
     *
     * @param s switches along each dimension, indexed by dimension; 1 to 16 dimensions
     * @param k cables between two switches that differ in one coordinate only
     * @param t nodes of each switch
     */
    public record Size(List<Integer> s, int k, int t) {

        /**
         * Checks the size.
         *
         * @throws IllegalArgumentException when a number is below 1, or there are no dimensions or too many
         */
        public Size {
            s = List.copyOf(s);
            if (s.isEmpty() || s.size() > MOST_DIMENSIONS) {
                throw new IllegalArgumentException("dimensions=" + s.size() + ": must be 1.." + MOST_DIMENSIONS);
            }
            s.forEach(length -> Sizes.positive("s", length));
            Sizes.positive("k", k);
            Sizes.positive("t", t);
        }

        private int switches() {
            return s.stream().reduce(1, Sizes::nodes);
        }
    }

    private HyperX(Size size, double bandwidth, Routing routing, int slots) {
        super(Sizes.nodes(size.switches(), size.t()), slots);
        this.size = size;
        this.bandwidth = bandwidth;
        this.routing = Objects.requireNonNull(routing, "routing");
        Sizes.requireBandwidth(bandwidth);
        int dimensions = size.s().size();
        stride = new int[dimensions];
        first = new int[dimensions + 1];
        first[0] = LINKS_OF_NODES * nodes;
        int step = 1;
        for (int d = 0; d < dimensions; d++) {
            stride[d] = step;
            step *= length(d);
            first[d + 1] = Sizes.links(first[d] + Sizes.links((long) size.switches() * (length(d) - 1)) * (long) size.k());
        }
    }

    /**
     * Returns a HyperX with minimal routes. Its nodes take any number of ranks, and all cables are as fast as the link of a node.
     *
     * @throws IllegalArgumentException when it would have too many nodes or links
     */
    public static HyperX of(Size size) {
        return new HyperX(size, 1, Routing.MINIMAL, ANY_SLOTS);
    }

    /** Returns this HyperX with another bandwidth of the cables between switches, in each direction, relative to the link of a node. */
    public HyperX withBandwidth(double ofCables) {
        return new HyperX(size, ofCables, routing, slots);
    }

    /** Returns this HyperX with other routes. */
    public HyperX with(Routing other) {
        return new HyperX(size, bandwidth, other, slots);
    }

    /** Returns this HyperX with at most so many ranks on each node. */
    public HyperX withSlots(int most) {
        return new HyperX(size, bandwidth, routing, Sizes.slots(most));
    }

    /** Returns the numbers of switches, cables and nodes. */
    public Size size() {
        return size;
    }

    /** Returns the bandwidth of cables between switches, relative to the link of a node. */
    public double bandwidth() {
        return bandwidth;
    }

    /** Returns how messages are routed. */
    public Routing routing() {
        return routing;
    }

    /** Returns the number of the switch to which a node is linked, from 0. */
    public int switchOf(int node) {
        return Objects.checkIndex(node, nodes) / size.t();
    }

    /** Returns the number, from 0, of a node's row of switches along the first dimension, which are all linked to each other. */
    public int row(int node) {
        return switchOf(node) / length(0);
    }

    /** Returns the number of the first link between switches of a dimension; for the number of dimensions, the number of all links. */
    public int firstLink(int dimension) {
        return first[dimension];
    }

    private int length(int dimension) {
        return size.s().get(dimension);
    }

    private int coordinate(int of, int dimension) {
        return of / stride[dimension] % length(dimension);
    }

    @Override
    public String name() {
        return "hyperx " + size.s().stream().map(String::valueOf).collect(Collectors.joining("x")) + " t=" + size.t()
                + (size.k() == 1 ? "" : " k=" + size.k()) + (routing == Routing.MINIMAL ? "" : ", " + routing.word() + " routes");
    }

    @Override
    public int links() {
        return first[stride.length];
    }

    /** Returns the name of a switch for people, its coordinates: {@code s(1,0,2)}. */
    private String switchName(int of) {
        return IntStream.range(0, stride.length).mapToObj(d -> String.valueOf(coordinate(of, d)))
                .collect(Collectors.joining(",", "s(", ")"));
    }

    @Override
    public Link link(int id) {
        Objects.checkIndex(id, links());
        if (id < first[0]) {
            String node = nodeName(id % nodes);
            String at = switchName(switchOf(id % nodes));
            return id < nodes ? new Link(node, at, 1) : new Link(at, node, 1);
        }
        int dimension = 0;
        while (id >= first[dimension + 1]) {
            dimension++;
        }
        int pair = (id - first[dimension]) / size.k();
        int others = length(dimension) - 1;
        int from = pair / others;
        int at = coordinate(from, dimension);
        int other = pair % others;
        int to = from + ((other < at ? other : other + 1) - at) * stride[dimension];
        return new Link(switchName(from), switchName(to), bandwidth);
    }

    @Override
    public double bandwidth(int link) {
        return Objects.checkIndex(link, links()) < first[0] ? 1 : bandwidth;
    }

    @Override
    public int longestRoute() {
        return LINKS_OF_NODES + size.s().stream().mapToInt(s -> s == 1 ? 0 : isDetour(s) ? 2 : 1).sum();
    }

    private boolean isDetour(int length) {
        return routing == Routing.VALIANT && length >= LEAST_LENGTH_OF_VALIANT;
    }

    @Override
    public int route(int from, int to, int[] links) {
        Objects.checkIndex(from, nodes);
        Objects.checkIndex(to, nodes);
        if (from == to) {
            return 0;
        }
        int hops = 0;
        links[hops++] = from;
        int at = from / size.t();
        int target = to / size.t();
        for (int d = 0; d < stride.length; d++) {
            int here = coordinate(at, d);
            int there = coordinate(target, d);
            if (here != there && isDetour(length(d))) {
                int between = between(from, here, there, length(d));
                links[hops++] = link(at, d, between, to);
                at += (between - here) * stride[d];
                here = between;
            }
            if (here != there) {
                links[hops++] = link(at, d, there, to);
                at += (there - here) * stride[d];
            }
        }
        links[hops++] = nodes + to;
        return hops;
    }

    /** Returns the third coordinate over which a node sends by Valiant along a dimension. */
    private static int between(int from, int here, int there, int length) {
        int skipped = (there - here + length) % length;
        int offset = 1 + (from + length - skipped) % (length - 2);
        return (here + (offset < skipped ? offset : offset + 1)) % length;
    }

    /** Returns the link from a switch to the one that has another coordinate in a dimension, by the cable that messages to a node take. */
    private int link(int at, int dimension, int coordinate, int node) {
        int other = coordinate < coordinate(at, dimension) ? coordinate : coordinate - 1;
        return first[dimension] + (at * (length(dimension) - 1) + other) * size.k() + node % size.k();
    }
}
