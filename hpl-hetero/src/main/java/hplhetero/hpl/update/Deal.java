package hplhetero.hpl.update;

import java.util.Arrays;

import hplhetero.blas.UpdateTasks;

/**
 * The tasks of one panel step on one rank, in the order in which they are to be taken: columns of the strips, then, where
 * the product is cut by rows, rows. Reused from step to step.
 */
final class Deal {
    private final UpdateTasks tasks;
    /** How columns are dealt. */
    private final UpdateTasks columns;
    private final int workers;
    private int[] strip = new int[64];
    private int[] from = new int[64];
    private int[] size = new int[64];
    private int firstOfRows;
    private int count;

    Deal(UpdateTasks tasks, int workers) {
        this.tasks = tasks;
        this.workers = workers;
        columns = tasks.cut() == UpdateTasks.Cut.COLUMNS ? tasks
                : new UpdateTasks(UpdateTasks.Cut.COLUMNS, 48, UpdateTasks.MOST_COLUMNS, 2);
    }

    UpdateTasks.Cut cut() {
        return tasks.cut();
    }

    void clear() {
        count = 0;
        firstOfRows = 0;
    }

    /**
     * Cuts a strip's columns.
     *
     * @param first its first column
     * @param n     its columns
     * @param left  columns of all strips that are not yet dealt
     * @return what is left then
     */
    int columns(int strip, int first, int n, int left) {
        for (int c = 0; c < n; c += size[count - 1]) {
            add(strip, first + c, Math.min(n - c, columns.next(left - c, workers)));
        }
        firstOfRows = count;
        return left - n;
    }

    /** Cuts a strip's rows, after the columns of all strips; nothing where the product is cut by columns. */
    void rows(int strip, int m) {
        for (int r = 0; r < m && tasks.cut() == UpdateTasks.Cut.ROWS; r += size[count - 1]) {
            add(strip, r, tasks.next(m - r, workers));
        }
    }

    private void add(int strip, int from, int size) {
        if (count == this.strip.length) {
            this.strip = Arrays.copyOf(this.strip, 2 * count);
            this.from = Arrays.copyOf(this.from, 2 * count);
            this.size = Arrays.copyOf(this.size, 2 * count);
        }
        this.strip[count] = strip;
        this.from[count] = from;
        this.size[count++] = size;
    }

    int count() {
        return count;
    }

    int strip(int task) {
        return strip[task];
    }

    boolean isRows(int task) {
        return task >= firstOfRows;
    }

    /** First column of the strip, or first row below the panel. */
    int from(int task) {
        return from[task];
    }

    /** Columns, or rows. */
    int size(int task) {
        return size[task];
    }
}
