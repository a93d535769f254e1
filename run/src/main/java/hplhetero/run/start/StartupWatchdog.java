package hplhetero.run.start;

import hplhetero.comm.CommException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Watches while a transport is opened: an MPI whose ranks cannot connect waits in its own first calls for ever, before any watchdog of
 * the ranks is there. Rank 0's process speaks, all end.
 */
public final class StartupWatchdog implements AutoCloseable {
    private static final Duration HINT = Duration.ofSeconds(30);
    private static final String WHY =
            "a rank has not started, or two hosts cannot talk: './hpl check --hosts a,b,...' with their names tells which";

    private final boolean speaks;
    private final Duration most;
    private final Consumer<CommException> onFatalFailure;
    private final CountDownLatch open = new CountDownLatch(1);

    /**
     * @param environment of this process, in which launchers tell its rank
     * @param most        for the opening
     * @param onFatalFailure   are to end the process
     */
    public StartupWatchdog(Map<String, String> environment, Duration most, Consumer<CommException> onFatalFailure) {
        speaks = LaunchedRank.isFirst(environment);
        this.most = most;
        this.onFatalFailure = onFatalFailure;
    }

    public void start() {
        Thread.ofPlatform().daemon().name("opening").start(this::watch);
    }

    private void watch() {
        try {
            if (HINT.compareTo(most) < 0) {
                if (open.await(HINT.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
                if (speaks) {
                    System.err.println("hpl: the ranks have not found together for " + HINT.toSeconds() + " s, waiting on: " + WHY);
                }
            }
            Duration rest = HINT.compareTo(most) < 0 ? most.minus(HINT) : most;
            if (!open.await(rest.toMillis(), TimeUnit.MILLISECONDS)) {
                String text = "the ranks have not found together within " + most.toSeconds() + " s (--stall-timeout): " + WHY;
                onFatalFailure.accept(speaks ? new CommException(text) : CommException.toldByRank0(text));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        open.countDown();
    }
}
