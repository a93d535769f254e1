package hplhetero.hpl.workers;

import hplhetero.comm.Await;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The clock by which the workers of a pool measure their work, and the ways in which they wait for each other. {@link #SYSTEM} is real
 * time. A simulation of many workers gives a clock of its own, so that the real pool runs in simulated time.
 */
public interface WorkerClock {
    /** Real time: workers are threads of the system, and a worker that waits looks again and again at what it waits for. */
    WorkerClock SYSTEM = new SystemWorkerClock();

    /** Returns the time in nanoseconds, from any origin. */
    long nanoTime();

    /**
     * Waits until a condition holds, without giving the core back to the system for long.
     *
     * @param condition reads what other workers write; has no other effect
     * @param looks     number of looks at the condition after which the wait ends in any case
     * @return whether the condition holds
     */
    boolean spin(BooleanSupplier condition, int looks);

    /**
     * Waits for a moment, for a caller that then looks again whether others have done what it waits for.
     *
     * @param idle number of looks in a row that have found nothing done
     */
    void pause(int idle);

    /**
     * Says that the calling thread has just written what other workers wait for. A clock of simulated time lets these workers go on from
     * now; in real time they see it by themselves.
     */
    void changed();

    /**
     * Lets the calling thread sleep until {@link #wake} is called for it, or has been called since it last slept. It may also wake for no
     * reason.
     */
    void sleep();

    /** Ends the sleep of a thread, or its next one where it does not sleep. */
    void wake(Thread thread);

    /**
     * Makes the thread of a worker, not yet started. It does not keep the program running.
     *
     * @param name name of the thread
     * @param work what the thread does
     */
    Thread thread(String name, Runnable work);

    /** The clock of real time, and threads of the system. */
    final class SystemWorkerClock implements WorkerClock {
        /** Number of looks after which a worker that spins yields its core once, since the thread that it waits for may need it. */
        private static final int LOOKS_PER_YIELD = 1_000;

        private SystemWorkerClock() {
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public boolean spin(BooleanSupplier condition, int looks) {
            for (int look = 1; look <= looks; look++) {
                if (condition.getAsBoolean()) {
                    return true;
                }
                if (look % LOOKS_PER_YIELD == 0) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
            return condition.getAsBoolean();
        }

        @Override
        public void pause(int idle) {
            Await.pause(idle);
        }

        @Override
        public void changed() {
            // whoever waits looks again by itself
        }

        @Override
        public void sleep() {
            LockSupport.park(this);
        }

        @Override
        public void wake(Thread thread) {
            LockSupport.unpark(thread);
        }

        @Override
        public Thread thread(String name, Runnable work) {
            return Thread.ofPlatform().name(name).daemon().unstarted(work);
        }
    }
}
