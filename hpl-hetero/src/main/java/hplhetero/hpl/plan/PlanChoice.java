package hplhetero.hpl.plan;

import java.util.List;
import java.util.Optional;

/**
 * The plan taken, and what it was weighed against.
 *
 * @param best     the plan to run
 * @param runnerUp the best plan that differs in ranks, grid, kind of map or NB; empty where there is none
 * @param uniform  the best cyclic plan on all ranks; empty where the memory of some rank forbids it
 * @param notes    reasons, in sentences: what is gained, which ranks are left out (where any is), then the rest
 * @param priced   how many plans were priced
 */
public record PlanChoice(Plan best, Optional<Plan> runnerUp, Optional<Plan> uniform, List<String> notes, int priced)
        implements PlanOutcome {
    /** Index of the note that says which ranks are left out, when the plan leaves out any. */
    public static final int LEFT_OUT = 1;

    public PlanChoice {
        notes = List.copyOf(notes);
    }

    /**
     * Returns the ratio of the best plan's predicted rate to the predicted rate of the best plan by netlib's block-cyclic map on all ranks,
     * which gives each an equal share; 1 where there is no such plan, because some rank has too little memory for it. Both rates are those
     * in virtual time where the plans were simulated.
     */
    public double gain() {
        return uniform.map(u -> best.gflops() / u.gflops()).orElse(1.0);
    }

    /** Returns the rate of a plan by its replay, in GFLOPS. */
    static double rate(Plan plan) {
        return plan.prediction().gflops(plan.n());
    }
}
