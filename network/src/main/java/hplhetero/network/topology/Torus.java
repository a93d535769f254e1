package hplhetero.network.topology;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A mesh or torus of any number of dimensions. A message goes along the first dimension to its destination's coordinate, then along the
 * second, and so on. In a dimension that closes to a ring it goes the shorter way round, and by ascending coordinates where both ways are
 * equally long. Each pair of neighbours has two directed links.
 *
 * <p>Node numbers count the first dimension fastest: (x, y, z) is x + X (y + Y z). Link numbers begin with the links of the first
 * dimension. In each dimension the links upwards come first, in the order of the nodes where they begin; then the links downwards, in the
 * order of the nodes where they end. Where interfaces limit, one link from each node's interfaces follows behind all dimensions, then one
 * link to each node's interfaces.
 */
public final class Torus implements Fabric {
    /** Most dimensions: as many dimensions of length 2 have {@link #MOST_NODES} nodes. */
    private static final int MOST_DIMENSIONS = 20;

    private final List<Dimension> dimensions;
    private final int interfaces;
    private final int slots;

    private final int nodes;
    private final int[] length;
    /** Difference of the node numbers of two neighbours, indexed by dimension. */
    private final int[] stride;
    private final boolean[] closes;
    /** Number of the first link upwards, indexed by dimension. The links downwards follow behind those upwards, in the same order. */
    private final int[] base;
    /** Number of links in one direction, indexed by dimension. */
    private final int[] count;
    /**
     * The coordinate of each node along each dimension, then the number of its link upwards, or of the link it would have if the dimension
     * did not end there; at 2 (node x dimensions + dimension).
     */
    private final int[] table;
    /** Number of the first link from a node's interfaces; the links to nodes' interfaces follow. */
    private final int injection;

    private Torus(List<Dimension> dimensions, int interfaces, int slots) {
        this.dimensions = List.copyOf(dimensions);
        this.interfaces = interfaces;
        this.slots = slots;
        int size = dimensions.size();
        if (size < 1 || size > MOST_DIMENSIONS) {
            throw new IllegalArgumentException("dimensions=" + size + ": must be 1.." + MOST_DIMENSIONS);
        }
        if (dimensions.stream().map(Dimension::name).distinct().count() != size) {
            throw new IllegalArgumentException("dimensions=" + dimensions.stream().map(Dimension::name).toList() + ": must have names "
                    + "that differ");
        }
        length = dimensions.stream().mapToInt(Dimension::length).toArray();
        closes = new boolean[size];
        stride = new int[size];
        int product = 1;
        for (int d = 0; d < size; d++) {
            stride[d] = product;
            closes[d] = dimensions.get(d).closes();
            product = Sizes.nodes(product, length[d]);
        }
        nodes = product;
        base = new int[size];
        count = new int[size];
        int next = 0;
        for (int d = 0; d < size; d++) {
            base[d] = next;
            count[d] = nodes / length[d] * dimensions.get(d).span();
            next = Sizes.links((long) next + 2L * count[d]);
        }
        injection = next;
        table = table();
    }

    private int[] table() {
        int size = length.length;
        int[] entries = new int[2 * size * nodes];
        for (int node = 0; node < nodes; node++) {
            for (int d = 0; d < size; d++) {
                int line = stride[d] * length[d];
                // a line of an open dimension has one link fewer than nodes
                int missing = closes[d] ? 0 : node / line * stride[d];
                entries[2 * (node * size + d)] = node / stride[d] % length[d];
                entries[2 * (node * size + d) + 1] = base[d] + node - missing;
            }
        }
        return entries;
    }

    /**
     * Returns a mesh or torus of these dimensions. Only the links between nodes limit messages, not the nodes' network interfaces, and any
     * number of ranks may sit on a node.
     *
     * @param dimensions 1 to 20 dimensions of different names; node numbers count the first one fastest
     * @throws IllegalArgumentException when there are no dimensions or too many, two have one name, or the product of lengths is too large
     */
    public static Torus of(Dimension... dimensions) {
        return of(List.of(dimensions));
    }

