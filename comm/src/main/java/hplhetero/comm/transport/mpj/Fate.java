package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import java.util.concurrent.atomic.AtomicReference;

/** Whether the run goes on, for all ranks of this process. Any thread. */
final class Fate {
    private record Failure(String text, Throwable cause) {
    }

    private final AtomicReference<Failure> failure = new AtomicReference<>();

    /** Throws when the run has ended. */
    void requireAlive() {
        if (failure.getAcquire() != null) {
            throw firstFailure();
        }
    }

    /**
     * Ends the run, unless it has ended already.
     *
     * @return the exception to throw, which tells of the first failure
     */
    CommException fail(int rank, String host, String reason, Throwable cause) {
        failure.compareAndSet(null, new Failure("rank " + rank + " on " + host + " ended the run: " + reason, cause));
        return firstFailure();
    }

    /** The first failure as an exception, or null when there was none. */
    CommException firstFailure() {
        Failure first = failure.getAcquire();
        return first == null ? null : new CommException(first.text, first.cause);
    }
}
