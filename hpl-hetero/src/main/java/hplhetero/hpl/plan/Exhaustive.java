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
     * A combination of grid, order of ranks and algorithms by which a plan's matrix can be solved.
     *
     * @param p       number of process rows
     * @param q       number of process columns
     * @param order   name of the order in which ranks are put on the grid, for people
     * @param variant broadcast, row swap and look-ahead
     * @param seconds simulated seconds of the run
     */
    public record Way(int p, int q, String order, SolveVariant variant, double seconds) {
    }

    /**
     * The two runs on one grid that are compared: netlib's default and the fastest.
     *
     * @param netlib run as netlib's HPL does it by default: ranks row-major in ascending order, with the first broadcast and row swap asked
     *               for
     * @param best   fastest run on this grid
     */
    public record GridWays(Way netlib, Way best) {

        /**
         * Returns how much longer a run by netlib's default (ranks row-major in ascending order) takes on this grid than the best run on
         * it, as a share of the best run's seconds: 0.1 for a tenth longer.
         */
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
     * Returns the fastest of the runs by netlib's default, one on each grid: ranks row-major in ascending order, with the first broadcast
     * and row swap asked for.
     *
     * @throws java.util.NoSuchElementException when no grid was compared
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
