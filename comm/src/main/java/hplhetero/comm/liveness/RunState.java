package hplhetero.comm.liveness;

import hplhetero.comm.CommException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Whether the run goes on, for all ranks of this process; with a failure detector, for the ranks of the other processes too. Any thread may
 * ask, and may end the run. Each rank throws in its own thread.
 */
public final class RunState {
    /** The first failure of a run of threads: its text for people, and the error behind it or null. */
    private record Failure(String text, Throwable cause) {
    }

    private static final AtomicReferenceFieldUpdater<RunState, Failure> FAILURE =
            AtomicReferenceFieldUpdater.newUpdater(RunState.class, Failure.class, "failure");

    /** The first failure of a run of threads; null: there was none. */
    private volatile Failure failure;
    /** The failure detector of a rank that is a process; null: there is none. */
    private volatile FailureDetector failureDetector;

    /** Makes the failure detector {@code joined} decide from now on whether the run goes on. */
    public void guard(FailureDetector joined) {
        failureDetector = joined;
    }

    /**
     * Checks that no failure has ended the run. To be called each time a rank looks whether what it waits for has come.
     *
     * @throws CommException when a failure has ended the run
     */
    public void requireAlive() {
        FailureDetector guard = failureDetector;
        if (guard != null) {
            guard.requireAlive();
        } else if (failure != null) {
            throw firstFailure();
        }
    }

    /**
     * Ends the run, unless it has ended already.
     *
     * @param rank   the rank that ends the run, in the world
     * @param host   the name of its host
     * @param reason why the run ends, for people
     * @param cause  the error behind it, or null
     * @return the exception to throw, which tells of the first failure
     */
    public CommException fail(int rank, String host, String reason, Throwable cause) {
        FailureDetector guard = failureDetector;
        if (guard != null) {
            return guard.abort(reason, cause);
        }
        return end("rank " + rank + " on " + host + " ended the run: " + reason, cause);
    }

    /**
     * Ends the run, unless it has ended already, because of what a rank threw, as {@link #fail(int, String, String, Throwable)} does; works
     * also when memory has run out.
     *
     * @param rank   the rank that threw, in the world
     * @param host   the name of its host
     * @param thrown what the rank threw
     * @return the exception to throw, which tells of the first failure
     */
    public CommException fail(int rank, String host, Throwable thrown) {
        FailureDetector guard = failureDetector;
        return guard != null ? guard.abort(thrown) : fail(rank, host, CommException.reason(thrown), thrown);
    }

    /**
     * Ends a run whose ranks are threads, unless it has ended already, for a reason that is no single rank's failure.
     *
     * @param text  why the run ends, for people
     * @param cause the error behind it, or null
     * @return the exception to throw, which tells of the first failure
     */
    public CommException end(String text, Throwable cause) {
        FAILURE.compareAndSet(this, null, new Failure(text, cause));
        return firstFailure();
    }

    /**
     * Returns whether a failure has ended a run whose ranks are threads of one process. Not for runs that a failure detector watches:
     * {@link #text} tells for both.
     */
    public boolean hasFailed() {
        return failure != null;
    }

    /** Returns the first failure of a run whose ranks are threads, as an exception, or null when there was none. */
    public CommException firstFailure() {
        Failure first = failure;
        return first == null ? null : new CommException(first.text, first.cause);
    }

    /** Returns why the run has ended, if it has. */
    public Optional<String> text() {
        FailureDetector guard = failureDetector;
        return guard != null ? guard.failure() : Optional.ofNullable(firstFailure()).map(Throwable::getMessage);
    }
}
