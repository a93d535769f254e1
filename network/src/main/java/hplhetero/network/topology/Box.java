package hplhetero.network.topology;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Ranks that fill a box of a mesh or torus, one on each node, in any order.
 *
 * @param lengths lengths of the box's sides, along the dimensions in which it has more than one node
 * @param cells   place of each rank in the box, indexed by rank; (x, y, z), counted from the box's first corner, is x + X (y + Y z)
 */
public record Box(int[] lengths, int[] cells) {

    /**
     * Returns the box of a mesh or torus that the ranks of a placement fill, with one rank on each of its nodes; empty where a node of the
     * box has no rank or several, or the fabric is no mesh or torus. The box is the smallest around the ranks; it may go over the end of a
     * dimension that wraps.
     *
     * @param placement the fabric and the node of each rank
     */
    public static Optional<Box> of(Placement placement) {
        if (!(placement.fabric() instanceof Torus torus)) {
            return Optional.empty();
        }
        Shape shape = Shape.of(placement);
        if (shape.occupied() != placement.ranks() || shape.holes() > 0) {
            return Optional.empty();
        }
        List<Shape.Extent> extents = shape.extents();
        int[] sides = IntStream.range(0, extents.size()).filter(d -> extents.get(d).length() > 1).toArray();
        int[] cells = new int[placement.ranks()];
        int stride = 1;
        for (int d : sides) {
            Shape.Extent extent = extents.get(d);
            for (int rank = 0; rank < cells.length; rank++) {
                int coordinate = torus.coordinate(placement.nodeOf(rank), d);
                cells[rank] += Math.floorMod(coordinate - extent.first(), extent.dimension().length()) * stride;
            }
            stride *= extent.length();
        }
        return Optional.of(new Box(IntStream.of(sides).map(d -> extents.get(d).length()).toArray(), cells));
    }
}
