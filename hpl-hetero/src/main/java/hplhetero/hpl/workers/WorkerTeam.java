package hplhetero.hpl.workers;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/**
 * The rank's thread and some workers beside it, who share work that takes microseconds, such as a step of a panel's factorization. Members
 * spin between two pieces of work. Owner: the rank's thread.
 */
public final class WorkerTeam {

    /** One part of some work. */
    @FunctionalInterface
    public interface Part {
        /**
         * Does one part of the work.
         *
         * @param part   number of the part, from 0 on; part 0 is the rank's thread's
         * @param worker number of the worker that does the part
         */
        void run(int part, int worker);
    }

    private static final int STRIDE = TaskBatch.STRIDE;

    private final IntFunction<Thread> threads;
    private final WorkerClock clock;
    /** Number of the first member beside the rank's thread. */
    private int first = 1;
    /** Number of members, the rank's thread included. */
    private int size = 1;
    /** The work that is shared. Written by the rank's thread before {@link #request}. */
    private Part shared;
    /**
     * Number of the last piece of work, and the workers beside the rank's thread that do a part: {@code number << 32 | first << 16 | end}.
     * Written by the rank's thread.
     */
    private volatile long request;
    private volatile Throwable failure;
    /** Nanoseconds for which the rank's thread was in {@link #share}. Written by the rank's thread. */
    private long sharedNanos;
    /** Number of the last piece of work that each worker has done, at index worker x {@link #STRIDE}; written by this worker. */
    private final AtomicIntegerArray done;
    /** 1 while a worker sleeps, else 0, at index worker x {@link #STRIDE}; written by this worker. */
    private final AtomicIntegerArray asleep;

    /**
     * Makes a team of the rank's thread alone.
     *
     * @param workers number of workers of the pool
     * @param threads returns the thread of a worker, from worker 1 on
     * @param asleep  whether each worker sleeps: 1 at index worker x {@link TaskBatch#STRIDE}
     * @param clock   clock by which members measure and wait
     */
    WorkerTeam(int workers, IntFunction<Thread> threads, AtomicIntegerArray asleep, WorkerClock clock) {
        this.threads = threads;
        this.clock = clock;
        this.asleep = asleep;
        done = new AtomicIntegerArray(workers * STRIDE);
    }

    /**
     * Sets the members from now on: worker 0, which is the rank's thread, and workers first .. first + size - 2 of the pool.
     *
     * @param first number of the first member beside the rank's thread, &gt;= 1
     * @param size  number of members, the rank's thread included
     */
    public void form(int first, int size) {
        this.first = first;
        this.size = size;
    }

    /** Returns the number of members, the rank's thread included. */
    public int size() {
        return size;
    }

    /** Returns the nanoseconds since the pool was made for which the rank's thread was in {@link #share}, its waiting included. */
    public long sharedNanos() {
        return sharedNanos;
    }

    int first() {
        return first;
    }

    int end() {
        return first + size - 1;
    }

    /**
     * Does part 0 of some work on the calling rank's thread, has other members do one other part each, and returns when all are done.
     * Members must not be taking tasks of the pool's current batch meanwhile. Costs some microseconds where other work was shared shortly
     * before.
     *
     * @param parts number of parts, 1 .. {@link #size}
     * @param part  does the part whose number it is given, 0 .. {@code parts} - 1
     */
    public void share(int parts, Part part) {
        long begin = clock.nanoTime();
        if (parts == 1) {
            part.run(0, 0);
        } else {
            shareAmong(parts, part);
        }
        sharedNanos += clock.nanoTime() - begin;
    }

    private void shareAmong(int parts, Part part) {
        int end = first + parts - 1;
        int number = (int) (request >>> 32) + 1;
        shared = part;
        request = (long) number << 32 | (long) first << 16 | end;
        clock.changed();
        for (int w = first; w < end; w++) {
            if (asleep.get(w * STRIDE) != 0) {
                clock.wake(threads.apply(w));
            }
        }
        try {
            part.run(0, 0);
        } finally {
            BooleanSupplier all = () -> areDone(end, number);
            while (!clock.spin(all, Integer.MAX_VALUE)) {
                Thread.yield();
            }
        }
        if (failure != null) {
            throw new IllegalStateException("a worker failed: " + failure, failure);
        }
    }

    /** Returns whether the members beside the rank's thread, up to worker {@code end - 1}, have done their parts of a piece of work. */
    private boolean areDone(int end, int number) {
        int w = first;
        while (w < end && done.get(w * STRIDE) == number) {
            w++;
        }
        return w >= end;
    }

    /** Returns the latest request to workers, for {@link #serve}; another number than before where there is new work. */
    long request() {
        return request;
    }

    /**
     * Does a worker's part of the work that is shared. A worker that has no part must not look at the work: it may be the next one already.
     */
    void serve(int worker, long request) {
        int from = (int) (request >>> 16) & 0xffff;
        if (worker >= from && worker < (request & 0xffff)) {
            try {
                shared.run(worker - from + 1, worker);
            } catch (Throwable e) {
                failure = e;
            }
            done.set(worker * STRIDE, (int) (request >>> 32));
            clock.changed();
        }
    }
}
