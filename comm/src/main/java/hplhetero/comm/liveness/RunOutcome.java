package hplhetero.comm.liveness;

import hplhetero.comm.CommException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How the run ended, once it has ended. The rank's thread and the failure detector's thread share only this object. The first cause stays.
 * A rank that polls learns of the end in its poll; a rank that does not poll is ended by {@code onFatalFailure}.
 */
final class RunOutcome {

    /**
     * The end of the run.
     *
     * @param cause       why the run has ended
     * @param toldByRank0 whether rank 0, which is another process, knows the cause too and prints it
     * @param at          the time of the end, by {@link System#nanoTime}
     */
    private record Ended(AbortCause cause, boolean toldByRank0, long at) {
        /** Returns the exception that tells of this end. */
        CommException exception() {
            return toldByRank0 ? CommException.toldByRank0(cause.text()) : new CommException(cause.text(), cause.cause());
        }
    }

    private final HeartbeatTiming timing;
    private final Consumer<CommException> onFatalFailure;
    /** Open once the cause is known. */
    private final CountDownLatch decided = new CountDownLatch(1);
    /** Open once the cause was printed, or the rank's thread is about to print it. */
    private final CountDownLatch reported = new CountDownLatch(1);
    /** The end of the run; null: the run goes on. */
    private volatile Ended ended;
    /** Whether the rank's thread knows that the run has ended, or ends it. */
    private volatile boolean noticed;
    /** Whether the rank's thread has closed its failure detector. */
    private volatile boolean closed;
    /** Whether {@code onFatalFailure} was called. */
    private volatile boolean reporting;
    /** Whether the process is about to end. */
    private volatile boolean processEnds;

    RunOutcome(HeartbeatTiming timing, Consumer<CommException> onFatalFailure) {
        this.timing = timing;
        this.onFatalFailure = onFatalFailure;
    }

    /** Throws when the run has ended. The rank's thread calls this at each poll. */
    void requireAlive() {
        if (ended != null) {
            noticed = true;
            throw exception();
        }
    }

    /** Returns whether the run has ended. */
    boolean isDecided() {
        return ended != null;
    }

    /** Returns why the run has ended, if it has. */
    Optional<String> text() {
        Ended known = ended;
        return known == null ? Optional.empty() : Optional.of(known.cause.text());
    }

    /** Returns the exception to throw, once the run has ended. */
    CommException exception() {
        return ended.exception();
    }

    /**
     * Ends the run for this cause; without effect when the run has ended before.
     *
     * @param toldByRank0 whether rank 0, which is another process, knows the cause too and prints it
     */
    synchronized void decide(AbortCause cause, boolean toldByRank0) {
        if (ended == null) {
            ended = new Ended(cause, toldByRank0, System.nanoTime());
            decided.countDown();
        }
    }

    /** Waits until the run has ended, for at most the time {@code most}. */
    void awaitDecision(Duration most) {
        await(decided, most);
    }

    /** Notes that the rank's thread knows of the end, or is about to end the run and learns the cause from this object. */
    void notice() {
        noticed = true;
    }

    /** Notes that the rank's thread has left the run in an orderly way, so that {@code onFatalFailure} is not called any more. */
    void close() {
        closed = true;
        reported.countDown();
    }

    /** Notes that the process is about to end, so that the rank's thread has little time left to notice. */
    void processEnds() {
        processEnds = true;
    }

    /** Returns whether people must be told why the run has ended: the cause is more than a process that was told to end. */
    boolean isWorthReporting() {
        return ended != null && ended.cause.kind() != AbortCause.Kind.ENDING;
    }

    /**
     * Waits, while the process ends, until the cause was reported by {@code onFatalFailure}, or by the rank's thread, which prints after it
     * has closed its failure detector.
     *
     * @param most the longest time to wait for the report to begin
     */
    void awaitReport(Duration most) {
        if (!reporting) {
            await(reported, most);
            await(new CountDownLatch(1), reporting ? Duration.ZERO : timing.printing());
        }
    }

    /**
     * Returns the time, as of {@link System#nanoTime}, at which {@link #reportFatal} must be called; {@link Long#MAX_VALUE} where it need
     * not be called as things are.
     */
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

    /**
     * Calls {@code onFatalFailure}, which says why the run has ended and ends the process, because the rank's thread does not come back.
     */
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
