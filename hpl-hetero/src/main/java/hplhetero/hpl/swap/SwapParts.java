package hplhetero.hpl.swap;

import hplhetero.blas.UpdateTasks;

/**
 * The parts into which the columns of a row swap are cut. Work begins with the first part while the rows of the others are on their way
 * (docs/decisions/0021). Parts depend on the number of columns alone, so that all ranks of a process column agree on them. Where all
 * columns together are too many for binary exchange, each part is too, except for a narrow last one.
 *
 * @param task      columns of a task of the update, of which every part has whole ones
 * @param threshold largest number of columns for which SWAP=MIX takes binary exchange
 */
public record SwapParts(int task, int threshold) {
    /** All columns as one part: in a process column of one rank no rows are on their way. */
    public static final SwapParts ONE = new SwapParts(1, 1 << 30);
    /** Number of parts, about, where there are columns enough. */
    private static final int USUAL_PARTS = 16;

    /**
     * Returns the parts into which a case cuts the columns of its row swaps.
     *
     * @param nb        blocking factor of the case
     * @param threshold largest number of columns for which SWAP=MIX takes binary exchange
     */
    public static SwapParts of(int nb, int threshold) {
        return new SwapParts(task(nb), threshold);
    }

    /**
     * Returns the largest number of columns of one task of the update, a piece that one thread does without a break, rounded up to a
     * multiple of {@link hplhetero.blas.PanelUpdate#COLUMN_UNIT}. A part of a row swap has whole tasks: each task reads all of L2, the
     * panel's rows below its diagonal block, however few its columns.
     *
     * @param nb columns of a panel
     */
    public static int task(int nb) {
        return UpdateTasks.padded(UpdateTasks.packed(nb).most());
    }

    /**
     * Returns the number of parts into which {@code columns} columns are cut. The last part has up to half as many columns more or fewer
     * than the others.
     */
    public int count(double columns) {
        return Math.max(1, (int) (columns / width(columns) + 0.5));
    }

    /**
     * Returns the number of columns of one part of a row swap; a multiple of {@link hplhetero.blas.PanelUpdate#COLUMN_UNIT} except for the
     * last part.
     *
     * @param part    number of the part, 0 .. {@link #count} - 1
     * @param columns number of columns of all parts together
     */
    public int columns(int part, int columns) {
        int width = width(columns);
        return part + 1 < count(columns) ? width : columns - part * width;
    }

    private int width(double columns) {
        return task * Math.max((int) (columns / USUAL_PARTS / task + 0.5), threshold / task + 1);
    }
}
