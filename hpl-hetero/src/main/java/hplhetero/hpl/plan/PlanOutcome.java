package hplhetero.hpl.plan;

import java.util.function.Function;

/** The answer of a planner: a plan, or why there is none. */
public sealed interface PlanOutcome permits PlanChoice, PlanOutcome.NoPlan {

    /**
     * The answer that there is no plan. The request asks for more ranks than there are, or for an N that no plan has the memory for, or it
     * leaves N free where no memory is known.
     *
     * @param why which of these reasons holds and what to do about it, for people
     */
    record NoPlan(String why) implements PlanOutcome {
    }

    /**
     * Returns the plan that was found, or throws an exception where there is none.
     *
     * @param refusal makes the exception, given the reason why there is no plan
     */
    default PlanChoice orElseThrow(Function<String, ? extends RuntimeException> refusal) {
        return switch (this) {
            case PlanChoice found -> found;
            case NoPlan none -> throw refusal.apply(none.why);
        };
    }
}
