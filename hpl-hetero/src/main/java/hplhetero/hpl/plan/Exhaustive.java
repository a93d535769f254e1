package hplhetero.hpl.plan;

import hplhetero.hpl.model.SolveVariant;
import java.util.List;

/**
 * The comparison of a plan with all that could have been taken, each run in virtual time.
 *
 * @param planned   seconds of the plan
 * @param best      the fastest of all other ways
 * @param grids     the fastest ways on each grid
 * @param tried     number of ways compared, those left out early included
 * @param simulated number of runs that were simulated
 * @param pruning   what was not run to its end, and why, in sentences
 */
public record Exhaustive(double planned, Way best, List<GridWays> grids, long tried, int simulated, List<String> pruning) {

    /**
     * A way to run a plan's matrix.
     *
     * @param p       process rows
     * @param q       process columns
     * @param order   order of ranks, for people
     * @param variant broadcast, row swap and look-ahead
     * @param seconds seconds of the run
     */
    public record Way(int p, int q, String order, SolveVariant variant, double seconds) {
    }

    /**
     * The ways to run on one grid.
     *
     * @param netlib netlib's way: row-major as listed, with the first variant asked for
     * @param best   the fastest way
     */
    public record GridWays(Way netlib, Way best) {

        /** Returns by how much longer netlib's way takes than the best, as a share of the best's seconds. */
        public double gain() {
            return netlib.seconds() / best.seconds() - 1;
        }
    }

    public Exhaustive {
        grids = List.copyOf(grids);
        pruning = List.copyOf(pruning);
    }

    /** Returns the ratio of the plan's seconds to those of the best way, or 1 where nothing is better than the plan. */
    public double ratio() {
        return Math.max(1, planned / best.seconds());
    }

    /**
     * Returns the best of netlib's default ways: row-major as listed, with the first variant asked for, on the grid on which this takes the
     * least time.
     */
    public Way netlib() {
        return grids.stream().map(GridWays::netlib).min((a, b) -> Double.compare(a.seconds(), b.seconds())).orElseThrow();
    }

    /**
     * Returns whether the gain over netlib is too small to count: neither the plan nor the best way is faster than netlib's default on its
     * best grid by more than the ratio {@link FabricSearch#ALIKE_SHARE}.
     */
    public boolean noGain() {
        return Math.min(planned, best.seconds()) >= netlib().seconds() * FabricSearch.ALIKE_SHARE;
    }
}
