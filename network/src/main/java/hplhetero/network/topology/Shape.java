package hplhetero.network.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The box around the nodes that ranks sit on in a mesh or torus, as the paper by Nanri, Sugiyama and Morie has it (their
 * equation 1). They leave two cases open, which routes themselves know how to treat and this only tells: boxes with nodes that
 * hold no rank ({@link #holes()}), and ranges from which messages take the way round outside ({@link Extent#leaves()}).
 *
 * @param extents  along each dimension
 * @param occupied nodes that hold a rank
 */
public record Shape(List<Extent> extents, int occupied) {

    public Shape {
        extents = List.copyOf(extents);
    }

    /**
     * The range along a dimension. The paper takes the length of ranks inside their least and greatest coordinate for Xmax - Xmin
     * + 1, that of ranks outside for N - (Xmax - Xmin - 1). As printed nobody is ever outside of the least and greatest of all
     * coordinates; for ranks outside, Xmin and Xmax are read as the edges of the widest gap: Xmin is where the lower part ends and
     * Xmax where the upper begins. Of gaps of one width it is the one over the end of the dimension, then the first.
     *
     * @param dimension of the fabric
     * @param first     the coordinate where the range begins; the range goes on over the end of a dimension that wraps
     * @param length    L_i
     * @param used      coordinates in the range with a rank: fewer where there are gaps inside
     */
    public record Extent(Dimension dimension, int first, int length, int used) {

        /** Whether the range goes over the end of the dimension: outside, in the paper's words. */
        public boolean outside() {
            return first + length > dimension.length();
        }

        /** Whether the ranks form a ring along it, by the paper: it wraps, and every coordinate is used. */
        public boolean ring() {
            return dimension.wraps() && length == dimension.length();
        }

        /** Whether the range is over half of a dimension that wraps, without being all of it: not handled by the paper. */
        public boolean overHalf() {
            return dimension.wraps() && 2 * length > dimension.length() && length < dimension.length();
        }

        /** Whether messages between its ends pass nodes outside of the range. */
        public boolean leaves() {
            return dimension.closes() && length < dimension.length() && 2 * (length - 1) >= dimension.length();
        }
    }

    /** @throws IllegalArgumentException when the fabric is no mesh or torus */
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

    /** max L_i. */
    public int longest() {
        return extents.stream().mapToInt(Extent::length).max().orElseThrow();
    }

    /** Whether a dimension of the greatest length is a ring. */
    public boolean longestIsRing() {
        return extents.stream().anyMatch(extent -> extent.length() == longest() && extent.ring());
    }

    /** The nodes of the box, the product of all L_i. */
    public int volume() {
        return extents.stream().mapToInt(Extent::length).reduce(1, (a, b) -> a * b);
    }

    /** The nodes of the box that hold no rank. */
    public int holes() {
        return volume() - occupied;
    }

    /** Whether messages pass nodes outside of the box. */
    public boolean leaves() {
        return extents.stream().anyMatch(Extent::leaves);
    }
}
