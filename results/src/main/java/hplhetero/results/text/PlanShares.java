package hplhetero.results.text;

import hplhetero.hpl.plan.Plan;
import java.util.List;

/**
 * The share of the matrix that a plan gives each rank.
 *
 * @param ofBlocks share of the matrix' blocks, indexed by rank; 0 for a rank that is left out
 */
public record PlanShares(double[] ofBlocks) {

    /** Returns the share of the matrix' blocks that a plan gives each rank. */
    public static PlanShares of(Plan plan) {
        List<List<Integer>> owners = plan.map().owners();
        double[] rows = counts(plan.map().rho(), plan.p());
        double[] cols = counts(plan.map().kappa(), plan.q());
        double[] shares = new double[plan.prediction().busy().size()];
        for (int r = 0; r < rows.length; r++) {
            for (int c = 0; c < cols.length; c++) {
                shares[owners.get(r).get(c)] += rows[r] * cols[c];
            }
        }
        return new PlanShares(shares);
    }

    /** Returns the share of the blocks of one dimension, indexed by virtual row or column. */
    private static double[] counts(List<Integer> sequence, int parts) {
        double[] counts = new double[parts];
        sequence.forEach(part -> counts[part] += 1.0 / sequence.size());
        return counts;
    }

    /**
     * Returns whether the plan gives a rank no block, so that the rank takes no part in the run.
     *
     * @param rank number of the rank in the world
     */
    public boolean leftOut(int rank) {
        return ofBlocks[rank] == 0;
    }

    /** Returns the largest share that a rank has. */
    double largest() {
        double most = 0;
        for (double share : ofBlocks) {
            most = Math.max(most, share);
        }
        return most;
    }
}
