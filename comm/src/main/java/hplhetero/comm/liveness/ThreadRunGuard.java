package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.TransportOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Watches over the ranks of one run: ends it when none advances, and speaks the last words when it has failed and a rank does
 * not come back, because it computes and never polls.
 */
public final class ThreadRunGuard extends Thread implements AutoCloseable {

    /** The ranks of a run that are threads of this JVM. */
    public interface Watched {
        int size();

        String hostName();

        /** What {@code rank} is at. */
        Activity activity(int rank);

        /** Why the run has ended, or null. */
        CommException firstFailure();

        /** Ends the run for what is no single rank's failure, unless it has ended already. */
        CommException end(String text, Throwable cause);
    }

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

    private static final long LOOK_MILLIS = 250;
    private static final long ASKING_NANOS = 500_000_000;
    private static final long ALL_ANSWERS_NANOS = 2_000_000_000;
    private static final long USUAL_DELAY_NANOS = 300_000_000;

    private final Watched world;
    private final TransportOptions options;
    private final Clock clock;
    private final Watchdog watchdog;

    /** @param options of which the stall timeout and the last words are used */
    public ThreadRunGuard(Watched world, TransportOptions options) {
        this(world, options, Clock.REAL);
    }

    public ThreadRunGuard(Watched world, TransportOptions options, Clock clock) {
        super("watchdog");
        setDaemon(true);
        this.world = world;
        this.options = options;
        this.clock = clock;
        this.watchdog = new Watchdog(world.size(), options.stallTimeout(), clock.nanoTime());
    }

    @Override
    public void run() {
        try {
            watch();
            clock.sleep(Watchdog.GRACE.toNanos());
            options.onFatalFailure().accept(world.firstFailure());
        } catch (InterruptedException ended) {
            // all ranks have come back
        }
    }

    /** Returns when the run has failed. */
    private void watch() throws InterruptedException {
        long pause = 1_000_000 * Math.clamp(options.stallTimeout().toMillis() / 4, 1, LOOK_MILLIS);
        long before = clock.nanoTime();
        while (world.firstFailure() == null) {
            clock.sleep(pause);
            long now = clock.nanoTime();
            if (now - before > pause + USUAL_DELAY_NANOS) {
                watchdog.paused(now - before);
            }
            before = now;
            if (stalled(now)) {
                String report = StallReport.of(options.stallTimeout(), ask());
                before = clock.nanoTime();
                if (stalled(before)) {
                    world.end(report, null);
                }
            }
        }
    }

    private boolean stalled(long now) {
        for (int rank = 0; rank < world.size(); rank++) {
            watchdog.heard(rank, world.activity(rank).ticks(), now);
        }
        return watchdog.stalled(now);
    }

    private List<StallReport.Rank> ask() {
        long until = System.nanoTime() + ALL_ANSWERS_NANOS;
        return IntStream.range(0, world.size()).mapToObj(rank -> new StallReport.Rank(rank, world.hostName(),
                world.activity(rank).ask(Math.clamp(until - System.nanoTime(), 1_000_000, ASKING_NANOS)))).toList();
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
