package hplhetero.run.check.rules;

import java.util.OptionalDouble;

/**
 * How much slower than others a host or a link may be.
 *
 * @param leastRate least rate of a host's kernels, as a share of the usual rate on equal processors, 0..1; below it there is trouble
 * @param leastLink least bandwidth of a pair of hosts, as a share of the usual one, 0..1; below it there is trouble. Empty: a pair with
 *                  less than half of the usual bandwidth is noted, and is no trouble
 */
public record Acceptance(double leastRate, OptionalDouble leastLink) {
    /** The limits where the user gives none. One measurement of kernels differs from the next by less than these. */
    public static final Acceptance USUAL = new Acceptance(0.85, OptionalDouble.empty());
    private static final double USUAL_LINK = 0.5;

    /** Returns the share of the usual bandwidth below which a pair is slow, be that trouble or a note. */
    double slowLink() {
        return leastLink.orElse(USUAL_LINK);
    }
}
