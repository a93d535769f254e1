package hplhetero.comm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What one rank is doing at the moment, for whoever must explain why nothing moves. The rank's thread writes; counting an advance costs it
 * no more than a plain store. A watchdog reads in another thread. The watchdog may also ask which messages the rank waits for; the rank
 * answers at its next poll that finds nothing to do.
 */
public final class Activity {
    /** Nanoseconds between two looks of {@link #ask} for the rank's answer. */
    private static final long POLL_NANOS = 1_000_000;
    private static final VarHandle TICKS;

    static {
        try {
            TICKS = MethodHandles.lookup().findVarHandle(Activity.class, "ticks", long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** The name of the phase that the rank has begun last; written by the rank's thread only. */
    private volatile String phase = "starting";
    /** The number of the repetition within {@link #phase}; negative where the phase happens once. Written by the rank's thread only. */
    private volatile long step;
    /** The number of advances of the rank so far; written by the rank's thread only, through {@link #TICKS}. */
    private long ticks;
    /** The time that the rank's present work is predicted to take, in nanoseconds; 0 where it is unknown. */
    private volatile long predictedNanos;
    /** Whether a watchdog waits for an answer: set by {@link #ask}, cleared by the rank's thread. */
    private volatile boolean questionPending;
    /** The rank's answer to the latest {@link #ask}; null before the rank has answered. */
    private volatile String answer;
    /** The listener for new phases, or null; used by the rank's thread only. */
    private Consumer<String> listener;

    /**
     * Notes that the rank begins a phase, and tells the listener of a phase that happens once.
     *
     * @param phase the phase's name, for people
     * @param step  the number of the repetition, for a phase that is done again and again; negative for a phase that is done once
     */
    public void phase(String phase, long step) {
        this.phase = phase;
        this.step = step;
        advanced();
        if (listener != null && step < 0) {
            listener.accept(phase);
        }
    }

    /**
     * Sets the listener that hears the name of each phase that the rank begins from now on. The listener is called in the rank's thread,
     * which also calls this method. Phases that are repeated in steps are not told.
     */
    public void tell(Consumer<String> listener) {
        this.listener = listener;
    }

    /**
     * Sets how long the rank's present work is predicted to take, from its beginning to its end. The longer it takes, the longer a run
     * waits for signs of life, within the limits of {@link LivenessTimeouts}, unless the user has fixed how long.
     *
     * @param nanos the predicted time, in nanoseconds, &gt;= 0; 0 where it is unknown
     */
    public void predict(long nanos) {
        predictedNanos = nanos;
    }

    /** Returns the time that the rank's present work is predicted to take, from its beginning to its end; zero where it is unknown. */
    public Duration predicted() {
        return Duration.ofNanos(predictedNanos);
    }

    /** Counts that the rank got something done, such as a message or a task. Only the rank's thread calls this. */
    public void advanced() {
        TICKS.setOpaque(this, ticks + 1);
    }

    /** Returns the number of the rank's advances so far, which grows as long as the rank gets something done. Any thread may call this. */
    public long ticks() {
        return (long) TICKS.getOpaque(this);
    }

    /** Returns the name of the phase that the rank has begun last, with its step number where the phase is repeated. */
    public String text() {
        return phase + (step < 0 ? "" : " " + step);
    }

    /**
     * Answers a waiting {@link #ask}. A transport calls this in the rank's thread when a poll found nothing to do; without a question it
     * costs one volatile read.
     *
     * @param waitsFor makes the answer: the messages that the rank waits for, in words for people; called only where somebody asks
     */
    public void idle(Supplier<String> waitsFor) {
        if (questionPending) {
            questionPending = false;
            answer = waitsFor.get();
        }
    }

    /**
     * Asks the rank which messages it waits for, and waits for its answer. Called by a thread other than the rank's, one at a time.
     *
     * @param nanos the longest time to wait for the answer, in nanoseconds
     * @return the phase and step, then the messages; or, when no answer came, that the rank has not looked for messages for so long
     */
    public String ask(long nanos) {
        answer = null;
        questionPending = true;
        long deadline = System.nanoTime() + nanos;
        while (answer == null && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        String said = answer;
        return text() + ": " + (said == null ? "has not looked for messages for " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms or longer"
                : said);
    }
}
