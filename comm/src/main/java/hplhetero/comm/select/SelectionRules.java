package hplhetero.comm.select;

import java.io.Serializable;

/**
 * How an algorithm is selected. Source of the steps: Nanri, Sugiyama and Morie, section 3.2; of learning and monitoring: STAR-MPI
 * (Faraj, Yuan and Lowenthal) as Kurokawa and Nanri use it.
 *
 * @param keepWithin of what is predicted: an algorithm that takes more than so many times the best is not tried
 * @param trials     of each algorithm while learning
 * @param raceWithin of what is seen: one that took more than so many times the best gets no further trial, or more still where times
 *                   scatter ({@link Selection}); {@link Double#POSITIVE_INFINITY}: each gets all
 * @param watchEvery calls between two looks at whether times have changed
 * @param change     a factor: of two looks in a row in which the mean is so many times more, or less, than in the first, the second
 *                   starts learning again
 */
public record SelectionRules(double keepWithin, int trials, double raceWithin, int watchEvery, double change) implements Serializable {
    public static final SelectionRules DEFAULT = new SelectionRules(2, 3, 1.2, 128, 1.5);
    /**
     * The papers': twice the best, and no race. They do not say how often each is tried: ten times, which with 200 calls is near the 1.5
     * times the fastest that they report of short messages.
     */
    public static final SelectionRules OF_PAPERS = new SelectionRules(2, 10, Double.POSITIVE_INFINITY, 128, 1.5);

    public SelectionRules {
        requireFactor("keepWithin", keepWithin);
        requireFactor("raceWithin", raceWithin);
        requireFactor("change", change);
        if (trials < 1 || watchEvery < 1) {
            throw new IllegalArgumentException("trials=" + trials + " watchEvery=" + watchEvery + ": must be >= 1");
        }
    }

    private static void requireFactor(String what, double value) {
        if (!(value >= 1)) {
            throw new IllegalArgumentException(what + "=" + value + ": must be >= 1, as a factor of the best");
        }
    }

    /** The same, but keeping what is predicted to take so many times the best. */
    public SelectionRules keepingWithin(double factor) {
        return new SelectionRules(factor, trials, raceWithin, watchEvery, change);
    }

    /** The same, but with so many trials. */
    public SelectionRules trying(int times) {
        return new SelectionRules(keepWithin, times, raceWithin, watchEvery, change);
    }
}
