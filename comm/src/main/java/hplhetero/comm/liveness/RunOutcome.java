package hplhetero.comm.liveness;

import hplhetero.comm.CommException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How the run ended, once it has: the one thing that the rank's thread and its failure detector's thread share. The first cause
 * stays. Whoever polls learns of it there; a rank that does not poll is ended by {@code onFatalFailure}.
 */
final class RunOutcome {

    /** @param toldByRank0 whether rank 0, which is another process, knows it too */
    private record Ended(AbortCause cause, boolean toldByRank0, long at) {
        CommException exception() {
            return toldByRank0 ? CommException.toldByRank0(cause.text()) : new CommException(cause.text(), cause.cause());
        }
    }

    private final HeartbeatTiming timing;
    private final Consumer<CommException> onFatalFailure;
    private final CountDownLatch decided = new CountDownLatch(1);
    private final CountDownLatch reported = new CountDownLatch(1);
    private volatile Ended ended;
    private volatile boolean noticed;
    private volatile boolean closed;
    private volatile boolean reporting;
    private volatile boolean processEnds;

    RunOutcome(HeartbeatTiming timing, Consumer<CommException> onFatalFailure) {
        this.timing = timing;
        this.onFatalFailure = onFatalFailure;
    }

    /** The rank's thread polls: throws when the run has ended. */
    void requireAlive() {
        if (ended != null) {
            noticed = true;
            throw exception();
        }
    }

    boolean isDecided() {
        return ended != null;
    }

    Optional<String> text() {
        Ended known = ended;
        return known == null ? Optional.empty() : Optional.of(known.cause.text());
    }

    /** What to throw, once decided. */
    CommException exception() {
        return ended.exception();
    }

    /** The run has ended; without effect when it had before. */
    synchronized void decide(AbortCause cause, boolean toldByRank0) {
        if (ended == null) {
            ended = new Ended(cause, toldByRank0, System.nanoTime());
            decided.countDown();
        }
    }

    /** Waits for a cause, at most so long. */
    void awaitDecision(Duration most) {
        await(decided, most);
    }

    /** The rank's thread knows, or needs not know any more. */
    void notice() {
        noticed = true;
    }

    /** The rank's thread has left the run in an orderly way: no call of {@code onFatalFailure} any more. */
    void close() {
        closed = true;
        reported.countDown();
    }

    /** The process is about to end: the rank's thread has little time left to notice. */
    void processEnds() {
        processEnds = true;
    }

    /** Whether the run has ended by what is more than a process that was told to end: then people are to be told. */
    boolean isWorthReporting() {
        return ended != null && ended.cause.kind() != AbortCause.Kind.ENDING;
    }

    /**
     * While the process ends: until it was reported why, by {@code onFatalFailure} or by the rank's thread, which prints after it has
     * closed its failure detector.
     */
    void awaitReport(Duration most) {
        if (!reporting) {
            await(reported, most);
            await(new CountDownLatch(1), reporting ? Duration.ZERO : timing.printing());
        }
    }

    /** When {@link #reportFatal} is to be called, as of {@link System#nanoTime}; {@link Long#MAX_VALUE}: not as things are. */
    long fatalReportAt() {
        Ended known = ended;
        if (known == null || closed || reporting) {
            return Long.MAX_VALUE;
        }
        if (processEnds) {
            return isWorthReporting() ? known.at + (noticed ? timing.grace() : timing.printing()).toNanos() : Long.MAX_VALUE;
        }
        return known.at + (noticed ? timing.unwinding() : timing.grace()).toNanos();
    }

    /** The rank's thread does not come back: says why and ends the process. */
    void reportFatal() {
        reporting = true;
        onFatalFailure.accept(exception());
        reported.countDown();
    }

    private static void await(CountDownLatch latch, Duration most) {
        try {
            latch.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
