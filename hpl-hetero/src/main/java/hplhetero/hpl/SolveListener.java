package hplhetero.hpl;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.MapMove;

/** A listener that hears how far a solve is. Called on rank 0's thread. */
@FunctionalInterface
public interface SolveListener {

    SolveListener NONE = (hplCase, columns, nanos) -> { };

    /**
     * Hears how many columns are factored. Called after each panel step, and must return at once.
     *
     * @param hplCase the test that is being solved
     * @param columns number of columns factored so far, 0..n
     * @param nanos   nanoseconds since the clock started
     */
    void factored(HplCase hplCase, int columns, long nanos);

    /**
     * Hears that a test is solved and its clock has stopped. Where a check was asked for, it comes next. All else about the test is known,
     * so that nothing that happens in the check can lose it. An exception of this method ends the run.
     *
     * @param result the result, with status {@link CheckStatus#CHECKING} or {@link CheckStatus#UNCHECKED}
     */
    default void solved(CaseResult result) {
    }

    /**
     * Hears that a state of the test, from which it can be resumed, is on the disks of all ranks.
     *
     * @param hplCase the test that is being solved
     * @param columns number of columns factored so far, 0..n
     * @return whether this was noted, so that earlier states may be removed
     */
    default boolean stateWritten(HplCase hplCase, int columns) {
        return true;
    }

    /**
     * Hears that block columns have changed owners. The test goes on.
     *
     * @param hplCase the test that is being solved
     * @param move    what has moved, and why
     */
    default void moved(HplCase hplCase, MapMove move) {
    }

    /**
     * Hears that a state of the test could not be written. The test goes on, and the state before stays.
     *
     * @param why which rank could not write, and why, in words for people
     */
    default void stateNotWritten(String why) {
    }
}
