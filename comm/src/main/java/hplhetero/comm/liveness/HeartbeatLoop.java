package hplhetero.comm.liveness;

import hplhetero.comm.CommException;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The thread beside a rank's own. It waits for frames and for times at which something is due, whatever the rank's thread does meanwhile,
 * and sleeps until then.
 */
abstract class HeartbeatLoop {
    /** The time between two calls of the task that {@link #join} does meanwhile. */
    private static final Duration STEP = Duration.ofMillis(1);

    /** The nanoseconds that the system may let a thread wait before this counts as a pause of the process. */
    private static final long USUAL_DELAY_NANOS = 300_000_000;
    /** The longest time that the loop sleeps, in nanoseconds. */
    private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;
    /**
     * Bytes of the reserve: room for the classes that the JVM makes when a failure is put into words for the first time, and for the
     * failure's frame.
     */
    private static final int RESERVE_BYTES = 1 << 20;

    final HeartbeatTiming timing;
    final RunOutcome outcome;
    final Selector selector;
    /** The tasks that the loop is to do; any thread adds. */
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "heartbeat");
    /** Whether the loop ends after this turn. */
    private volatile boolean over;
    /** Memory that is given up when memory has run out, so that there is some to report the failure with. */
    private volatile byte[] reserve = new byte[RESERVE_BYTES];
    /** The time of the latest turn, by {@link System#nanoTime}. */
    private long before;

    HeartbeatLoop(HeartbeatTiming timing, RunOutcome outcome) throws IOException {
        this.timing = timing;
        this.outcome = outcome;
        this.selector = Selector.open();
    }

    /** Handles a connection that is ready to be read, written or accepted. */
    abstract void ready(SelectionKey key);

    /** Does what is due at the time {@code now}, as of {@link System#nanoTime}. */
    abstract void tick(long now);

    /** Returns the next time at which something is due, as of {@link System#nanoTime}. */
    abstract long due();

    /** Notes that this process did not run for so many nanoseconds: what other ranks did meanwhile has come, or is still on its way. */
    abstract void paused(long nanos);

    /**
     * Tells the other ranks that this rank ends the run. Called in the loop.
     *
     * @param kind   {@link Frame.Kind#FAILED} or {@link Frame.Kind#ENDING}
     * @param reason why the run ends, for people
     * @param cause  the error behind it, or null
     */
    abstract void announce(Frame.Kind kind, String reason, Throwable cause);

    /** Begins to leave the run in an orderly way. Called in the loop. */
    abstract void leave();

    /** Starts the thread of the loop. */
    final void start() {
        before = System.nanoTime();
        thread.setDaemon(true);
        thread.start();
    }

    /** Has {@code task} done by the thread of the loop. Any thread may call this. */
    final void post(Runnable task) {
        tasks.add(task);
        wake();
    }

    /** Gives up the reserve of memory, because the run ends and must be able to say why. */
    final void giveUpReserve() {
        reserve = null;
    }

    /** Wakes the loop, because something may have become due. Any thread may call this. */
    final void wake() {
        selector.wakeup();
    }

    /** Ends the loop after this turn. Called in the loop. */
    final void stop() {
        over = true;
    }

    /** Waits for the end of the loop for at most the time {@code most}, and calls {@code meanwhile} every millisecond. */
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
            // without a failure detector this rank would not learn that another rank has ended, so the run ends here
            outcome.decide(new AbortCause(AbortCause.Kind.FAILED, "the failure detector of this rank failed: " + why(e), e), false);
            if (outcome.fatalReportAt() != Long.MAX_VALUE) {
                outcome.reportFatal();
            }
        } finally {
            closeAll();
        }
    }

    /**
     * Runs the loop. The first failure of the loop itself ends the run in the usual way, so that the other ranks hear the reason and do not
     * take this rank for dead.
     */
    private void turns() throws IOException {
        try {
            untilOver();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // memory may run out in this thread just as well as in the rank's thread
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

    /** Returns the reason for an exception of the loop, for people. */
    private static String why(Throwable e) {
        return e instanceof IOException ? e.getMessage() : CommException.reason(e);
    }

    /** Waits until something comes or is due, and handles it. */
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

    /** Closes all connections of the loop. */
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
