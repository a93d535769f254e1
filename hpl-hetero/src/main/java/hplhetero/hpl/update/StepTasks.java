package hplhetero.hpl.update;

import hplhetero.blas.UpdateTasks;
import java.util.Arrays;

/**
 * The tasks of one panel step on one rank, in the order in which workers take them. First come columns of the local matrices, part by part;
 * then, where the product is cut by rows, rows. Reused from step to step.
 */
final class StepTasks {
    /**
     * Costs of a library's call beside its own work: for each row as much as this many columns, for each column as much as
     * {@link #CALL_COST_ROWS} rows.
     */
    private static final double CALL_COST_COLUMNS = 260;
    private static final double CALL_COST_ROWS = 24;
    /** Least number of rows of a task: with fewer, half of the work would be packing. */
    private static final int LEAST_ROWS = 48;

    private final UpdateTasks tasks;
    /** Way in which columns are cut. */
    private final UpdateTasks columns;
    private final int workers;
    /** Part that each task belongs to, indexed by task. */
    private int[] part = new int[64];
    private int[] column = new int[64];
    private int[] width = new int[64];
    private int[] row = new int[64];
    private int[] rows = new int[64];
    private int firstOfRows;
    private int count;

    StepTasks(UpdateTasks tasks, int workers) {
        this.tasks = tasks;
        this.workers = workers;
        columns = tasks.cut() == UpdateTasks.Cut.COLUMNS ? tasks
                : new UpdateTasks(UpdateTasks.Cut.COLUMNS, 48, UpdateTasks.MOST_COLUMNS);
    }

    UpdateTasks.Cut cut() {
        return tasks.cut();
    }

    void clear() {
        count = 0;
        firstOfRows = 0;
    }

    /**
     * Cuts some columns of a local matrix into tasks.
     *
     * @param part  number of the part that the columns make
     * @param first first of the columns
     * @param n     number of columns
     * @param m     number of rows below the panel
     * @param left  number of columns of all local matrices that have no task before this call, these {@code n} included
     * @return number of columns of all local matrices that have no task after this call
     */
    int columns(int part, int first, int n, int m, int left) {
        for (int c = 0; c < n; c += width[count - 1]) {
            add(part, first + c, Math.min(n - c, columns.next(left - c, workers)), 0, m);
        }
        firstOfRows = count;
        return left - n;
    }

    /**
     * Cuts a local matrix' rows into tasks, after the columns of all local matrices; does nothing where the product is cut by columns.
     * Where many workers would have few rows each, they share columns as well. A task that is an {@code m n / workers} part is the cheapest
     * where it packs as much of U as of L2.
     *
     * @param part  number of one of the matrix' parts
     * @param first first column of all parts of the matrix
     * @param n     number of columns of these parts
     * @param m     number of the matrix' rows below the panel
     */
    void rows(int part, int first, int n, int m) {
        if (tasks.cut() == UpdateTasks.Cut.COLUMNS || n == 0 || m == 0) {
            return;
        }
        int parts = Math.clamp(Math.round(Math.sqrt(CALL_COST_ROWS / CALL_COST_COLUMNS * workers * n / m)), 1, workers);
        int most = UpdateTasks.padded((n + parts - 1) / parts);
        int left = (n + most - 1) / most * m;
        int least = Math.max(LEAST_ROWS, left / workers);
        for (int c = 0; c < n; c += most) {
            for (int r = 0; r < m; r += rows[count - 1]) {
                add(part, first + c, Math.min(most, n - c), r, Math.min(m - r, tasks.next(left, workers, least)));
                left -= rows[count - 1];
            }
        }
    }

    private void add(int part, int column, int width, int row, int rows) {
        if (count == this.part.length) {
            this.part = Arrays.copyOf(this.part, 2 * count);
            this.column = Arrays.copyOf(this.column, 2 * count);
            this.width = Arrays.copyOf(this.width, 2 * count);
            this.row = Arrays.copyOf(this.row, 2 * count);
            this.rows = Arrays.copyOf(this.rows, 2 * count);
        }
        this.part[count] = part;
        this.column[count] = column;
        this.width[count] = width;
        this.row[count] = row;
        this.rows[count++] = rows;
    }

    int count() {
        return count;
    }

    /** Returns whether a task is a product alone, of columns that other tasks have solved. */
    boolean isRows(int task) {
        return task >= firstOfRows;
    }

    int part(int task) {
        return part[task];
    }

    /** Returns the local column at which the columns of a task begin. */
    int column(int task) {
        return column[task];
    }

    int width(int task) {
        return width[task];
    }

    /** Returns the first row of a task, counted from the first row below the panel. */
    int row(int task) {
        return row[task];
    }

    int rows(int task) {
        return rows[task];
    }
}
