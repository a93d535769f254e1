package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.TransportOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Watches ranks that are threads of this JVM, as {@link FailureDetector} watches processes. Ends their run when no rank advances. Calls
 * {@link TransportOptions#onFatalFailure} when the run has failed and a rank does not come back, because it computes and never polls.
 */
public final class ThreadRunGuard extends Thread implements AutoCloseable {

    /** The clock by which a guard measures time and sleeps. */
    public interface Clock {
        /** The clock of the system. */
        Clock REAL = new Clock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(nanos);
            }
        };

        /** Returns the time in nanoseconds, as {@link System#nanoTime} does. */
        long nanoTime();

        /** Sleeps for so many nanoseconds. */
        void sleep(long nanos) throws InterruptedException;
    }

    /** Milliseconds between two looks at the ranks; a quarter of the stall timeout where that is shorter. */
    private static final long LOOK_MILLIS = 250;
    /** The longest wait for one rank's answer, in nanoseconds. */
    private static final long ANSWER_NANOS = 500_000_000;
    /** The time for the answers of all ranks together, in nanoseconds. */
    private static final long ALL_ANSWERS_NANOS = 2_000_000_000;
    /** The nanoseconds that the system may let a thread wait before this counts as a pause of the process. */
    private static final long USUAL_DELAY_NANOS = 300_000_000;

    private final RunState state;
    private final String hostName;
    private final List<Activity> activities;
    private final TransportOptions options;
    private final Clock clock;
    private final Watchdog watchdog;

    /**
     * Makes a guard, which is a thread that the caller starts.
     *
     * @param state      ends the run of the ranks
     * @param hostName   the name of this host, for messages
     * @param activities what each rank is doing at the moment, indexed by rank
     * @param options    the timeouts and the call at a fatal failure are used
     * @param clock      the clock of this guard
     */
    public ThreadRunGuard(RunState state, String hostName, List<Activity> activities, TransportOptions options, Clock clock) {
        super("watchdog");
        setDaemon(true);
        this.state = state;
        this.hostName = hostName;
        this.activities = List.copyOf(activities);
        this.options = options;
        this.clock = clock;
        this.watchdog = new Watchdog(activities.size(), clock.nanoTime());
    }

    @Override
    public void run() {
        try {
            watch();
            clock.sleep(Watchdog.GRACE.toNanos());
            options.onFatalFailure().accept(state.firstFailure());
        } catch (InterruptedException ended) {
            // all ranks have come back
        }
    }

    /** Watches the ranks, and returns when the run has failed. */
    private void watch() throws InterruptedException {
        long pause = 1_000_000 * Math.clamp(timeout().toMillis() / 4, 1, LOOK_MILLIS);
        long before = clock.nanoTime();
        while (!state.hasFailed()) {
            clock.sleep(pause);
            long now = clock.nanoTime();
            if (now - before > pause + USUAL_DELAY_NANOS) {
                watchdog.paused(now - before);
            }
            before = now;
            if (stalled(now)) {
                String report = StallReport.of(timeout(), ask());
                before = clock.nanoTime();
                if (stalled(before)) {
                    state.end(report, null);
                }
            }
        }
    }

    /** Returns how long no rank may advance. The predicted time that this depends on is known to rank 0. */
    private Duration timeout() {
        return options.timeouts().stall(activities.getFirst().predicted());
    }

    /** Looks at the ticks of all ranks, and returns whether no rank has advanced for too long. */
    private boolean stalled(long now) {
        for (int rank = 0; rank < activities.size(); rank++) {
            watchdog.heard(rank, activities.get(rank).ticks(), now);
        }
        return watchdog.stalled(timeout(), now);
    }

    /** Asks each rank what it waits for, and returns the answers, indexed by rank. */
    private List<StallReport.Rank> ask() {
        long until = System.nanoTime() + ALL_ANSWERS_NANOS;
        return IntStream.range(0, activities.size()).mapToObj(rank -> new StallReport.Rank(rank, hostName,
                activities.get(rank).ask(Math.clamp(until - System.nanoTime(), 1_000_000, ANSWER_NANOS)))).toList();
    }

    /** Ends the guard, because all ranks have come back, and waits for its thread. */
    @Override
    public void close() {
        interrupt();
        boolean interrupted = false;
        while (isAlive()) {
            try {
                join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