    /**
     * Returns a mesh or torus of these dimensions. Only the links between nodes limit messages, not the nodes' network interfaces, and any
     * number of ranks may sit on a node.
     *
     * @param dimensions 1 to 20 dimensions of different names; node numbers count the first one fastest
     * @throws IllegalArgumentException when there are no dimensions or too many, two have one name, or the product of lengths is too large
     */
    public static Torus of(List<Dimension> dimensions) {
        return new Torus(dimensions, 0, ANY_SLOTS);
    }

    /** Returns a torus of dimensions X, Y, Z, D4, ... that all wrap. */
    public static Torus torus(int... lengths) {
        List<String> names = names(lengths.length);
        return of(IntStream.range(0, lengths.length).mapToObj(d -> Dimension.ring(names.get(d), lengths[d])).toList());
    }

    /** Returns a mesh of dimensions X, Y, Z, D4, ..., none of which wraps. */
    public static Torus mesh(int... lengths) {
        List<String> names = names(lengths.length);
        return of(IntStream.range(0, lengths.length).mapToObj(d -> Dimension.open(names.get(d), lengths[d])).toList());
    }

    /**
     * Returns this torus with a limit by interfaces: all messages that leave a node share its {@code interfaces}, and so do all messages
     * that arrive. Each route has one further link at either end, of {@code interfaces} times the bandwidth of the other links. Without
     * this limit nothing but the links between nodes limits.
     */
    public Torus withInterfaces(int interfaces) {
        return new Torus(dimensions, Sizes.positive("interfaces", interfaces), slots);
    }

    /** Returns this torus with at most {@code slots} ranks on a node. */
    public Torus withSlots(int slots) {
        return new Torus(dimensions, interfaces, Sizes.slots(slots));
    }

    /** Returns the dimensions, the fastest-counting one first. */
    public List<Dimension> dimensions() {
        return dimensions;
    }

    /**
     * Returns how many network interfaces a node has, each as fast as a link, which all messages that leave it share, and all that arrive.
     * Returns 0 where interfaces do not limit messages.
     */
    public int interfaces() {
        return interfaces;
    }

    /**
     * Returns the number of the node at these coordinates.
     *
     * @throws IllegalArgumentException when there are not as many coordinates as dimensions, or one is out of range
     */
    public int node(int... coordinates) {
        if (coordinates.length != length.length) {
            throw new IllegalArgumentException("coordinates=" + coordinates.length + ": " + name() + " has " + length.length
                    + " dimensions");
        }
        int node = 0;
        for (int d = 0; d < length.length; d++) {
            if (coordinates[d] < 0 || coordinates[d] >= length[d]) {
                throw new IllegalArgumentException(dimensions.get(d).name() + "=" + coordinates[d] + ": must be 0.." + (length[d] - 1));
            }
            node += coordinates[d] * stride[d];
        }
        return node;
    }

    /**
     * Returns the coordinate of a node along a dimension, counted from 0.
     *
     * @param node      number of the node
     * @param dimension index of the dimension in {@link #dimensions}
     */
    public int coordinate(int node, int dimension) {
        Objects.checkIndex(node, nodes);
        return table[2 * (node * length.length + Objects.checkIndex(dimension, length.length))];
    }

    /**
     * Returns {@code torus 4x3x2} where all dimensions wrap, {@code mesh 4x3wx2} where only the second does, and {@code tofu} with the
     * units of a {@link Tofu} system.
     */
    @Override
    public String name() {
        if (Tofu.is(this)) {
            return "tofu " + Tofu.units(this);
        }
        boolean all = dimensions.stream().allMatch(Dimension::wraps);
        return (all ? "torus " : "mesh ") + dimensions.stream().map(d -> d.length() + (d.wraps() && !all ? "w" : ""))
                .collect(Collectors.joining("x"));
    }

    @Override
    public int nodes() {
        return nodes;
    }

