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

    /**
     * Returns the number of links that cross a cut through the box around the ranks, across its longest side, in a mesh: nodes of the box /
     * length of the longest side (equation 2 of Nanri, Sugiyama and Morie). The number is also the bandwidth of the cut in units of B0, the
     * bandwidth of a link.
     */
    public double links() {
        return (double) shape.volume() / shape.longest();
    }

    /**
     * Returns c, the bandwidth that messages of an alltoall get / the bandwidth of a link, by equation (3) of Nanri, Sugiyama and Morie
     * with its rule for tori: 2 / length of the longest side of the box around the ranks, doubled where a dimension of this length is a
     * ring. May be above 1.
     */
    public double asPrinted() {
        return (shape.longestIsRing() ? 4.0 : 2.0) / shape.longest();
    }

    /**
     * Returns c, the bandwidth that messages of an alltoall get / the bandwidth of a link, as {@link #asPrinted} does, but at most 1, since
     * no message is faster than a link. Examples where the printed formula gives more than 1: two whole units of Tofu have a longest side
     * of 3 on dimension B, which wraps, and so c = 4 / 3; boxes of length 1 have 2 or 4.
     */
    public double corrected() {
        return Math.min(1, asPrinted());
    }
}
