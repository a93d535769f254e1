package hplhetero.hpl.model;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;

/**
 * How a run is done, as far as its time depends on it.
 *
 * @param depth         look-ahead depth, &gt;= 0
 * @param broadcast     panel broadcast
 * @param swap          row swap
 * @param swapThreshold columns up to which {@link SwapAlgorithm#MIX} takes binary exchange
 */
public record SolveVariant(int depth, BroadcastAlgorithm broadcast, SwapAlgorithm swap, int swapThreshold) {

    /** As a test asks for it. */
    public static SolveVariant of(HplCase c) {
        return new SolveVariant(c.depth(), c.broadcast(), c.swap(), c.swapThreshold());
    }

    public SolveVariant {
        if (depth < 0 || swapThreshold < 0) {
            throw new IllegalArgumentException("depth=" + depth + " swapThreshold=" + swapThreshold + ": must be >= 0");
        }
    }
}
