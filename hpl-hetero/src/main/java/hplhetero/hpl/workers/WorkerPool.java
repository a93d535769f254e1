package hplhetero.hpl.workers;

import hplhetero.comm.Activity;
import hplhetero.comm.Await;
import hplhetero.comm.MessageMemory;
import java.lang.foreign.Arena;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The workers of a rank. The rank's thread is worker 0: it starts a batch of tasks, may do something else, and then takes tasks itself in
 * {@link #finish} until the batch is done. There is one batch at a time.
 */
public final class WorkerPool implements AutoCloseable {

    /** The body of a batch, which does its tasks. */
    @FunctionalInterface
    public interface Body {
        /**
         * Does one task of the batch.
         *
         * @param task   number of the task in its batch
         * @param worker number of the worker, 0 .. workers - 1, equal for all calls on one thread
         */
        void run(int task, int worker);
    }

    /** A batch of tasks: first tasks for some workers, and further tasks. */
    private static final class Batch {
        final Body body;
        final int tasks;
        /** Number of further tasks, which workers take that have none of the first tasks. */
        final int more;
        /** Number of workers that may take the first tasks: workers 0 .. workers - 1. */
        final int workers;
        final Thread owner = Thread.currentThread();
        final AtomicInteger next = new AtomicInteger();
        final AtomicInteger nextOfMore = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
        /** Whether all workers may take further tasks. Written by the rank's thread. */
        volatile boolean open;
        volatile boolean abandoned;

        Batch(Body body, int tasks, int more, int workers) {
            this.body = body;
            this.tasks = tasks;
            this.more = more;
            this.workers = workers;
        }

        boolean isFor(int worker) {
            return worker < workers || open;
        }

        boolean isDone() {
            return done.get() >= tasks + more;
        }

        /**
         * Takes a task for a worker.
         *
         * @return number of a task that nobody has taken, or -1
         */
        int claim(int worker) {
            int task = worker < workers && next.get() < tasks ? next.getAndIncrement() : tasks;
            return task < tasks ? task : claimOfMore();
        }

        int claimOfMore() {
            int task = nextOfMore.get() < more ? nextOfMore.getAndIncrement() : more;
            return task < more ? tasks + task : -1;
        }

        /**
         * Lets no more tasks be taken.
         *
         * @return number of tasks that have been taken
         */
        int close() {
            return Math.min(tasks, next.getAndSet(tasks)) + Math.min(more, nextOfMore.getAndSet(more));
        }
    }

    private static final Batch CLOSED = new Batch(null, 0, 0, Integer.MAX_VALUE);
    /** Number of looks for work before an idle worker sleeps: some 50 microseconds, as panel steps are short at the end of a solve. */
    private static final int SPINS = 1_000;
    /** Number of looks for work before a worker sleeps after a sharing: some milliseconds, as the work on a panel is shared many times. */
    private static final int SPINS_AFTER_SHARING = 50_000;
    /** Distance of entries that different workers write: a cache line and the adjacent one. */
    private static final int STRIDE = 32;
    /**
     * Nanoseconds that the rank's thread sleeps between polls of messages, where others want the cores. The last worker of a batch ends the
     * sleep.
     */
    private static final long SLEEP_NANOS = 50_000;

    private final Thread[] threads;
    private final boolean spin;
    private final Activity activity;
    private volatile Batch current;
    private volatile Throwable failure;
    /** The work that is shared. Written by the rank's thread before {@link #sharing}. */
    private IntConsumer shared;
    /**
     * Number of the last sharing, and the workers beside the rank's thread that take part: {@code number << 32 | first << 16 | end}.
     * Written by the rank's thread.
     */
    private volatile long sharing;
    private volatile Throwable sharedFailure;
    /**
     * Number of the last sharing that each worker has done, at index worker x {@link #STRIDE}. {@link #asleep} holds 1 there while the
     * worker sleeps, else 0.
     */
    private final AtomicIntegerArray sharingDone;
    private final AtomicIntegerArray asleep;

    /**
     * Starts the threads of the workers.
     *
     * @param workers  number of workers, the calling thread included, &gt;= 1
     * @param name     name of the threads, before their number
     * @param spin     whether idle workers may spin for a moment; false where others need the cores
     * @param activity what the rank is doing, which advances with its tasks
     */
    public WorkerPool(int workers, String name, boolean spin, Activity activity) {
        this.spin = spin;
        this.activity = activity;
        threads = new Thread[workers - 1];
        sharingDone = new AtomicIntegerArray(workers * STRIDE);
        asleep = new AtomicIntegerArray(workers * STRIDE);
        for (int w = 1; w < workers; w++) {
            int worker = w;
            threads[w - 1] = Thread.ofPlatform().name(name + "-worker-" + w).daemon().start(() -> work(worker));
        }
    }

    /** Returns whether this machine has a core for each of {@code threads} threads. */
    public static boolean coresFor(int threads) {
        return threads <= Runtime.getRuntime().availableProcessors();
    }

    /** Returns the number of workers, the rank's thread included. */
    public int workers() {
        return threads.length + 1;
    }

    /** Starts tasks 0 .. tasks - 1, to be taken in this order by all workers; returns at once. */
    public void start(int tasks, Body body) {
        start(tasks, workers(), body);
    }

    /**
     * Starts tasks for some of the workers, while the others may {@link #share} something else; returns at once.
     *
     * @param tasks number of tasks
     * @param first number of workers that take the tasks: workers 0 .. first - 1
     * @param body  does the tasks
     */
    public void start(int tasks, int first, Body body) {
        start(tasks, 0, first, body);
    }

    /**
     * Starts tasks for some of the workers, and further tasks; returns at once. These workers take further tasks when no first task is
     * left, or while a first task waits, see {@link #takeMore}. Other workers take further tasks from {@link #admitAll} on.
     *
     * @param tasks number of first tasks
     * @param more  number of further tasks, {@code tasks} .. {@code tasks + more - 1}
     * @param first number of workers that take the first tasks: workers 0 .. first - 1
     * @param body  does the tasks
     */
    public void start(int tasks, int more, int first, Body body) {
        current = new Batch(body, tasks, more, first);
        for (int w = 1; w < Math.min(first, workers()); w++) {
            LockSupport.unpark(threads[w - 1]);
        }
    }

    /** Lets all workers take further tasks of the batch from now on; no work may be shared meanwhile. Called by the rank's thread. */
    public void admitAll() {
        Batch batch = current;
        if (batch == null || batch.more == 0 || batch.workers >= workers()) {
            return;
        }
        batch.open = true;
        for (int w = batch.workers; w < workers(); w++) {
            LockSupport.unpark(threads[w - 1]);
        }
    }

    /** Returns whether there are further tasks that nobody has taken. */
    public boolean hasMore() {
        Batch batch = current;
        return batch != null && batch.nextOfMore.get() < batch.more;
    }

    /**
     * Does one of the further tasks of the batch within another task that waits.
     *
     * @return whether there was one
     */
    public boolean takeMore(int worker) {
        Batch batch = current;
        int task = batch == null || batch.abandoned ? -1 : batch.claimOfMore();
        if (task >= 0) {
            run(batch, task, worker);
        }
        return task >= 0;
    }

    /** Returns whether work that takes microseconds can be shared: idle workers spin, as nobody else wants their cores. */
    public boolean canShare() {
        return spin;
    }

    /**
     * Does one part of some work, has other workers do the other parts, and returns when all are done. These workers must not be in a
     * batch. Costs some microseconds where another sharing was shortly before. Called by the rank's thread.
     *
     * @param first number of the first worker that does a part, &gt;= 1
     * @param parts number of parts, at most workers - first + 1
     * @param part  does the part whose number it is given
     */
    public void share(int first, int parts, IntConsumer part) {
        int end = first + parts - 1;
        int number = (int) (sharing >>> 32) + 1;
        shared = part;
        sharing = (long) number << 32 | (long) first << 16 | end;
        for (int w = first; w < end; w++) {
            if (asleep.get(w * STRIDE) != 0) {
                LockSupport.unpark(threads[w - 1]);
            }
        }
        try {
            part.accept(0);
        } finally {
            for (int w = first; w < end; w++) {
                for (int turn = 0; sharingDone.get(w * STRIDE) != number; turn++) {
                    spin(turn);
                }
            }
        }
        if (sharedFailure != null) {
            throw new IllegalStateException("a worker failed: " + sharedFailure, sharedFailure);
        }
    }

    /** Spins once. Now and then it yields the core, since the thread that is waited for may need it. */
    private static void spin(int turn) {
        if (turn % SPINS == SPINS - 1) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /**
     * Does this worker's part of a sharing. A worker that takes no part must not look at what is shared: it may be the next sharing's
     * already.
     */
    private void share(int worker, long asked) {
        int first = (int) (asked >>> 16) & 0xffff;
        if (worker >= first && worker < (asked & 0xffff)) {
            try {
                shared.accept(worker - first + 1);
            } catch (Throwable e) {
                sharedFailure = e;
            }
            sharingDone.set(worker * STRIDE, (int) (asked >>> 32));
        }
    }

    /**
     * Takes tasks until the batch is done.
     *
     * @param between called between tasks and while waiting; returns whether it moved something
     */
    public void finish(BooleanSupplier between) {
        Batch batch = current;
        while (take(batch, 0)) {
            activity.advanced();
            between.getAsBoolean();
        }
        int idle = 0;
        int done = 0;
        while (!batch.isDone()) {
            if (batch.done.get() != done) {
                done = batch.done.get();
                activity.advanced();
            }
            idle = between.getAsBoolean() ? 0 : idle + 1;
            pause(idle);
        }
        if (failure != null) {
            throw new IllegalStateException("a worker failed: " + failure, failure);
        }
    }

    /**
     * Pauses a worker that has looked {@code idle} times in a row for what others are still doing.
     *
     * @throws CancellationException if the batch was abandoned: what the worker waits for may never come
     */
    public void pause(int idle) {
        Batch batch = current;
        if (batch != null && batch.abandoned) {
            throw new CancellationException("the batch was abandoned");
        }
        if (spin) {
            Await.pause(idle);
        } else {
            LockSupport.parkNanos(this, SLEEP_NANOS);
        }
    }

    /** Runs tasks 0 .. tasks - 1 on all workers and waits until they are done. */
    public void run(int tasks, Body body, BooleanSupplier between) {
        run(tasks, workers(), body, between);
    }

    /** Runs tasks 0 .. tasks - 1 on workers 0 .. first - 1 and waits until they are done. */
    public void run(int tasks, int first, Body body, BooleanSupplier between) {
        if (tasks > 0) {
            start(tasks, first, body);
            finish(between);
        }
    }

    /**
     * Starts no further task of the current batch, and waits for those that run: after this, memory that they work on may be freed. For a
     * rank that leaves a batch before its end; after {@link #finish} this does nothing.
     */
    public void abandon() {
        Batch batch = current;
        if (batch == null) {
            return;
        }
        batch.abandoned = true;
        int started = batch.close();
        while (batch.done.get() < started) {
            Thread.yield();
        }
        // A second call must not wait for tasks that nobody will start.
        current = null;
    }

    /**
     * Lends memory for tasks and messages to {@code work}, and frees it when the last task has ended. Where {@code work} throws, the memory
     * is never freed, see {@link MessageMemory#lend}.
     *
     * @param work called with a shared arena
     * @return what {@code work} returns
     */
    public <R> R lend(Function<Arena, R> work) {
        return MessageMemory.lend(arena -> {
            try {
                return work.apply(arena);
            } finally {
                abandon();
            }
        });
    }

    private boolean take(Batch batch, int worker) {
        int task = batch.claim(worker);
        if (task >= 0) {
            run(batch, task, worker);
        }
        return task >= 0;
    }

    private void run(Batch batch, int task, int worker) {
        try {
            batch.body.run(task, worker);
        } catch (Throwable e) {
            if (!batch.abandoned) {
                failure = e;
            }
        } finally {
            if (batch.done.incrementAndGet() == batch.tasks + batch.more && worker != 0 && !spin) {
                LockSupport.unpark(batch.owner);
            }
        }
    }

    private void work(int worker) {
        Batch last = null;
        long known = 0;
        int spins = SPINS;
        int idle = 0;
        while (last != CLOSED) {
            Batch batch = current;
            long asked = sharing;
            if (asked != known) {
                known = asked;
                share(worker, asked);
                spins = SPINS_AFTER_SHARING;
                idle = 0;
                continue;
            }
            if (batch == last || batch == null || !batch.isFor(worker)) {
                idle = rest(worker, idle, spins, batch, known);
                continue;
            }
            idle = 0;
            spins = SPINS;
            last = batch;
            while (take(batch, worker)) {
                Thread.onSpinWait();
            }
        }
    }

    private int rest(int worker, int idle, int spins, Batch batch, long known) {
        if (spin && idle < spins) {
            spin(idle);
        } else {
            asleep.set(worker * STRIDE, 1);
            if (current == batch && sharing == known) {
                LockSupport.park(this);
            }
            asleep.set(worker * STRIDE, 0);
        }
        return idle + 1;
    }

    @Override
    public void close() {
        current = CLOSED;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
    }
}
