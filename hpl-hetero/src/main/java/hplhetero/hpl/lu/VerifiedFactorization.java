package hplhetero.hpl.lu;

import hplhetero.hpl.trust.StepVerifier;
import hplhetero.hpl.trust.StepVerifier.Stop;
import java.util.function.IntConsumer;

/**
 * A factorization that is tested while it runs: it stops where its schedule says, with no panel ahead, and goes on where all ranks found
 * everything right or put it right. Owner: the rank's thread.
 */
public final class VerifiedFactorization {
    private final LuFactorization lu;
    private final StepVerifier verifier;
    private final int panels;
    private final boolean takesPart;
    /** Whether the signal has told to stop. */
    private boolean told;

    /**
     * Joins a factorization with its tests.
     *
     * @param lu        the factorization, of a matrix that carries checksums
     * @param verifier  tests of the same matrix
     * @param panels    number of panels of the matrix
     * @param takesPart whether this rank owns a cell of the map
     */
    public VerifiedFactorization(LuFactorization lu, StepVerifier verifier, int panels, boolean takesPart) {
        this.lu = lu;
        this.verifier = verifier;
        this.panels = panels;
        this.takesPart = takesPart;
    }

    /**
     * Applies panels to all columns behind them until the factorization is told to stop, is complete, or is ended by an error:
     * {@link StepVerifier#ended} tells. It is tested at the stops of the schedule, and where it is told to stop. A matrix without a pivot
     * in some column is not tested any more. Collective over the ranks of the case, also those that own no cell.
     *
     * @param from        first panel; all before it have been applied, by this factorization
     * @param signal      tells when to stop; not asked on ranks that own no cell
     * @param columnsDone hears after each panel step how many columns are factored
     * @return the panel before which the factorization has stopped, on all ranks; the number of panels where it is complete
     */
    public int run(int from, StopSignal signal, IntConsumer columnsDone) {
        Stop stop = new Stop(from, false);
        told = false;
        while (stop.panels() < panels && !stop.told() && !verifier.ended()) {
            int since = stop.panels();
            Stop mine = new Stop(takesPart ? toNextStop(since, signal, columnsDone) : -1, told);
            stop = verifier.verify(since, mine, takesPart ? lu.zeroPivot() : 0, lu);
        }
        return stop.panels();
    }

    /** Applies the panels from {@code k} on to the next stop of the schedule, or to where the signal tells to stop. */
    private int toNextStop(int k, StopSignal signal, IntConsumer columnsDone) {
        int next = verifier.schedule().next(k);
        if (next <= k + 1 + lu.depth()) {
            lu.run(k, next, columnsDone);
            told = next < panels && signal.stops(next - 1);
            return next;
        }
        return lu.runUntil(k, j -> {
            told = signal.stops(j);
            return told || j + 1 + lu.depth() == next;
        }, columnsDone);
    }
}
