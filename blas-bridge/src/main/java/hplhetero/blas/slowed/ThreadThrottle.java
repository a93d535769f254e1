package hplhetero.blas.slowed;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Slows one thread: around each kernel, {@link #callStarts} and {@link #callEnds}. Owner: that thread.
 *
 * <p>Costs two readings of the thread's CPU time a call, some 0.6 us each where they are system calls; the same by
 * {@code clock_gettime} through java.lang.foreign was no cheaper.
 */
final class ThreadThrottle {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SleepDebt debt;
    private final LongSupplier wallTime;
    private final LongSupplier cpuTime;
    private final LongConsumer pause;
    /** Within a kernel: at its beginning; between two: at the end of the first, its sleep included. */
    private long wall;
    private long cpu;

    /** @param factor &gt;= 1 */
    ThreadThrottle(double factor) {
        this(factor, System::nanoTime, THREADS::getCurrentThreadCpuTime, LockSupport::parkNanos);
    }

    /**
     * Makes a throttle that goes by other clocks.
     *
     * @param factor   &gt;= 1
     * @param wallTime the wall time, in nanoseconds
     * @param cpuTime  the CPU time of the owner, in nanoseconds
     * @param pause    lets so many nanoseconds of wall time pass, or fewer
     */
    ThreadThrottle(double factor, LongSupplier wallTime, LongSupplier cpuTime, LongConsumer pause) {
        this.wallTime = wallTime;
        this.cpuTime = cpuTime;
        this.pause = pause;
        debt = new SleepDebt(factor);
        wall = wallTime.getAsLong();
        cpu = cpuTime.getAsLong();
    }

    /** A kernel starts. */
    void callStarts() {
        long nowCpu = cpuTime.getAsLong();
        long now = wallTime.getAsLong();
        debt.waited((now - wall - (nowCpu - cpu)) * 1e-9);
        wall = now;
        cpu = nowCpu;
    }

    /** It has ended: takes the rest of its time. */
    void callEnds() {
        long nowCpu = cpuTime.getAsLong();
        long now = wallTime.getAsLong();
        double owed = debt.called((nowCpu - cpu) * 1e-9, (now - wall) * 1e-9);
        cpu = nowCpu;
        wall = owed > 0 ? sleep((long) (owed * 1e9), now) : now;
    }

    /** Returns the time when it ends. A park may end early, for no reason or because the thread was woken for something else. */
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
