package hplhetero.comm.liveness;

import hplhetero.comm.CommException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Whether the run goes on, for all ranks of this process; with a failure detector, for those of the other processes too. Any
 * thread asks and ends it; each rank throws in its own.
 */
public final class RunState {
    private record Failure(String text, Throwable cause) {
    }

    private static final AtomicReferenceFieldUpdater<RunState, Failure> FAILURE =
            AtomicReferenceFieldUpdater.newUpdater(RunState.class, Failure.class, "failure");

    private volatile Failure failure;
    private volatile FailureDetector failureDetector;

    /** From now on the failure detector decides. */
    public void guard(FailureDetector joined) {
        failureDetector = joined;
    }

    /** Throws when the run has ended; for polls. */
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
     * @return the exception to throw, which tells of the first failure
     */
    public CommException fail(int rank, String host, String reason, Throwable cause) {
        FailureDetector guard = failureDetector;
        if (guard != null) {
            return guard.abort(reason, cause);
        }
        return end("rank " + rank + " on " + host + " ended the run: " + reason, cause);
    }

    /** Ends the run because of what a rank threw, as {@link #fail(int, String, String, Throwable)}, also when memory has run out. */
    public CommException fail(int rank, String host, Throwable thrown) {
        FailureDetector guard = failureDetector;
        return guard != null ? guard.abort(thrown) : fail(rank, host, CommException.reason(thrown), thrown);
    }

    /** Ends a run of threads for what is no single rank's failure. */
    public CommException end(String text, Throwable cause) {
        FAILURE.compareAndSet(this, null, new Failure(text, cause));
        return firstFailure();
    }

    /** Whether a run of threads has ended by a failure. */
    public boolean hasFailed() {
        return failure != null;
    }

    /** The first failure of a run of threads as an exception, or null when there was none. */
    public CommException firstFailure() {
        Failure first = failure;
        return first == null ? null : new CommException(first.text, first.cause);
    }

    /** Why the run has ended, if it has. */
    public Optional<String> text() {
        FailureDetector guard = failureDetector;
        return guard != null ? guard.failure() : Optional.ofNullable(firstFailure()).map(Throwable::getMessage);
    }
}
