package hplhetero.blas.slowed;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A throttle that slows one thread, which calls {@link #callStarts} and {@link #callEnds} around each kernel. Owner: this thread.
 *
 * <p>A call costs two readings of the thread's CPU time, some 0.6 us each where they are system calls. Reading {@code clock_gettime}
 * through java.lang.foreign was no cheaper.
 */
final class ThreadThrottle {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SleepDebt debt = new SleepDebt();
    private final DoubleSupplier factor;
    private final LongSupplier wallTime;
    private final LongSupplier cpuTime;
    private final LongConsumer pause;
    /** The wall time, in nanoseconds, when the running kernel began, or else when the last kernel and its sleep ended. */
    private long wall;
    /** The CPU time of the owner, in nanoseconds, when the running kernel began, or else when the last kernel ended. */
    private long cpu;

    /**
     * Creates a throttle for the calling thread by the system's clocks.
     *
     * @param factor returns the slowdown of now, &gt;= 1; read once at the end of each kernel
     */
    ThreadThrottle(DoubleSupplier factor) {
        this(factor, System::nanoTime, THREADS::getCurrentThreadCpuTime, LockSupport::parkNanos);
    }

    /**
     * Creates a throttle by other clocks.
     *
     * @param factor   returns the slowdown of now, &gt;= 1; read once at the end of each kernel
     * @param wallTime the wall time, in nanoseconds
     * @param cpuTime  the CPU time of the owner, in nanoseconds
     * @param pause    action that lets so many nanoseconds of wall time pass, or fewer
     */
    ThreadThrottle(DoubleSupplier factor, LongSupplier wallTime, LongSupplier cpuTime, LongConsumer pause) {
        this.factor = factor;
        this.wallTime = wallTime;
        this.cpuTime = cpuTime;
        this.pause = pause;
        wall = wallTime.getAsLong();
        cpu = cpuTime.getAsLong();
    }

    /** Notes that a kernel starts. */
    void callStarts() {
        long nowCpu = cpuTime.getAsLong();
        long now = wallTime.getAsLong();
        debt.waited((now - wall - (nowCpu - cpu)) * 1e-9);
        wall = now;
        cpu = nowCpu;
    }

    /** Notes that a kernel has ended, and sleeps for the rest of the time that it should take. */
    void callEnds() {
        long nowCpu = cpuTime.getAsLong();
        long now = wallTime.getAsLong();
        double owed = debt.called(factor.getAsDouble(), (nowCpu - cpu) * 1e-9, (now - wall) * 1e-9);
        cpu = nowCpu;
        wall = owed > 0 ? sleep((long) (owed * 1e9), now) : now;
    }

    /**
     * Sleeps and returns the time when the sleep ends. A park may end early, for no reason or because the thread was woken for something
     * else.
     */
    private long sleep(long nanos, long start) {
        long now = start;
        while (now - start < nanos && !Thread.currentThread().isInterrupted()) {
            pause.accept(nanos - (now - start));
            now = wallTime.getAsLong();
        }
        debt.slept((now - start) * 1e-9);
        return now;
    }
}
