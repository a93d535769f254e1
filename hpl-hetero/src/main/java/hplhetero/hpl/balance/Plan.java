package hplhetero.hpl.balance;

import java.util.List;

import hplhetero.hpl.MapSpec;

/**
 * A way to run one N: grid, block size, map, and what the model says of it.
 *
 * @param n          order of A
 * @param nb         blocking factor
 * @param map        who owns which block; ranks that own none are left out
 * @param kind       {@code cyclic}, {@code cells} or {@code weighted}, with what tells it from others of its kind, for people
 * @param siteOf     number of each rank's site, by rank: what is sent to many goes to each site once
 * @param prediction what the model says
 */
public record Plan(int n, int nb, MapSpec.Explicit map, String kind, List<Integer> siteOf, Prediction prediction) {

    public Plan {
        siteOf = List.copyOf(siteOf);
    }

    /** Process rows P of the netlib report: virtual rows. */
    public int p() {
        return map.owners().size();
    }

    /** Process columns Q of the netlib report: virtual columns. */
    public int q() {
        return map.owners().getFirst().size();
    }

    /**
     * P of the netlib report, whose P x Q are the ranks that take part: where a rank owns several cells they are fewer than
     * the virtual grid has.
     */
    public int reportedP() {
        return map.ranks().size() % p() == 0 ? p() : 1;
    }

    /** Q of the netlib report. */
    public int reportedQ() {
        return map.ranks().size() / reportedP();
    }

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
}
