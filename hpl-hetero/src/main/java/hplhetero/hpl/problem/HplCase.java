package hplhetero.hpl.problem;

import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.Serializable;

/**
 * One test: a line of netlib's sweep.
 *
 * @param n             order of A, &gt;= 0
 * @param nb            blocking factor, &gt;= 1
 * @param p             process rows, &gt;= 1
 * @param q             process columns, &gt;= 1; P x Q ranks take part
 * @param mapping       PMAP
 * @param depth         look-ahead depth, &gt;= 0
 * @param broadcast     panel broadcast
 * @param panel         how panels are factored
 * @param swap          row swap
 * @param swapThreshold columns up to which {@link SwapAlgorithm#MIX} takes binary exchange, &gt;= 0
 * @param equilibrate   whether spread-roll evens out the pieces before rolling
 * @param map           who owns which block
 * @param threshold     largest residual that passes; &lt;= 0 means no check
 * @param steps         what the program chooses in place of {@code broadcast} and {@code swap}, which are then those of the first phase
 */
public record HplCase(int n, int nb, int p, int q, ProcessMapping mapping, int depth, BroadcastAlgorithm broadcast,
                      PanelVariant panel, SwapAlgorithm swap, int swapThreshold, boolean equilibrate, MapSpec map,
                      double threshold, StepChoices steps) implements Serializable {

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

    /** A test whose broadcast and row swap are given. */
    public HplCase(int n, int nb, int p, int q, ProcessMapping mapping, int depth, BroadcastAlgorithm broadcast, PanelVariant panel,
            SwapAlgorithm swap, int swapThreshold, boolean equilibrate, MapSpec map, double threshold) {
        this(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, map, threshold, StepChoices.FIXED);
    }

    /** The number of ranks it needs: those that take part and, on an explicit map, those left out that are numbered before them. */
    public int ranks() {
        return map instanceof MapSpec.Explicit explicit ? explicit.ranks().getLast() + 1 : p * q;
    }

    /** Order of the blocks as they are laid out: none is larger than [A | b], however large NB, nor is any buffer for one. */
    public int blockSize() {
        return blockSize(n, nb);
    }

    /** The same for a matrix of order n in blocks of nb. */
    public static int blockSize(int n, int nb) {
        return (int) Math.min(nb, n + 1L);
    }

    /** The same test with another matrix. */
    public HplCase with(int n, int nb, double threshold) {
        return new HplCase(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, map, threshold, steps);
    }

    /** The same on another map. */
    public HplCase with(MapSpec other) {
        return new HplCase(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, other, threshold, steps);
    }

    /** The same with broadcasts and row swaps that the program has chosen. */
    public HplCase with(StepChoices chosen) {
        StepChoice first = chosen.free() == StepChoices.Free.NOTHING ? new StepChoice(broadcast, swap)
                : chosen.phases().getFirst().choice();
        return new HplCase(n, nb, p, q, mapping, depth, first.broadcast(), panel, first.swap(), swapThreshold, equilibrate, map, threshold,
                chosen);
    }

    /** Netlib's code of the variant, such as {@code WR11C2R4}. */
    public String variantCode() {
        return "W" + mapping.letter() + depth + broadcast.ordinal() + panel.rfact().letter() + panel.ndiv()
                + panel.pfact().letter() + panel.nbmin();
    }

    /** Operations counted for the solution: N^2 (2N/3 + 3/2). */
    public double flops() {
        return (double) n * n * (2.0 * n / 3.0 + 1.5);
    }
}
