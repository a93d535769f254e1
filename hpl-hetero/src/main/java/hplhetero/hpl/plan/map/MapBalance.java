package hplhetero.hpl.plan.map;

import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapSpec;

/**
 * The balance of a map: how well it balances the updates when messages and panels cost nothing and all ranks wait for each other in every
 * step. Look-ahead lets a rank lag behind for a step, so a run can be better than this.
 *
 * @param seconds sum over the panel steps of the slowest rank's update
 * @param ideal   seconds of the same work at the sum of the ranks' speeds
 */
public record MapBalance(double seconds, double ideal) {

    /** Returns ideal / seconds, which is 1 for a perfect map. */
    public double efficiency() {
        return seconds > 0 ? ideal / seconds : 1;
    }

    /**
     * Computes how well a map balances the updates of a run.
     *
     * @param n     order of A
     * @param nb    blocking factor
     * @param cost  time of each rank's update
     * @param ranks number of ranks of the world, those left out included
     * @param map   the map to weigh
     */
    public static MapBalance of(int n, int nb, StepCost cost, int ranks, MapSpec.Explicit map) {
        MatrixBlocks shape = new MatrixBlocks(n, nb);
        RankRectangles parts = RankRectangles.of(map);
        double[] m = new double[parts.rows()];
        double[] w = new double[parts.cols()];
        double seconds = 0;
        double ideal = 0;
        if (shape.blockCols() > shape.blockRows()) {
            w[map.kappa().getLast()] += 1;
        }
        for (int k = shape.blockRows() - 1; k >= 0; k--) {
            seconds += parts.slowest(cost, m, w);
            ideal += ideal(cost, ranks, n - Math.min(n, (k + 1.0) * nb), parts.rows(), parts.cols());
            m[map.rho().get(k)] += shape.height(k);
            w[map.kappa().get(k)] += shape.width(k);
        }
        return new MapBalance(seconds, ideal);
    }

    /**
     * Returns the work of one step over the sum of what the ranks do in a second, each with one cell of the grid.
     *
     * @param left order of the trailing matrix
     */
    private static double ideal(StepCost cost, int ranks, double left, int rows, int cols) {
        double speed = 0;
        for (int rank = 0; rank < ranks && left > 0; rank++) {
            speed += left / rows * ((left + 1) / cols) / cost.seconds(rank, left / rows, (left + 1) / cols);
        }
        return left > 0 ? left * (left + 1) / speed : 0;
    }
}