    @Override
    public String nodeName(int node) {
        return IntStream.range(0, length.length).mapToObj(d -> Integer.toString(coordinate(node, d)))
                .collect(Collectors.joining(",", "(", ")"));
    }

    @Override
    public int slots(int node) {
        Objects.checkIndex(node, nodes);
        return slots;
    }

    @Override
    public int links() {
        return interfaces == 0 ? injection : injection + 2 * nodes;
    }

    @Override
    public Link link(int id) {
        Objects.checkIndex(id, links());
        if (id >= injection) {
            int node = (id - injection) % nodes;
            return id - injection < nodes ? new Link(nodeName(node), router(node), interfaces)
                    : new Link(router(node), nodeName(node), interfaces);
        }
        int d = 0;
        while (id >= base[d] + 2 * count[d]) {
            d++;
        }
        int up = (id - base[d]) % count[d];
        int span = dimensions.get(d).span();
        int position = up / stride[d] % span;
        int lower = up % stride[d] + up / (stride[d] * span) * (stride[d] * length[d]);
        String here = router(lower + position * stride[d]);
        String next = router(lower + (position + 1) % length[d] * stride[d]);
        return id - base[d] < count[d] ? new Link(here, next, 1) : new Link(next, here, 1);
    }

    /** Returns the name of the place where the links to a node's neighbours begin: the node itself, or the router behind its interfaces. */
    private String router(int node) {
        return (interfaces == 0 ? "" : "router ") + nodeName(node);
    }

    @Override
    public double bandwidth(int link) {
        Objects.checkIndex(link, links());
        return link < injection ? 1 : interfaces;
    }

    @Override
    public int longestRoute() {
        return dimensions.stream().mapToInt(Dimension::farthest).sum() + (interfaces == 0 ? 0 : 2);
    }

    @Override
    public int route(int from, int to, int[] links) {
        Objects.checkIndex(from, nodes);
        Objects.checkIndex(to, nodes);
        if (from == to) {
            return 0;
        }
        int hops = 0;
        if (interfaces != 0) {
            links[hops++] = injection + from;
        }
        int size = length.length;
        int here = 2 * size * from;
        int there = 2 * size * to;
        // how far the dimensions done so far have moved the message, in node numbers and so in link numbers
        int moved = 0;
        for (int d = 0; d < size; d++, here += 2, there += 2) {
            int at = table[here];
            int distance = table[there] - at;
            if (distance != 0) {
                hops = along(d, at, distance, table[here + 1] + moved, links, hops);
                moved += distance * stride[d];
            }
        }
        if (interfaces != 0) {
            links[hops++] = injection + nodes + to;
        }
        return hops;
    }

    /**
     * Appends the links of a message along one dimension and returns the number of links so far. Upwards from x to x + 1 a link has the
     * number {@code link + (x - at) step}. Downwards from x to x - 1 a link has the number of the link upwards from x - 1, and {@code
     * count} more. The loop is no counted loop, since routes are mostly short and the compiler would prepare a counted loop for many steps.
     */
    private int along(int d, int at, int distance, int link, int[] links, int hops) {
        int step = stride[d];
        int round = length[d];
        int upwards = distance < 0 ? distance + round : distance;
        boolean ascend = closes[d] ? 2 * upwards <= round : distance > 0;
        int by = ascend ? step : -step;
        int id = ascend ? link : link + count[d] - step;
        // number behind the last link of this way round, where the message goes on at the other end
        int edge = ascend ? id + (round - at) * step : id - at * step;
        int jump = -round * by;
        int stop = id + distance * step;
        stop = stop == edge ? stop + jump : stop;
        id = id == edge ? id + jump : id;
        int i = hops;
        do {
            links[i++] = id;
            id += by;
            id = id == edge ? id + jump : id;
        } while (id != stop);
        return i;
    }

    @Override
    public String toString() {
        return name();
    }

    /** Returns the default names of dimensions: X, Y, Z, then D4, D5, ... */
    public static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(d -> d < 3 ? String.valueOf((char) ('X' + d)) : "D" + (d + 1)).toList();
    }
}
