package hplhetero.network.model;

import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Shape;

/**
 * The effective bisection of the torus paper, from the box around the ranks. Source: Nanri, Sugiyama and Morie, equations (1) to (3);
 * {@link Shape} has (1).
 *
 * @param shape box around the ranks
 */
public record EffectiveBisection(Shape shape) {

    /**
     * Returns the effective bisection of the ranks of a placement.
     *
     * @throws IllegalArgumentException when the fabric is no mesh or torus
     */
    public static EffectiveBisection of(Placement placement) {
        return new EffectiveBisection(Shape.of(placement));
    }

    /** Returns equation (2): the number of links over the cut, which is the nodes of the box / max L_i. In units of B0, for a mesh. */
    public double links() {
        return (double) shape.volume() / shape.longest();
    }

    /** Returns equation (3) with its rule for tori: c = 2 / max L_i, doubled where the longest dimension is a ring. May be above 1. */
    public double asPrinted() {
        return (shape.longestIsRing() ? 4.0 : 2.0) / shape.longest();
    }

    /**
     * Returns c as in {@link #asPrinted}, but at most 1, since no message is faster than a link. Two whole units of Tofu have max L = 3 on
     * dimension B, which wraps, and so c = 4 / 3 as printed; boxes of length 1 have 2 or 4.
     */
    public double corrected() {
        return Math.min(1, asPrinted());
    }
}
