package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.TransportOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Watches over ranks that are threads of this JVM, as {@link FailureDetector} does over processes: ends their run when none
 * advances, and calls {@link TransportOptions#onFatalFailure} when it has failed and a rank does not come back, because it
 * computes and never polls.
 */
public final class ThreadRunGuard extends Thread implements AutoCloseable {

    /** The time that a guard goes by. */
    public interface Clock {
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

        /** As {@link System#nanoTime}. */
        long nanoTime();

        void sleep(long nanos) throws InterruptedException;
    }

    /** Between two looks at the ranks; a quarter of the stall timeout where that is shorter. */
    private static final long LOOK_MILLIS = 250;
    private static final long ANSWER_NANOS = 500_000_000;
    private static final long ALL_ANSWERS_NANOS = 2_000_000_000;
    /** What the system may let a thread wait without it being a pause of the process. */
    private static final long USUAL_DELAY_NANOS = 300_000_000;

    private final RunState state;
    private final String hostName;
    private final List<Activity> activities;
    private final TransportOptions options;
    private final Clock clock;
    private final Watchdog watchdog;

    /**
     * @param activities what each rank is at
     * @param options    of which the patience and the call at a fatal failure are used
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

    /** Returns when the run has failed. */
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

    /** Rank 0 knows what is predicted. */
    private Duration timeout() {
        return options.patience().stall(activities.getFirst().predicted());
    }

    private boolean stalled(long now) {
        for (int rank = 0; rank < activities.size(); rank++) {
            watchdog.heard(rank, activities.get(rank).ticks(), now);
        }
        return watchdog.stalled(timeout(), now);
    }

    private List<StallReport.Rank> ask() {
        long until = System.nanoTime() + ALL_ANSWERS_NANOS;
        return IntStream.range(0, activities.size()).mapToObj(rank -> new StallReport.Rank(rank, hostName,
                activities.get(rank).ask(Math.clamp(until - System.nanoTime(), 1_000_000, ANSWER_NANOS)))).toList();
    }

    /** The ranks have come back. */
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
