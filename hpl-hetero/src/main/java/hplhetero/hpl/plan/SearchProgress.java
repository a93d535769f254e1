package hplhetero.hpl.plan;

import java.util.function.DoubleConsumer;

/**
 * How far a search is, as a share of its work, 0 to 1. The search goes through stages, of each of which a rough share of the whole work is
 * known before; within a stage its tasks count alike. The share never falls. Any thread may tell that a task is done.
 */
final class SearchProgress {
    private final DoubleConsumer told;
    /** Shares of the whole work at which the present stage begins and ends. */
    private double from;
    private double to;
    private int tasks = 1;
    private int done;

    /**
     * Makes the progress of a search that has not begun.
     *
     * @param told hears the share that is done, whenever it has grown; called by one thread at a time
     */
    SearchProgress(DoubleConsumer told) {
        this.told = told;
    }

    /**
     * Begins a stage; the one before is over.
     *
     * @param end   share of the whole work, 0 to 1, that is done when this stage ends; not less than the end of the stage before
     * @param count number of tasks in the stage, or a guess
     */
    synchronized void stage(double end, int count) {
        from = to;
        to = Math.max(from, end);
        tasks = Math.max(1, count);
        done = 0;
        told.accept(from);
    }

    /** Notes that a task of the present stage is done. */
    synchronized void taskDone() {
        if (done < tasks) {
            done++;
            told.accept(from + (to - from) * done / tasks);
        }
    }
}
