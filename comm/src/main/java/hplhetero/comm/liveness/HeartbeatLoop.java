package hplhetero.comm.liveness;

import hplhetero.comm.CommException;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The thread beside a rank's own: waits for frames and for the time, whatever the rank's thread does meanwhile. It sleeps
 * until something comes or is due.
 */
abstract class HeartbeatLoop {
    private static final Duration STEP = Duration.ofMillis(1);

    /** What the system may let a thread wait without it being a pause of the process. */
    private static final long USUAL_DELAY_NANOS = 300_000_000;
    private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;
    /** Room for the classes that the JVM makes when a failure is put into words for the first time, and for its frame. */
    private static final int RESERVE_BYTES = 1 << 20;

    final HeartbeatTiming timing;
    final RunOutcome outcome;
    final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "heartbeat");
    private volatile boolean over;
    /** Given up when memory has run out, so that there is some to say it with. */
    private volatile byte[] reserve = new byte[RESERVE_BYTES];
    private long before;

    HeartbeatLoop(HeartbeatTiming timing, RunOutcome outcome) throws IOException {
        this.timing = timing;
        this.outcome = outcome;
        this.selector = Selector.open();
    }

    /** A connection is ready. */
    abstract void ready(SelectionKey key);

    /** Does what is due. */
    abstract void tick(long now);

    /** The next time at which something is due. */
    abstract long due();

    /** This process did not run for so long: what others did meanwhile has come, or is still on its way. */
    abstract void paused(long nanos);

    /** Tells others that this rank ends the run: FAILED or ENDING, with the reason. Called in the loop. */
    abstract void announce(Frame.Kind kind, String reason, Throwable cause);

    /** Begins to leave in an orderly way. Called in the loop. */
    abstract void leave();

    final void start() {
        before = System.nanoTime();
        thread.setDaemon(true);
        thread.start();
    }

    /** Has {@code task} done in the loop. */
    final void post(Runnable task) {
        tasks.add(task);
        wake();
    }

    /** The run ends: what was kept for that may be used. */
    final void giveUpReserve() {
        reserve = null;
    }

    /** Something may have become due. */
    final void wake() {
        selector.wakeup();
    }

    /** The loop's last turn. */
    final void stop() {
        over = true;
    }

    /** Waits for the end of the loop, at most so long, and calls {@code meanwhile} every millisecond. */
    final void join(Duration most, Runnable meanwhile) {
        try {
            long end = System.nanoTime() + most.toNanos();
            while (!thread.join(STEP) && System.nanoTime() < end) {
                meanwhile.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            turns();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // without a failure detector this rank would not learn that another has ended
            outcome.decide(new AbortCause(AbortCause.Kind.FAILED, "the failure detector of this rank failed: " + why(e), e), false);
            if (outcome.fatalReportAt() != Long.MAX_VALUE) {
                outcome.reportFatal();
            }
        } finally {
            closeAll();
        }
    }

    /** What fails here for the first time ends the run in the usual way: the others hear why, and not of a death. */
    private void turns() throws IOException {
        try {
            untilOver();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // memory may as well run out here as in the rank's thread
            giveUpReserve();
            announce(Frame.Kind.FAILED, e instanceof OutOfMemoryError ? why(e) : "its failure detector failed: " + why(e), e);
            untilOver();
        }
    }

    private void untilOver() throws IOException {
        while (!over) {
            turn();
        }
    }

    private static String why(Throwable e) {
        return e instanceof IOException ? e.getMessage() : CommException.reason(e);
    }

    private void turn() throws IOException {
        long until = Math.min(Math.min(due(), outcome.fatalReportAt()), before + LONGEST_SLEEP_NANOS);
        selector.select(Math.clamp((until - System.nanoTime()) / 1_000_000 + 1, 1, 1_000));
        long now = System.nanoTime();
        long late = now - Math.max(before, until);
        before = now;
        if (late > USUAL_DELAY_NANOS) {
            paused(late);
        }
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid()) {
                ready(key);
            }
        }
        selector.selectedKeys().clear();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        tick(now);
        if (now >= outcome.fatalReportAt()) {
            outcome.reportFatal();
        }
    }

    private void closeAll() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            System.getLogger(HeartbeatLoop.class.getName()).log(System.Logger.Level.DEBUG, "heartbeat connection not closed", e);
        }
    }
}
