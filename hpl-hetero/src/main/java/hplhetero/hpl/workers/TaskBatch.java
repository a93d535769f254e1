package hplhetero.hpl.workers;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A batch of tasks that workers take one after another. The tasks stand in one queue or in several. A worker takes tasks of the first queue
 * that it may take from and that still has one. Used for one batch only.
 */
public final class TaskBatch {

    /** The body of a queue, which does the queue's tasks. */
    @FunctionalInterface
    public interface Body {
        /**
         * Does one task of the queue.
         *
         * @param task   number of the task in its queue, from 0 on
         * @param worker number of the worker, 0 .. workers - 1, equal for all calls on one thread
         */
        void run(int task, int worker);
    }

    /**
     * Tasks that workers take in their order.
     *
     * @param tasks   number of tasks, &gt;= 0
     * @param workers number of workers that may take them: workers 0 .. workers - 1
     * @param body    does the tasks
     */
    public record Queue(int tasks, int workers, Body body) {
    }

    /** Distance of counters that different workers write: two cache lines, as processors fetch the adjacent line too. */
    static final int STRIDE = 32;
    /** Number of workers that count their tasks together, so that no line goes through the caches of all cores. */
    private static final int GROUP = 8;

    private final List<Queue> queues;
    private final int tasks;
    /** Number of workers that may take tasks of some queue: workers 0 .. workers - 1. */
    final int workers;
    /** Number of tasks taken from each queue, at index queue x {@link #STRIDE}. It may exceed the number of tasks. */
    private final AtomicIntegerArray taken;
    /** Number of tasks done by each group of {@link #GROUP} workers, at index group x {@link #STRIDE}. */
    private final AtomicIntegerArray done;
    /** First of the workers that take no task before {@link #admitAll}. */
    private final int firstAway;
    /** Number behind the last of the workers that take no task before {@link #admitAll}. */
    private final int endAway;
    /** The rank's thread, which started the batch. */
    final Thread owner = Thread.currentThread();
    /** Whether all workers may take tasks. Written by the rank's thread. */
    private volatile boolean open;
    private volatile boolean abandoned;

    /**
     * Makes a batch whose tasks are still to be taken.
     *
     * @param queues    queues in the order in which workers look for tasks
     * @param workers   number of workers of the pool
     * @param firstAway first of the workers that take no task before {@link #admitAll}
     * @param endAway   number behind the last of these workers; {@code firstAway} where all take tasks at once
     */
    TaskBatch(List<Queue> queues, int workers, int firstAway, int endAway) {
        this.queues = queues;
        this.firstAway = firstAway;
        this.endAway = endAway;
        tasks = queues.stream().mapToInt(Queue::tasks).sum();
        this.workers = queues.stream().mapToInt(Queue::workers).max().orElse(workers);
        taken = new AtomicIntegerArray(queues.size() * STRIDE);
        done = new AtomicIntegerArray(Math.ceilDiv(workers, GROUP) * STRIDE);
    }

    /** Returns whether a worker may look for tasks now. */
    boolean admits(int worker) {
        return open || worker < firstAway || worker >= endAway;
    }

    void admitAll() {
        open = true;
    }

    /** Returns whether a queue has tasks that nobody has taken. */
    boolean hasTasks(int queue) {
        return queue < queues.size() && taken.get(queue * STRIDE) < queues.get(queue).tasks;
    }

    /** Takes a task for a worker from the first queue that has one, and does it; returns whether there was one. */
    boolean take(int worker) {
        for (int queue = 0; queue < queues.size(); queue++) {
            if (worker < queues.get(queue).workers && take(queue, worker)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes a task of one queue and does it.
     *
     * @return whether there was one
     * @throws RuntimeException what the task throws; the task then counts as done
     */
    boolean take(int queue, int worker) {
        int task = hasTasks(queue) ? taken.getAndIncrement(queue * STRIDE) : Integer.MAX_VALUE;
        if (task >= queues.get(queue).tasks) {
            return false;
        }
        try {
            queues.get(queue).body.run(task, worker);
        } finally {
            done.getAndIncrement(worker / GROUP * STRIDE);
        }
        return true;
    }

    /** Returns the number of tasks that are done. */
    int done() {
        int sum = 0;
        for (int group = 0; group < done.length(); group += STRIDE) {
            sum += done.get(group);
        }
        return sum;
    }

    boolean isDone() {
        return done() >= tasks;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /**
     * Lets no more tasks be taken.
     *
     * @return number of tasks that have been taken
     */
    int abandon() {
        int started = 0;
        for (int queue = 0; queue < queues.size(); queue++) {
            int most = queues.get(queue).tasks;
            started += Math.min(most, taken.getAndSet(queue * STRIDE, most));
        }
        // Only now: a worker whose task ends because the batch is abandoned would take the next one.
        abandoned = true;
        return started;
    }
}
