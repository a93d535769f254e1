package hplhetero.comm.life;

import hplhetero.comm.CommException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How the run ended, once it has: the one thing that the rank's thread and its lifeline's thread share. The first verdict
 * stays. Whoever polls learns of it there; a rank that does not poll is ended by {@code lastWords}.
 */
final class Outcome {

    /** @param toldByRank0 whether rank 0, which is another process, knows it too */
    private record Ended(Verdict verdict, boolean toldByRank0, long at) {
        CommException exception() {
            return toldByRank0 ? CommException.toldByRank0(verdict.text()) : new CommException(verdict.text(), verdict.cause());
        }
    }

    private final Timing timing;
    private final Consumer<CommException> lastWords;
    private final CountDownLatch decided = new CountDownLatch(1);
    private final CountDownLatch said = new CountDownLatch(1);
    private volatile Ended ended;
    private volatile boolean noticed;
    private volatile boolean closed;
    private volatile boolean speaking;
    private volatile boolean processEnds;

    Outcome(Timing timing, Consumer<CommException> lastWords) {
        this.timing = timing;
        this.lastWords = lastWords;
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
        return known == null ? Optional.empty() : Optional.of(known.verdict.text());
    }

    /** What to throw, once decided. */
    CommException exception() {
        return ended.exception();
    }

    /** The run has ended; without effect when it had before. */
    synchronized void decide(Verdict verdict, boolean toldByRank0) {
        if (ended == null) {
            ended = new Ended(verdict, toldByRank0, System.nanoTime());
            decided.countDown();
        }
    }

    /** Waits for a verdict, at most so long. */
    void awaitDecision(Duration most) {
        await(decided, most);
    }

    /** The rank's thread knows, or needs not know any more. */
    void notice() {
        noticed = true;
    }

    /** The rank's thread has left the run in an orderly way: no last words any more. */
    void close() {
        closed = true;
        said.countDown();
    }

    /** The process is about to end: there is no time to lose with last words. */
    void processEnds() {
        processEnds = true;
    }

    /** Whether the run has ended by what is more than a process that was told to end: then people are to be told. */
    boolean isWorthWords() {
        return ended != null && ended.verdict.kind() != Verdict.Kind.ENDING;
    }

    /**
     * While the process ends: until it was said why, by the last words, or by the rank's thread, which prints after it has
     * closed its lifeline.
     */
    void awaitWords(Duration most) {
        if (!speaking) {
            await(said, most);
            await(new CountDownLatch(1), speaking ? Duration.ZERO : timing.printing());
        }
    }

    /** When {@link #speak} is to be called, as of {@link System#nanoTime}; {@link Long#MAX_VALUE}: not as things are. */
    long speakAt() {
        Ended known = ended;
        if (known == null || closed || speaking) {
            return Long.MAX_VALUE;
        }
        if (processEnds) {
            return isWorthWords() ? known.at + (noticed ? timing.grace().toNanos() : 0) : Long.MAX_VALUE;
        }
        return known.at + (noticed ? timing.unwinding() : timing.grace()).toNanos();
    }

    /** The rank's thread does not come back: says why and ends the process. */
    void speak() {
        speaking = true;
        lastWords.accept(exception());
        said.countDown();
    }

    private static void await(CountDownLatch latch, Duration most) {
        try {
            latch.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
