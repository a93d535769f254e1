package hplhetero.hpl.balance;

import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.hpl.HplCase;
import hplhetero.hpl.SwapAlgorithm;

/**
 * How a run is done, as far as its time depends on it.
 *
 * @param depth         look-ahead depth, &gt;= 0
 * @param broadcast     panel broadcast
 * @param swap          row swap
 * @param swapThreshold columns up to which {@link SwapAlgorithm#MIX} takes binary exchange
 */
public record Variant(int depth, BroadcastAlgorithm broadcast, SwapAlgorithm swap, int swapThreshold) {

    /** As a test asks for it. */
    public static Variant of(HplCase c) {
        return new Variant(c.depth(), c.broadcast(), c.swap(), c.swapThreshold());
    }

    public Variant {
        if (depth < 0 || swapThreshold < 0) {
            throw new IllegalArgumentException("depth=" + depth + " swapThreshold=" + swapThreshold + ": must be >= 0");
        }
    }
}
