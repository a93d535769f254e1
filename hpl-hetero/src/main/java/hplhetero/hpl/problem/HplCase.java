package hplhetero.hpl.problem;

import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.Serializable;

/**
 * One test of a sweep: an order, a blocking factor, a process grid, and one value of each parameter of HPL.dat. It makes one result line of
 * netlib's output.
 *
 * @param n             order of A, &gt;= 0
 * @param nb            blocking factor, &gt;= 1
 * @param p             process rows, &gt;= 1
 * @param q             process columns, &gt;= 1; P x Q ranks take part
 * @param mapping       PMAP: how ranks are numbered over the process grid
 * @param depth         look-ahead depth, &gt;= 0
 * @param broadcast     panel broadcast (BCAST)
 * @param panel         panel factorization: RFACT, NDIV, PFACT and NBMIN
 * @param swap          row swap (SWAP)
 * @param swapThreshold columns up to which {@link SwapAlgorithm#MIX} takes binary exchange, &gt;= 0
 * @param equilibrate   whether spread-roll evens out the pieces of U before they roll around the ring
 * @param map           which rank owns which block
 * @param threshold     largest scaled residual that passes; &lt;= 0 means no check
 * @param steps         broadcasts and row swaps that the program chooses by phase of the run; where it chooses any, {@code broadcast} and
 *                      {@code swap} must be the choice of the first phase
 * @param rebalance     whether block columns may change owners while the test runs
 */
public record HplCase(int n, int nb, int p, int q, ProcessMapping mapping, int depth, BroadcastAlgorithm broadcast,
                      PanelVariant panel, SwapAlgorithm swap, int swapThreshold, boolean equilibrate, MapSpec map,
                      double threshold, StepChoices steps, Rebalance rebalance) implements Serializable {

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when a number is less than it may be, or where the program chooses, and {@code broadcast} and
     *     {@code swap} are not the choice of the first phase
     */
    public HplCase {
        if (n < 0 || nb < 1 || p < 1 || q < 1 || depth < 0 || swapThreshold < 0) {
            throw new IllegalArgumentException("n=" + n + " nb=" + nb + " p=" + p + " q=" + q + " depth=" + depth
                    + " swapThreshold=" + swapThreshold + ": must be n, depth, swapThreshold >= 0 and nb, p, q >= 1");
        }
        if (steps.free() != StepChoices.Free.NOTHING && !steps.phases().getFirst().choice().equals(new StepChoice(broadcast, swap))) {
            throw new IllegalArgumentException("broadcast=" + broadcast + " swap=" + swap + ": must be those of the first phase, "
                    + steps.phases().getFirst().choice());
        }
    }

    /**
     * Makes a test whose broadcast and row swap are given, so that the program chooses neither, and whose map stays. The parameters are
     * the record's other components.
     */
    public HplCase(int n, int nb, int p, int q, ProcessMapping mapping, int depth, BroadcastAlgorithm broadcast, PanelVariant panel,
            SwapAlgorithm swap, int swapThreshold, boolean equilibrate, MapSpec map, double threshold) {
        this(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, map, threshold, StepChoices.FIXED,
                Rebalance.NO);
    }

    /**
     * Returns the number of ranks that must be started: P x Q, or, on an explicit map, one more than the highest rank that owns a cell. An
     * explicit map may leave out ranks with lower numbers, and these must be started too.
     */
    public int ranks() {
        return map instanceof MapSpec.Explicit explicit ? explicit.ranks().getLast() + 1 : p * q;
    }

    /**
     * Returns the order of the blocks that are laid out: NB, but at most N + 1. So neither a block nor any buffer for one is larger than
     * [A | b], however large NB is.
     */
    public int blockSize() {
        return blockSize(n, nb);
    }

    /** Returns the order of the blocks that are laid out for a matrix of order {@code n} in blocks of {@code nb}: nb, but at most n + 1. */
    public static int blockSize(int n, int nb) {
        return (int) Math.min(nb, n + 1L);
    }

    /**
     * Returns this test with another order, blocking factor and threshold.
     *
     * @param n         order of A, &gt;= 0
     * @param nb        blocking factor, &gt;= 1
     * @param threshold largest scaled residual that passes; &lt;= 0 means no check
     */
    public HplCase with(int n, int nb, double threshold) {
        return new HplCase(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, map, threshold, steps,
                rebalance);
    }

    /**
     * Returns this test with another map, by which blocks are dealt to ranks.
     *
     * @param other the map, in place of {@link #map}
     */
    public HplCase with(MapSpec other) {
        return new HplCase(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, other, threshold, steps,
                rebalance);
    }

    /**
     * Returns this test with broadcasts and row swaps that the program has chosen. A test is cut into 8 phases of equal numbers of panels,
     * and each phase has a choice. The returned test's {@code broadcast} and {@code swap} are those of phase 0; they stay as they are where
     * the program chose nothing.
     *
     * @param chosen the choices of all phases
     */
    public HplCase with(StepChoices chosen) {
        StepChoice first = chosen.free() == StepChoices.Free.NOTHING ? new StepChoice(broadcast, swap)
                : chosen.phases().getFirst().choice();
        return new HplCase(n, nb, p, q, mapping, depth, first.broadcast(), panel, first.swap(), swapThreshold, equilibrate, map, threshold,
                chosen, rebalance);
    }

    /** Returns this test with another answer to whether block columns may change owners while it runs. */
    public HplCase with(Rebalance other) {
        return new HplCase(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, map, threshold, steps, other);
    }

    /** Returns netlib's code of the variant as in the T/V column, such as {@code WR11C2R4}. */
    public String variantCode() {
        return "W" + mapping.letter() + depth + broadcast.ordinal() + panel.rfact().letter() + panel.ndiv()
                + panel.pfact().letter() + panel.nbmin();
    }

    /** Returns the operations that HPL counts for a solution: N^2 (2N/3 + 3/2). */
    public double flops() {
        return (double) n * n * (2.0 * n / 3.0 + 1.5);
    }
}
