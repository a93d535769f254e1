package hplhetero.hpl.lu;

import hplhetero.hpl.trust.StepVerifier;
import java.util.function.IntConsumer;

/**
 * A factorization that is tested while it runs: it stops where its schedule says, with no panel ahead, and goes on where all ranks found
 * everything right or put it right. Owner: the rank's thread.
 */
public final class VerifiedFactorization {
    private final LuFactorization lu;
    private final StepVerifier verifier;
    private final boolean takesPart;

    /**
     * Joins a factorization with its tests.
     *
     * @param lu        the factorization, of a matrix that carries checksums
     * @param verifier  tests of the same matrix
     * @param takesPart whether this rank owns a cell of the map
     */
    public VerifiedFactorization(LuFactorization lu, StepVerifier verifier, boolean takesPart) {
        this.lu = lu;
        this.verifier = verifier;
        this.takesPart = takesPart;
    }

    /**
     * Applies some panels to all columns behind them, as {@link LuFactorization#run(int, int, IntConsumer)} does, and tests at the stops
     * of the schedule and behind the last panel. Returns early where an error has ended the factorization: {@link StepVerifier#ended}
     * tells. A matrix without a pivot in some column is not tested any more. Collective over the ranks of the case, also those that own
     * no cell.
     *
     * @param from        first panel; all before it have been applied, by this factorization
     * @param to          panel behind the last one
     * @param columnsDone hears after each panel step how many columns are factored
     * @return 1 + the first column with a zero pivot so far, or 0; 0 on a rank that owns no cell
     */
    public int run(int from, int to, IntConsumer columnsDone) {
        int zeroPivot = 0;
        for (int k = from; k < to && !verifier.ended();) {
            int stop = Math.min(to, verifier.schedule().next(k));
            zeroPivot = takesPart ? lu.run(k, stop, columnsDone) : 0;
            verifier.verify(k, stop, zeroPivot, lu);
            k = stop;
        }
        return zeroPivot;
    }
}
