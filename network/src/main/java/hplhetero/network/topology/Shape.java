package hplhetero.network.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The box around the nodes of a mesh or torus that ranks sit on, as the paper by Nanri, Sugiyama and Morie has it (their equation 1). The
 * paper leaves two cases open. Routes handle both, and this class only reports them: boxes with nodes that hold no rank ({@link #holes()}),
 * and ranges from which messages take the way round outside ({@link Extent#leaves()}).
 *
 * @param extents  range along each dimension, in the order of the fabric's dimensions
 * @param occupied number of nodes that hold a rank
 */
public record Shape(List<Extent> extents, int occupied) {

    public Shape {
        extents = List.copyOf(extents);
    }

    /**
     * The stretch of coordinates along one dimension of the fabric within which all ranks lie. Where the dimension wraps, it leaves out the
     * widest gap between ranks, so it may go over the end of the dimension. Among gaps of one width it leaves out the one over the end,
     * then the first.
     *
     * <p>In the paper by Nanri, Sugiyama and Morie the length is Xmax - Xmin + 1 for ranks "inside" their least and greatest coordinate,
     * and N - (Xmax - Xmin - 1) for ranks "outside". As printed, no rank is ever outside of the least and greatest of all coordinates. This
     * class therefore reads Xmin and Xmax of ranks outside as the edges of the widest gap: Xmin is where the lower part ends, and Xmax is
     * where the upper part begins.
     *
     * @param dimension dimension of the fabric
     * @param first     coordinate where the stretch begins, 0 .. length of the dimension - 1
     * @param length    number of coordinates in the stretch, the paper's L_i
     * @param used      number of these coordinates that have a rank: fewer than the length where there are gaps inside
     */
    public record Extent(Dimension dimension, int first, int length, int used) {

        /**
         * Returns whether the ranks' stretch of coordinates goes over the end of the dimension, from the last coordinate to 0; the paper by
         * Nanri and others calls this "outside".
         */
        public boolean outside() {
            return first + length > dimension.length();
        }

        /**
         * Returns whether the ranks form a ring along the dimension: the dimension wraps, and their stretch of coordinates is all of it.
         */
        public boolean ring() {
            return dimension.wraps() && length == dimension.length();
        }

        /**
         * Returns whether the ranks' stretch of coordinates covers more than half, but not all, of a dimension that wraps. The paper by
         * Nanri and others does not handle this case.
         */
        public boolean overHalf() {
            return dimension.wraps() && 2 * length > dimension.length() && length < dimension.length();
        }

        /**
         * Returns whether messages between the first and the last coordinate of the ranks' stretch take the way around a dimension that
         * wraps, through coordinates outside of the stretch, because this way has no more links than the one inside.
         */
        public boolean leaves() {
            return dimension.closes() && length < dimension.length() && 2 * (length - 1) >= dimension.length();
        }
    }

    /**
     * Returns the box around the ranks of a placement: along each dimension the shortest stretch of coordinates with all ranks, over the
     * end of the dimension where that is shorter and the dimension wraps.
     *
     * @param placement nodes of the ranks, at least one, on a mesh or torus
     * @throws IllegalArgumentException when the fabric is no mesh or torus
     */
    public static Shape of(Placement placement) {
        if (!(placement.fabric() instanceof Torus torus)) {
            throw new IllegalArgumentException("fabric=" + placement.fabric().name() + ": must be a mesh or torus");
        }
        int[] nodes = placement.nodes();
        List<Extent> extents = new ArrayList<>();
        for (int d = 0; d < torus.dimensions().size(); d++) {
            BitSet used = new BitSet();
            for (int node : nodes) {
                used.set(torus.coordinate(node, d));
            }
            extents.add(extent(torus.dimensions().get(d), used));
        }
        return new Shape(extents, nodes.length);
    }

    private static Extent extent(Dimension dimension, BitSet used) {
        int first = used.nextSetBit(0);
        int last = used.length() - 1;
        if (!dimension.wraps()) {
            return new Extent(dimension, first, last - first + 1, used.cardinality());
        }
        int gap = dimension.length() - (last - first + 1);
        int begin = first;
        for (int x = used.nextSetBit(first + 1), before = first; x >= 0; before = x, x = used.nextSetBit(x + 1)) {
            if (x - before - 1 > gap) {
                gap = x - before - 1;
                begin = x;
            }
        }
        return new Extent(dimension, begin, dimension.length() - gap, used.cardinality());
    }

    /** Returns the length of the box's longest side, in nodes; max L_i in the formulas of the paper by Nanri, Sugiyama and Morie. */
    public int longest() {
        return extents.stream().mapToInt(Extent::length).max().orElseThrow();
    }

    /** Returns whether one of the box's longest sides covers all of a dimension that wraps. */
    public boolean longestIsRing() {
        return extents.stream().anyMatch(extent -> extent.length() == longest() && extent.ring());
    }

    /** Returns the number of nodes of the box: the product of the lengths of its sides. */
    public int volume() {
        return extents.stream().mapToInt(Extent::length).reduce(1, (a, b) -> a * b);
    }

    /** Returns the number of nodes of the box that hold no rank. */
    public int holes() {
        return volume() - occupied;
    }

    /**
     * Returns whether messages may pass nodes outside of the box, since along some dimension the way around it is no longer than the way
     * through the box.
     */
    public boolean leaves() {
        return extents.stream().anyMatch(Extent::leaves);
    }
}
