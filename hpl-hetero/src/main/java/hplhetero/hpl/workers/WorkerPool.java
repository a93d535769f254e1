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
 * The workers of a rank. The rank's thread is worker 0: it starts a batch of tasks, may do something else, and then
 * {@link #finish} takes tasks itself until the batch is done. One batch at a time.
 */
public final class WorkerPool implements AutoCloseable {

    /** The body of a batch. */
    @FunctionalInterface
    public interface Body {
        /** @param worker 0 .. workers - 1, the same for all calls on one thread */
        void run(int task, int worker);
    }

    /** One batch of tasks. */
    private static final class Batch {
        final Body body;
        final int tasks;
        /** Tasks behind them for whoever has none of those. */
        final int more;
        /** Who may take the first ones: worker 0 and on. */
        final int workers;
        final Thread owner = Thread.currentThread();
        final AtomicInteger next = new AtomicInteger();
        final AtomicInteger nextOfMore = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
        /** Whether the other workers may take of the further ones. */
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

        /** @return a task that nobody has taken, or -1 */
        int claim(int worker) {
            int task = worker < workers && next.get() < tasks ? next.getAndIncrement() : tasks;
            return task < tasks ? task : claimOfMore();
        }

        int claimOfMore() {
            int task = nextOfMore.get() < more ? nextOfMore.getAndIncrement() : more;
            return task < more ? tasks + task : -1;
        }

        /** Gives out no more. @return how many tasks have been taken */
        int close() {
            return Math.min(tasks, next.getAndSet(tasks)) + Math.min(more, nextOfMore.getAndSet(more));
        }
    }

    private static final Batch CLOSED = new Batch(null, 0, 0, Integer.MAX_VALUE);
    /** Some 50 microseconds: panel steps are short at the end of a solve. */
    private static final int SPINS = 1_000;
    /** Some milliseconds: a panel is made of many parts that are shared. */
    private static final int SPINS_AFTER_SHARING = 50_000;
    /** Between numbers that different workers write: a cache line, and that beside it. */
    private static final int STRIDE = 32;
    /** Between polls of messages, where the cores are wanted by others; the last worker of a batch ends it. */
    private static final long SLEEP_NANOS = 50_000;

    private final Thread[] threads;
    private final boolean spin;
    private final Activity activity;
    private volatile Batch current;
    private volatile Throwable failure;
    /** What is shared. */
    private IntConsumer shared;
    /** How many have been, and which workers beside the rank's thread take part: {@code number << 32 | first << 16 | end}. */
    private volatile long sharing;
    private volatile Throwable sharedFailure;
    /** Of each worker: the last sharing it has done; whether it sleeps. */
    private final AtomicIntegerArray sharingDone;
    private final AtomicIntegerArray asleep;

    /**
     * @param workers the calling thread included, &gt;= 1
     * @param name    of the threads, before their number
     * @param spin    whether idle workers may spin for a moment: not when others need the cores
     * @param activity of the rank: advances with the tasks
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

    /** Whether this machine has a core for each of {@code threads}. */
    public static boolean coresFor(int threads) {
        return threads <= Runtime.getRuntime().availableProcessors();
    }

    /** Number of workers, the rank's thread included. */
    public int workers() {
        return threads.length + 1;
    }

    /** Starts tasks 0 .. tasks - 1 in this order; returns at once. */
    public void start(int tasks, Body body) {
        start(tasks, workers(), body);
    }

    /**
     * The same for some of the workers, while others may {@link #share} something else.
     *
     * @param first so many take the tasks
     */
    public void start(int tasks, int first, Body body) {
        start(tasks, 0, first, body);
    }

    /**
     * The same with further tasks, {@code tasks} .. {@code tasks + more - 1}, which these workers take when there are none of the first
     * left, or while those wait, see {@link #takeMore}; and others from {@link #admitAll} on.
     */
    public void start(int tasks, int more, int first, Body body) {
        current = new Batch(body, tasks, more, first);
        for (int w = 1; w < Math.min(first, workers()); w++) {
            LockSupport.unpark(threads[w - 1]);
        }
    }

    /** From now on all workers take of the further tasks of the batch: none may share something meanwhile. By the rank's thread. */
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

    /** Whether there are further tasks that nobody has taken. */
    public boolean hasMore() {
        Batch batch = current;
        return batch != null && batch.nextOfMore.get() < batch.more;
    }

    /** Does one of the further tasks of the batch within another task, which waits. @return whether there was one */
    public boolean takeMore(int worker) {
        Batch batch = current;
        int task = batch == null || batch.abandoned ? -1 : batch.claimOfMore();
        if (task >= 0) {
            run(batch, task, worker);
        }
        return task >= 0;
    }

    /** Whether work that takes microseconds can be shared: idle workers spin, as nobody else wants their cores. */
    public boolean canShare() {
        return spin;
    }

    /**
     * Does a part of some work, and has the workers from one on do the others, which must not be in a batch; returns when all are done.
     * Costs some microseconds where another sharing was before it. To be called by the rank's thread.
     *
     * @param first worker, &gt;= 1
     * @param parts at most workers - first + 1
     * @param part  does one of them
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

    /** Once in a while others may have the core: the one that is waited for may be among them. */
    private static void spin(int turn) {
        if (turn % SPINS == SPINS - 1) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Who takes no part must not look at what is shared: it may be the next already. */
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
     * Works until the batch is done.
     *
     * @param between called between tasks and while waiting; true when it moved something
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
     * What a worker does that has looked {@code idle} times in a row for what others are still at.
     *
     * @throws CancellationException if the batch was abandoned: what the task waits for may never come
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

    /** Runs tasks 0 .. tasks - 1 and waits for all. */
    public void run(int tasks, Body body, BooleanSupplier between) {
        run(tasks, workers(), body, between);
    }

    /** The same by the first so many workers. */
    public void run(int tasks, int first, Body body, BooleanSupplier between) {
        if (tasks > 0) {
            start(tasks, first, body);
            finish(between);
        }
    }

    /**
     * Starts no further task of the current batch and waits for those that run: what they work on may be freed then.
     * For a rank that leaves a batch before its end; after {@link #finish} it does nothing.
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
        // a second call must not wait for tasks that nobody will start
        current = null;
    }

    /**
     * Lends memory that tasks and messages work on to {@code work}, and frees it when the last task has ended. Where it throws, the
     * memory is never freed, see {@link MessageMemory#lend}.
     *
     * @param work gets a shared arena
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
