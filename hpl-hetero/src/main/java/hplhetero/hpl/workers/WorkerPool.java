package hplhetero.hpl.workers;

import hplhetero.comm.Activity;
import hplhetero.comm.MessageMemory;
import hplhetero.hpl.workers.TaskBatch.Body;
import hplhetero.hpl.workers.TaskBatch.Queue;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The worker threads of a rank. The rank's thread is worker 0: it starts a batch of tasks, may do something else, and then takes tasks
 * itself in {@link #finish} until the batch is done. There is one batch at a time. The members of the {@link #team} may stay out of a batch
 * and share smaller work with the rank's thread meanwhile.
 */
public final class WorkerPool implements AutoCloseable {
    private static final TaskBatch CLOSED = new TaskBatch(List.of(), 1, 0, 0);
    /**
     * Number of looks for work before an idle worker sleeps, for each worker of the pool: some 10 microseconds. To wake 128 workers takes
     * 0.24 ms, so many workers stay awake longer than they wait for each other between two steps.
     */
    private static final int SPINS_PER_WORKER = 300;
    /** Least number of looks for work before an idle worker sleeps: some 50 microseconds, as the last panel steps are short. */
    private static final int LEAST_SPINS = 1_000;
    /** Number of looks for work before a worker sleeps after a team's work: some milliseconds, as the work on a panel is shared often. */
    private static final int SPINS_IN_TEAM = 50_000;
    private static final int STRIDE = TaskBatch.STRIDE;
    private static final int ANY_QUEUE = -1;
    /**
     * Nanoseconds that the rank's thread sleeps between polls of messages, where others want the cores. The last worker of a batch ends the
     * sleep.
     */
    private static final long SLEEP_NANOS = 50_000;
    /** Number of workers that each worker wakes when a batch starts: all of many are awake after few wake-ups in turn. */
    private static final int FAN_OUT = 4;

    private final Thread[] threads;
    private final boolean spin;
    /** Number of looks for work before an idle worker sleeps. */
    private final int idleSpins;
    private final WorkerClock clock;
    private final Activity activity;
    private final WorkerTeam team;
    private volatile TaskBatch current;
    private volatile Throwable failure;
    /** 1 while a worker sleeps, else 0, at index worker x {@link #STRIDE}; written by this worker. */
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
        this(workers, name, spin, activity, worker -> { });
    }

    /**
     * Starts the threads of the workers, each of which first does what {@code atStart} does for its number.
     *
     * @param workers  number of workers, the calling thread included, &gt;= 1
     * @param name     name of the threads, before their number
     * @param spin     whether idle workers may spin for a moment; false where others need the cores
     * @param activity what the rank is doing, which advances with its tasks
     * @param atStart  called on the thread of each worker but worker 0, such as to bind it to a core; must not throw
     */
    public WorkerPool(int workers, String name, boolean spin, Activity activity, IntConsumer atStart) {
        this(workers, name, spin, activity, atStart, WorkerClock.SYSTEM);
    }

    /**
     * Starts the threads of the workers, which measure and wait by a clock. Each of them first does what {@code atStart} does for its
     * number.
     *
     * @param workers  number of workers, the calling thread included, &gt;= 1
     * @param name     name of the threads, before their number
     * @param spin     whether idle workers may spin for a moment; false where others need the cores
     * @param activity what the rank is doing, which advances with its tasks
     * @param atStart  called on the thread of each worker but worker 0, such as to bind it to a core; must not throw
     * @param clock    clock of the workers, {@link WorkerClock#SYSTEM} but in a simulation
     */
    public WorkerPool(int workers, String name, boolean spin, Activity activity, IntConsumer atStart, WorkerClock clock) {
        this.spin = spin;
        idleSpins = Math.max(LEAST_SPINS, SPINS_PER_WORKER * workers);
        this.clock = clock;
        this.activity = activity;
        threads = new Thread[workers - 1];
        asleep = new AtomicIntegerArray(workers * STRIDE);
        team = new WorkerTeam(workers, worker -> threads[worker - 1], asleep, clock);
        for (int w = 1; w < workers; w++) {
            int worker = w;
            threads[w - 1] = clock.thread(name + "-worker-" + w, () -> {
                atStart.accept(worker);
                work(worker);
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
    }

    /**
     * Returns whether {@code threads} threads can all run at the same time on the hardware threads that this process may use. Hardware
     * threads of one core count each: a worker that spins on one of them pauses between its looks, so the other one keeps most of the core.
     */
    public static boolean canRunAtOnce(int threads) {
        return threads <= Runtime.getRuntime().availableProcessors();
    }

    /** Returns the number of workers, the rank's thread included. */
    public int workers() {
        return threads.length + 1;
    }

    /**
     * Returns the team: the rank's thread and some of the workers, who share work that takes microseconds, such as a step of a panel's
     * factorization. It is worth while only where the pool {@link #canShare}.
     */
    public WorkerTeam team() {
        return team;
    }

    /** Returns whether work that takes microseconds can be shared: idle workers spin, as nobody else wants their cores. */
    public boolean canShare() {
        return spin;
    }

    /** Starts tasks 0 .. tasks - 1, to be taken in this order by all workers; returns at once. */
    public void start(int tasks, Body body) {
        start(List.of(new Queue(tasks, workers(), body)));
    }

    /**
     * Starts a batch of tasks, to be taken by all workers, and returns at once. The rank's thread takes tasks only in {@link #finish}.
     *
     * @param queues lists of tasks; a worker looks for a task in the first one, then in the next
     */
    public void start(List<Queue> queues) {
        start(new TaskBatch(queues, workers(), 0, 0));
    }

    /**
     * Starts a batch of tasks, to be taken by the workers that are not members of the {@link #team}, and returns at once. The members
     * beside the rank's thread may take tasks after {@link #admitAll}, the rank's thread does so in {@link #finish}.
     *
     * @param queues lists of tasks; a worker looks for a task in the first one, then in the next
     * @return the batch
     */
    public TaskBatch startOutsideTeam(List<Queue> queues) {
        TaskBatch batch = new TaskBatch(queues, workers(), team.first(), team.end());
        start(batch);
        return batch;
    }

    private void start(TaskBatch batch) {
        current = batch;
        clock.changed();
        wakeBehind(0, batch);
    }

    /** Wakes a batch's workers that stand directly behind a worker in the tree of wake-ups; they wake those behind them. */
    private void wakeBehind(int worker, TaskBatch batch) {
        wake(FAN_OUT * worker + 1, Math.min(batch.workers, FAN_OUT * (worker + 1) + 1));
    }

    /** Wakes those of workers {@code from} .. {@code to - 1} that sleep. */
    private void wake(int from, int to) {
        for (int w = from; w < Math.min(workers(), to); w++) {
            if (asleep.get(w * STRIDE) != 0) {
                clock.wake(threads[w - 1]);
            }
        }
    }

    /**
     * Lets the members of the {@link #team} take tasks of the current batch from now on, if {@link #startOutsideTeam} started it. Until it
     * is done the rank's thread must not call {@link WorkerTeam#share}. Called by the rank's thread; does nothing where there is no batch.
     */
    public void admitAll() {
        TaskBatch batch = current;
        if (batch == null) {
            return;
        }
        batch.admitAll();
        clock.changed();
        wake(team.first(), team.end());
    }

    /**
     * Returns whether a queue of the current batch has tasks that nobody has taken; false where there is no batch, or no such queue.
     *
     * @param queue index of the queue in the list that the batch was started with, from 0
     */
    public boolean hasTasks(int queue) {
        TaskBatch batch = current;
        return batch != null && batch.hasTasks(queue);
    }

    /**
     * Does one task from a queue of the current batch, for a worker that would only wait within another task.
     *
     * @param queue  index of the queue in the list that the batch was started with, from 0
     * @param worker number of the calling worker, 0 .. {@link #workers} - 1
     * @return whether there was a task; false too where there is no batch, or it was abandoned
     */
    public boolean take(int queue, int worker) {
        TaskBatch batch = current;
        return batch != null && !batch.isAbandoned() && took(batch, queue, worker);
    }

    /**
     * Takes tasks until the batch is done.
     *
     * @param between called between tasks and while waiting; returns whether it moved something
     */
    public void finish(BooleanSupplier between) {
        TaskBatch batch = current;
        while (took(batch, ANY_QUEUE, 0)) {
            activity.advanced();
            between.getAsBoolean();
        }
        int idle = 0;
        int seen = 0;
        for (int done = batch.done(); !batch.isDone(); done = batch.done()) {
            if (done != seen) {
                seen = done;
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
     * Pauses a worker that waits for work of others, before it looks again whether that is done. Where workers may spin it spins at first,
     * and yields or sleeps only after many looks; elsewhere it sleeps at once.
     *
     * @param idle number of looks in a row that have found nothing done
     * @throws CancellationException if the batch was abandoned: what the worker waits for may never come
     */
    public void pause(int idle) {
        TaskBatch batch = current;
        if (batch != null && batch.isAbandoned()) {
            throw new CancellationException("the batch was abandoned");
        }
        if (spin) {
            clock.pause(idle);
        } else {
            LockSupport.parkNanos(this, SLEEP_NANOS);
        }
    }

    /**
     * Runs one batch of tasks on all workers of the rank, and returns when all tasks are done. Called by the rank's thread, which is worker
     * 0 and does tasks too.
     *
     * @param tasks   number of tasks, numbered 0 .. tasks - 1; with 0 nothing is done
     * @param body    does one task
     * @param between called on worker 0 after each of its tasks and while it waits for other workers, such as to move messages on;
     *                returns whether it moved something
     */
    public void run(int tasks, Body body, BooleanSupplier between) {
        run(tasks, workers(), body, between);
    }

    /**
     * Runs one batch of tasks on the first workers of the rank only, and returns when all tasks are done. Called by the rank's thread,
     * which is worker 0 and does tasks too.
     *
     * @param tasks   number of tasks, numbered 0 .. tasks - 1; with 0 nothing is done
     * @param first   number of workers that do tasks: workers 0 .. first - 1
     * @param body    does one task
     * @param between called on worker 0 after each of its tasks and while it waits for other workers, such as to move messages on;
     *                returns whether it moved something
     */
    public void run(int tasks, int first, Body body, BooleanSupplier between) {
        if (tasks > 0) {
            start(List.of(new Queue(tasks, first, body)));
            finish(between);
        }
    }

    /**
     * Starts no further task of the current batch, and waits for those that run: after this, memory that they work on may be freed. For a
     * rank that leaves a batch before its end; after {@link #finish} this does nothing.
     */
    public void abandon() {
        TaskBatch batch = current;
        if (batch == null) {
            return;
        }
        int started = batch.abandon();
        while (batch.done() < started) {
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

    /** Takes a task of a batch and does it; keeps what the task throws. Returns whether there was a task. */
    private boolean took(TaskBatch batch, int queue, int worker) {
        boolean took = true;
        try {
            took = queue == ANY_QUEUE ? batch.take(worker) : batch.take(queue, worker);
        } catch (Throwable e) {
            if (!batch.isAbandoned()) {
                failure = e;
            }
        }
        if (took && worker != 0 && !spin && batch.isDone()) {
            clock.wake(batch.owner);
        }
        return took;
    }

    private void work(int worker) {
        TaskBatch seen = null;
        TaskBatch last = null;
        long known = 0;
        int spins = idleSpins;
        while (last != CLOSED) {
            TaskBatch batch = current;
            if (batch != seen && batch != null) {
                wakeBehind(worker, batch);
            }
            seen = batch;
            long request = team.request();
            if (request != known) {
                known = request;
                team.serve(worker, request);
                spins = SPINS_IN_TEAM;
            } else if (isFor(worker, batch, last)) {
                spins = idleSpins;
                last = batch;
                while (took(batch, ANY_QUEUE, worker)) {
                    Thread.onSpinWait();
                }
            } else {
                idle(worker, batch, last, known, spins);
            }
        }
    }

    /**
     * Lets a worker wait until there may be work, at first awake.
     *
     * @param batch current batch as the worker knows it
     * @param last  batch in which the worker was last
     * @param known latest request to the team, as the worker knows it
     * @param spins number of looks for work before the worker sleeps
     */
    private void idle(int worker, TaskBatch batch, TaskBatch last, long known, int spins) {
        BooleanSupplier news = () -> current != batch || team.request() != known || isFor(worker, batch, last);
        if (spin && clock.spin(news, spins)) {
            return;
        }
        // Whoever has work for this worker sets the work first, and then looks whether the worker sleeps.
        asleep.set(worker * STRIDE, 1);
        while (!news.getAsBoolean()) {
            clock.sleep();
        }
        asleep.set(worker * STRIDE, 0);
    }

    /** Returns whether a worker that was in batch {@code last} may take tasks of a batch. */
    private static boolean isFor(int worker, TaskBatch batch, TaskBatch last) {
        return batch != last && batch != null && batch.admits(worker);
    }

    @Override
    public void close() {
        current = CLOSED;
        clock.changed();
        for (Thread thread : threads) {
            clock.wake(thread);
        }
    }
}
