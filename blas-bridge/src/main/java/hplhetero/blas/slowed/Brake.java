package hplhetero.blas.slowed;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/**
 * Slows one thread: around each kernel, {@link #press} and {@link #release}. Owner: that thread.
 *
 * <p>Costs two readings of the thread's CPU time a call, some 0.6 us each where they are system calls; the same by
 * {@code clock_gettime} through java.lang.foreign was no cheaper.
 */
final class Brake {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Debt debt;
    private long wall;
    private long cpu;

    /** @param factor &gt;= 1 */
    Brake(double factor) {
        debt = new Debt(factor);
    }

    /** A kernel starts. */
    void press() {
        wall = System.nanoTime();
        cpu = THREADS.getCurrentThreadCpuTime();
    }

    /** It has ended: takes the rest of its time. */
    void release() {
        long used = THREADS.getCurrentThreadCpuTime() - cpu;
        long now = System.nanoTime();
        double owed = debt.called(used * 1e-9, (now - wall) * 1e-9);
        if (owed > 0) {
            sleep((long) (owed * 1e9), now);
        }
    }

    /** A park may end early, for no reason or because the thread was woken for something else. */
    private void sleep(long nanos, long start) {
        long slept = 0;
        while (slept < nanos && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(nanos - slept);
            slept = System.nanoTime() - start;
        }
        debt.slept(slept * 1e-9);
    }
}
