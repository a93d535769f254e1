package hplhetero.comm.select;

import java.io.Serializable;

/**
 * The numbers by which an algorithm is selected. The steps are those of Nanri, Sugiyama and Morie, section 3.2. Learning and monitoring are
 * those of STAR-MPI (Faraj, Yuan and Lowenthal), as Kurokawa and Nanri use it.
 *
 * @param keepWithin a factor: an algorithm that is predicted to take more than so many times the best is not tried
 * @param trials     the number of times that each algorithm is tried while learning
 * @param raceWithin a factor: an algorithm that took more than so many times the best gets no further trial; where times scatter, the
 *                   factor is larger ({@link Selection}). {@link Double#POSITIVE_INFINITY}: each algorithm gets all trials
 * @param watchEvery the number of calls between two looks at whether the chosen algorithm's time has changed
 * @param change     a factor: when in two looks in a row the mean time is so many times more, or less, than at the first look, learning
 *                   starts again
 */
public record SelectionRules(double keepWithin, int trials, double raceWithin, int watchEvery, double change) implements Serializable {
    /** The rules that are used unless others are asked for. */
    public static final SelectionRules DEFAULT = new SelectionRules(2, 3, 1.2, 128, 1.5);
    /**
     * The rules of the papers: twice the best, and no race. The papers do not say how often each algorithm is tried. With ten trials and
     * 200 calls, short messages take near the 1.5 times the fastest that the papers report.
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

    /**
     * Returns these rules with another limit for what is tried: algorithms that are predicted to take up to {@code factor} times the best.
     *
     * @param factor limit as a factor of the best predicted time, &gt;= 1
     */
    public SelectionRules keepingWithin(double factor) {
        return new SelectionRules(factor, trials, raceWithin, watchEvery, change);
    }

    /**
     * Returns these rules with another number of times that each algorithm is tried while learning, unless it is dropped before.
     *
     * @param times number of trials of each algorithm, &gt;= 1
     */
    public SelectionRules trying(int times) {
        return new SelectionRules(keepWithin, times, raceWithin, watchEvery, change);
    }
}
