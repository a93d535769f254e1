package hplhetero.network.model;

import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Shape;

/**
 * The torus paper's effective bisection, from the box around the ranks. Source: Nanri, Sugiyama and Morie, equations (1) to (3); {@link
 * Shape} has (1).
 *
 * @param shape the box
 */
public record EffectiveBisection(Shape shape) {

    /** @throws IllegalArgumentException when the fabric is no mesh or torus */
    public static EffectiveBisection of(Placement placement) {
        return new EffectiveBisection(Shape.of(placement));
    }

    /** Equation (2): links over the cut, the nodes of the box / max L_i. In units of B0, as a mesh has it. */
    public double links() {
        return (double) shape.volume() / shape.longest();
    }

    /** Equation (3) with its rule for tori: c = 2 / max L_i, twice that where the longest dimension is a ring. May be above 1. */
    public double asPrinted() {
        return (shape.longestIsRing() ? 4.0 : 2.0) / shape.longest();
    }

    /**
     * The same, but no message is faster than a link: at most 1. Two whole units of Tofu have max L = 3 on B, which wraps, and so c =
     * 4 / 3 as printed; boxes of length 1 have 2, or 4.
     */
    public double corrected() {
        return Math.min(1, asPrinted());
    }
}
