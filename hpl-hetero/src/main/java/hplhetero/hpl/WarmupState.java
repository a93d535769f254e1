package hplhetero.hpl;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a rank has warmed up so far, by the shape of the grid and by NB. What is called where there is one process row or column, and
 * where there are several, is not the same, and code compiled for one of them is compiled anew when the other comes. The kernels that
 * serve a panel depend on its width.
 */
final class WarmupState {
    /** One process row or several, one process column or several. */
    private static final int SHAPES = 4;
    /** Of a case's warm-up, for broadcasts and row swaps alone. */
    private static final double CHOICES_SHARE = 0.25;
    /** The share of a case's warm-up that a new NB is worth, where the grid's shape is warm. */
    private static final double BLOCK_SIZE_SHARE = 0.25;

    private final Set<StepChoice> chosen = new HashSet<>();
    private final double[] seconds = new double[SHAPES];
    private final boolean[] done = new boolean[SHAPES];
    /** Seconds of warm-up by NB; without an end for an NB after whose warm-up the compiler had nothing left to do. */
    private final Map<Integer, Double> blockSizes = new HashMap<>();

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

    /** Returns the seconds of warm-up that the NB of a case still lacks, where the whole case is worth {@code worth} seconds of it. */
    double lackingBlockSize(HplCase c, double worth) {
        return Math.max(0, BLOCK_SIZE_SHARE * worth - blockSizes.getOrDefault(c.blockSize(), 0.0));
    }

    /**
     * Notes a warm-up with panels of a case's own NB.
     *
     * @param most  seconds it was given
     * @param quiet whether the compiler had nothing left to do at its end
     */
    void warmedUpBlockSize(int nb, double most, boolean quiet) {
        blockSizes.merge(nb, quiet ? Double.POSITIVE_INFINITY : most, Double::sum);
    }
}
