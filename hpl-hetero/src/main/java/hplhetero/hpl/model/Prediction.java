package hplhetero.hpl.model;

import java.util.List;

/**
 * The prediction of the time model for a plan. The seconds of the run's critical path, by cause, sum to {@code seconds}; they are NaN where
 * the replay kept no causes.
 *
 * @param seconds   seconds of the whole run
 * @param update    seconds of trailing updates of the rank that is waited for
 * @param panel     seconds of panel factorization that nothing hides
 * @param broadcast seconds of panel broadcast that nothing hides
 * @param swap      seconds of row exchange
 * @param solve     seconds of back substitution
 * @param ideal     seconds if all ranks computed at their update rates all the time
 * @param busy      share of the run for which each rank of the world computes, indexed by rank; 0 for a rank left out
 */
public record Prediction(double seconds, double update, double panel, double broadcast, double swap, double solve, double ideal,
                         List<Double> busy) {
    /** Returns the rate in billions of operations a second: n^2 (2n/3 + 3/2) / 10^9 / seconds. */
    public double gflops(int n) {
        return (double) n * n * (2.0 * n / 3.0 + 1.5) / 1e9 / seconds;
    }
}
