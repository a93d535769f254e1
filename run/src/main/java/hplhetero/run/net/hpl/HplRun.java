package hplhetero.run.net.hpl;

import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.MapSpec;

/**
 * A run that is simulated.
 *
 * @param n       order of the matrix
 * @param nb      blocking factor
 * @param map     the owner of each block
 * @param variant the variant of the solve
 * @param words   the map, for people
 */
record HplRun(int n, int nb, MapSpec.Explicit map, SolveVariant variant, String words) {

    /**
     * Returns the run of a plan.
     *
     * @param plan    gives N, NB and the map
     * @param variant the variant of the solve
     */
    static HplRun of(Plan plan, SolveVariant variant) {
        return new HplRun(plan.n(), plan.nb(), plan.map(), variant, plan.kind() + " on " + plan.p() + " x " + plan.q());
    }

    /** Returns the number of panels, and so of panel steps, of the run. */
    int panels() {
        return map.rho().size();
    }
}
