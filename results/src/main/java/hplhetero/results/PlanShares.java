package hplhetero.results;

import hplhetero.hpl.balance.Plan;
import java.util.List;

/**
 * What a plan gives each rank.
 *
 * @param ofBlocks share of the matrix' blocks by rank; 0 for one that is left out
 */
record PlanShares(double[] ofBlocks) {

    static PlanShares of(Plan plan) {
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

    /** Share of the blocks of one dimension by virtual row or column. */
    private static double[] counts(List<Integer> sequence, int parts) {
        double[] counts = new double[parts];
        sequence.forEach(part -> counts[part] += 1.0 / sequence.size());
        return counts;
    }

    boolean leftOut(int rank) {
        return ofBlocks[rank] == 0;
    }

    double largest() {
        double most = 0;
        for (double share : ofBlocks) {
            most = Math.max(most, share);
        }
        return most;
    }
}
