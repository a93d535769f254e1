package hplhetero.hpl.model;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;

/**
 * The variant of a run, as far as its time depends on it.
 *
 * @param depth         look-ahead depth, &gt;= 0
 * @param broadcast     algorithm of the panel broadcast
 * @param swap          algorithm of the row swap
 * @param swapThreshold columns up to which {@link SwapAlgorithm#MIX} takes binary exchange, &gt;= 0
 */
public record SolveVariant(int depth, BroadcastAlgorithm broadcast, SwapAlgorithm swap, int swapThreshold) {

    /** Returns the variant in which a test asks to be solved: its look-ahead depth, broadcast, row swap and swapping threshold. */
    public static SolveVariant of(HplCase c) {
        return new SolveVariant(c.depth(), c.broadcast(), c.swap(), c.swapThreshold());
    }

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when {@code depth} or {@code swapThreshold} is negative
     */
    public SolveVariant {
        if (depth < 0 || swapThreshold < 0) {
            throw new IllegalArgumentException("depth=" + depth + " swapThreshold=" + swapThreshold + ": must be >= 0");
        }
    }
}
