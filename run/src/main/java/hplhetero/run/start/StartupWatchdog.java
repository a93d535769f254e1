package hplhetero.run.start;

import hplhetero.comm.CommException;
import hplhetero.run.terminal.StandardError;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Watches while a transport is opened. An MPI whose ranks cannot connect waits in its own first calls for ever, before any watchdog of the
 * ranks exists. Rank 0's process says why, or rank 1's a little later where rank 0's is stopped. All processes end.
 */
public final class StartupWatchdog implements AutoCloseable {
    private static final Duration HINT_AFTER = Duration.ofSeconds(30);
    /** Time that rank 1 waits for rank 0 to tell. */
    private static final Duration SECOND_TELLER_DELAY = Duration.ofSeconds(10);
    private static final String WHY =
            "a rank has not started, or two hosts cannot talk: './hpl check --hosts a,b,...' with their names tells which";

    /** Whether this process says what is wrong: that of rank 0 and that of rank 1. */
    private final boolean reports;
    private final Duration hintAfter;
    private final Duration timeout;
    private final Consumer<CommException> onFatalFailure;
    private final CountDownLatch opened = new CountDownLatch(1);

    /**
     * Makes a watchdog that does not watch yet.
     *
     * @param environment the environment of this process, in which launchers tell its rank
     * @param timeout     time for the transport to open
     * @param onFatalFailure ends the process
     */
    public StartupWatchdog(Map<String, String> environment, Duration timeout, Consumer<CommException> onFatalFailure) {
        boolean second = LaunchedRank.isSecond(environment);
        reports = second || LaunchedRank.isFirst(environment);
        hintAfter = second ? HINT_AFTER.plus(SECOND_TELLER_DELAY) : HINT_AFTER;
        this.timeout = second ? timeout.plus(SECOND_TELLER_DELAY) : timeout;
        this.onFatalFailure = onFatalFailure;
    }

    /**
     * Starts to watch, in a daemon thread, whether the transport has been opened: {@link #close} says that it has. Until then the watchdogs
     * of ranks 0 and 1 say after half a minute that ranks are missing, unless the timeout is shorter, and each rank's ends its process
     * after the timeout. That of rank 1 does both ten seconds later.
     */
    public void start() {
        Thread.ofPlatform().daemon().name("startup watchdog").start(this::watch);
    }

    private void watch() {
        try {
            if (hintAfter.compareTo(timeout) < 0) {
                if (opened.await(hintAfter.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
                if (reports) {
                    StandardError.note("the ranks have not all connected within " + hintAfter.toSeconds() + " s, still waiting: " + WHY);
                }
            }
            Duration remaining = hintAfter.compareTo(timeout) < 0 ? timeout.minus(hintAfter) : timeout;
            if (!opened.await(remaining.toMillis(), TimeUnit.MILLISECONDS)) {
                String text = "the ranks have not all connected within " + timeout.toSeconds() + " s (--stall-timeout): " + WHY;
                onFatalFailure.accept(reports ? new CommException(text) : CommException.toldByRank0(text));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        opened.countDown();
    }
}
