package hplhetero.hpl;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import java.util.HashSet;
import java.util.Set;

/**
 * What a rank has warmed up so far, by the shape of the grid: what is called where there is one process row or column, and
 * where there are several, is not the same, and code compiled for one of them is compiled anew when the other comes.
 */
final class WarmupState {
    /** One process row or several, one process column or several. */
    private static final int SHAPES = 4;
    /** Of a case's warm-up, for broadcasts and row swaps alone. */
    private static final double CHOICES_SHARE = 0.25;

    private final Set<StepChoice> chosen = new HashSet<>();
    private final double[] seconds = new double[SHAPES];
    private final boolean[] done = new boolean[SHAPES];

    private static int shape(HplCase c) {
        return (c.p() > 1 ? 1 : 0) + (c.q() > 1 ? 2 : 0);
    }

    /** Seconds of warm-up that a case still lacks which is worth so many: for its shape, and for what the program may choose in it. */
    double lacking(HplCase c, double worth) {
        double shape = done[shape(c)] ? 0 : Math.max(0, worth - seconds[shape(c)]);
        return chosen.containsAll(c.steps().all()) ? shape : Math.max(shape, CHOICES_SHARE * worth);
    }

    /**
     * Notes a warm-up.
     *
     * @param most  seconds it was given
     * @param quiet whether the compiler had nothing left to do at its end
     */
    void warmedUp(HplCase c, double most, boolean quiet) {
        chosen.addAll(c.steps().all());
        seconds[shape(c)] += most;
        done[shape(c)] |= quiet;
    }
}
