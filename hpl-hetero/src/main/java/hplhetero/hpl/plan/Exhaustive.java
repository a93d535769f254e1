package hplhetero.hpl.plan;
import hplhetero.hpl.model.SolveVariant;
import java.util.List;

/**
 * How a plan compares with all that could have been taken, each run in virtual time.
 *
 * @param planned   seconds of the plan
 * @param best      the fastest of all others
 * @param grids     the fastest of each grid
 * @param tried     of how many
 * @param simulated runs
 * @param pruning   what was not run to its end, and why, in sentences
 */
public record Exhaustive(double planned, Way best, List<GridWays> grids, long tried, int simulated, List<String> pruning) {

    /**
     * A way to run.
     *
     * @param order   for people
     * @param seconds of the run
     */
    public record Way(int p, int q, String order, SolveVariant variant, double seconds) {
    }

    /**
     * Ways on one grid.
     *
     * @param netlib row-major as listed, with the first variant asked for
     * @param best   the fastest
     */
    public record GridWays(Way netlib, Way best) {

        /** By how much longer netlib's takes. */
        public double gain() {
            return netlib.seconds() / best.seconds() - 1;
        }
    }

    public Exhaustive {
        grids = List.copyOf(grids);
        pruning = List.copyOf(pruning);
    }

    /** Of the plan's seconds to the best's, or 1 where nothing is better than the plan. */
    public double ratio() {
        return Math.max(1, planned / best.seconds());
    }

    /** Netlib's default on the grid that it does best on. */
    public Way netlib() {
        return grids.stream().map(GridWays::netlib).min((a, b) -> Double.compare(a.seconds(), b.seconds())).orElseThrow();
    }

    /** Whether nothing found is faster than netlib's default on its best grid by more than what counts as alike. */
    public boolean noGain() {
        return Math.min(planned, best.seconds()) >= netlib().seconds() * FabricSearch.ALIKE_SHARE;
    }
}
