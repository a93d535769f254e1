package hplhetero.comm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a rank is at, for whoever must tell why nothing moves. The rank's thread writes, which costs it a plain store; a
 * watchdog reads, and may ask the rank which messages it waits for: it answers when it next polls one.
 */
public final class Activity {
    private static final long POLL_NANOS = 1_000_000;
    private static final VarHandle TICKS;

    static {
        try {
            TICKS = MethodHandles.lookup().findVarHandle(Activity.class, "ticks", long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private volatile String phase = "starting";
    private volatile long step;
    private long ticks;
    private volatile long predictedNanos;
    private volatile boolean asked;
    private volatile String answer;
    private Consumer<String> listener;

    /**
     * The rank has begun something.
     *
     * @param step of what is done again and again; negative: it is done once
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
     * From now on {@code listener} hears of what the rank begins, in the rank's thread, which calls this; not of steps that are done
     * again and again.
     */
    public void tell(Consumer<String> listener) {
        this.listener = listener;
    }

    /** What the rank is at is predicted to take so long, from its beginning to its end; for {@link Patience}. */
    public void predict(long nanos) {
        predictedNanos = nanos;
    }

    /** The time that is predicted for what the rank does; zero: unknown. */
    public Duration predicted() {
        return Duration.ofNanos(predictedNanos);
    }

    /** Something got done: a message, a task. Only the rank's thread calls this. */
    public void advanced() {
        TICKS.setOpaque(this, ticks + 1);
    }

    /** Grows while the rank advances. */
    public long ticks() {
        return (long) TICKS.getOpaque(this);
    }

    /** What the rank has begun last. */
    public String text() {
        return phase + (step < 0 ? "" : " " + step);
    }

    /** Called by a transport when a poll found nothing to do: answers with {@code waitsFor} if somebody asked. */
    public void idle(Supplier<String> waitsFor) {
        if (asked) {
            asked = false;
            answer = waitsFor.get();
        }
    }

    /**
     * Asks the rank which messages it waits for.
     *
     * @param nanos to wait for the answer
     * @return phase, step and messages; or that the rank computes, when it does not answer
     */
    public String ask(long nanos) {
        answer = null;
        asked = true;
        long deadline = System.nanoTime() + nanos;
        while (answer == null && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        String said = answer;
        return text() + ": " + (said == null ? "has not looked for messages for " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms or longer"
                : said);
    }
}
