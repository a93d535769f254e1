package hplhetero.hpl;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The record of what a rank has warmed up so far, by the shape of the grid and by NB. The methods called with one process row or column
 * differ from those called with several, and code compiled for one shape is compiled again when another comes. The kernels that serve a
 * panel depend on its width.
 */
final class WarmupState {
    /** Number of shapes: one process row or several, one process column or several. */
    private static final int SHAPES = 4;
    /** Share of a case's warm-up, 0..1, that new broadcasts and row swaps are worth where the grid's shape is warm. */
    private static final double CHOICES_SHARE = 0.25;
    /** Share of a case's warm-up, 0..1, that a new NB is worth where the grid's shape is warm. */
    private static final double BLOCK_SIZE_SHARE = 0.25;

    private final Set<StepChoice> chosen = new HashSet<>();
    private final double[] seconds = new double[SHAPES];
    /** Most seconds of warm-up that a case is worth. */
    private double mostSeconds = Double.POSITIVE_INFINITY;
    /** Seconds of warm-ups that no case has been charged with yet. */
    private double uncharged;
    private final boolean[] done = new boolean[SHAPES];
    /** Seconds of warm-up by NB; infinite for an NB after whose warm-up the compiler had nothing left to do. */
    private final Map<Integer, Double> blockSizes = new HashMap<>();

    /** Sets the most seconds of warm-up that any case is worth from now on. */
    void limit(double seconds) {
        mostSeconds = seconds;
    }

    double mostSeconds() {
        return mostSeconds;
    }

    /** Notes that a warm-up outside of a case took this many seconds. */
    void passed(double seconds) {
        uncharged += seconds;
    }

    /** Returns the seconds of warm-ups outside of cases since the last call of this method. */
    double charged() {
        double seconds = uncharged;
        uncharged = 0;
        return seconds;
    }

    private static int shape(HplCase c) {
        return (c.p() > 1 ? 1 : 0) + (c.q() > 1 ? 2 : 0);
    }

    /**
     * Returns the seconds of warm-up that a case still lacks for its shape, and for the choices that the program may take in it.
     *
     * @param worth seconds of warm-up that the whole case is worth
     */
    double lacking(HplCase c, double worth) {
        double shape = done[shape(c)] ? 0 : Math.max(0, worth - seconds[shape(c)]);
        return chosen.containsAll(c.steps().all()) ? shape : Math.max(shape, CHOICES_SHARE * worth);
    }

    /**
     * Notes a warm-up for the shape of a case.
     *
     * @param c     the case
     * @param most  seconds that the warm-up was given
     * @param quiet whether the compiler had nothing left to do at its end
     */
    void warmedUp(HplCase c, double most, boolean quiet) {
        chosen.addAll(c.steps().all());
        seconds[shape(c)] += most;
        done[shape(c)] |= quiet;
    }

    /**
     * Returns the seconds of warm-up that the NB of a case still lacks.
     *
     * @param worth seconds of warm-up that the whole case is worth
     */
    double lackingBlockSize(HplCase c, double worth) {
        return Math.max(0, BLOCK_SIZE_SHARE * worth - blockSizes.getOrDefault(c.blockSize(), 0.0));
    }

    /**
     * Notes a warm-up with panels of a case's own NB.
     *
     * @param nb    columns of the panels
     * @param most  seconds that the warm-up was given
     * @param quiet whether the compiler had nothing left to do at its end
     */
    void warmedUpBlockSize(int nb, double most, boolean quiet) {
        blockSizes.merge(nb, quiet ? Double.POSITIVE_INFINITY : most, Double::sum);
    }
}
