package hplhetero.hpl;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;

/** Hears how far a solve is. Called on rank 0's thread. */
@FunctionalInterface
public interface SolveListener {

    SolveListener NONE = (hplCase, columns, nanos) -> { };

    /**
     * Called between panels: must return at once.
     *
     * @param hplCase what is solved
     * @param columns columns factored so far, 0..n
     * @param nanos   time since the clock started
     */
    void factored(HplCase hplCase, int columns, long nanos);

    /**
     * A test is solved and its clock has stopped. Its check comes next, where one is asked for: all else is known, and nothing that
     * happens in the check is to lose it. What this throws ends the run.
     *
     * @param result {@link CheckStatus#CHECKING} or {@link CheckStatus#UNCHECKED}
     */
    default void solved(CaseResult result) {
    }
}
