package hplhetero.hpl.model;
import java.util.List;

/**
 * What the time model says of a plan. Seconds of the critical path of the run, by cause: they sum to {@code seconds}.
 *
 * @param seconds   whole run
 * @param update    trailing updates of the rank that is waited for
 * @param panel     panel factorization that nothing hides
 * @param broadcast panel broadcast that nothing hides
 * @param swap      row exchange
 * @param solve     back substitution
 * @param ideal     seconds if all ranks computed at their update rates all the time
 * @param busy      share of the run for which each rank of the world computes, by rank; 0 for one left out
 */
public record Prediction(double seconds, double update, double panel, double broadcast, double swap, double solve, double ideal,
                         List<Double> busy) {
    /** Billions of operations a second. */
    public double gflops(int n) {
        return (double) n * n * (2.0 * n / 3.0 + 1.5) / 1e9 / seconds;
    }
}
