package hplhetero.hpl.swap;

import hplhetero.blas.UpdateTasks;

/**
 * Into how many parts the columns of a row swap are cut: work begins with the first part while the rows of the others are on their way
 * (docs/decisions/0021). It depends on the number of columns alone, so that all ranks of a process column agree. Where all columns
 * together are too many for binary exchange, so are those of a part, but for a narrow last one.
 *
 * @param task      columns of a task of the update
 * @param threshold columns up to which SWAP=MIX takes binary exchange
 */
public record SwapParts(int task, int threshold) {
    /** All columns as one part: in a process column of one rank no rows are on their way. */
    public static final SwapParts ONE = new SwapParts(1, 1 << 30);
    /** About so many, where there are columns enough. */
    private static final int USUAL_PARTS = 16;

    /** Those of a case. */
    public static SwapParts of(int nb, int threshold) {
        return new SwapParts(task(nb), threshold);
    }

    /**
     * Columns of a task of the update with panels of {@code nb}: parts are whole tasks, as a narrow one behind them would read all of L2
     * again.
     */
    public static int task(int nb) {
        return UpdateTasks.padded(UpdateTasks.packed(nb).most());
    }

    /** How many parts. The last has up to half as many columns more or fewer than the others. */
    public int count(double columns) {
        return Math.max(1, (int) (columns / width(columns) + 0.5));
    }

    /** Columns of part {@code part} of {@code columns}; a multiple of {@link hplhetero.blas.PanelUpdate#COLUMN_UNIT} but for the last. */
    public int columns(int part, int columns) {
        int width = width(columns);
        return part + 1 < count(columns) ? width : columns - part * width;
    }

    private int width(double columns) {
        return task * Math.max((int) (columns / USUAL_PARTS / task + 0.5), threshold / task + 1);
    }
}
