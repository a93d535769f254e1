package hplhetero.hpl.trust;

import hplhetero.hpl.grid.BlockMap;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The wrong rows of each cell of the virtual grid, as all ranks know them together.
 *
 * @param map   which rank owns which cell
 * @param cells wrong rows of each cell, that of cell (r, q) at {@code r * cols + q}
 */
record CellErrors(BlockMap map, Cell[] cells) {
    private static final int NUMBERS = 7;

    /**
     * The wrong rows of one cell.
     *
     * @param firstFinished lowest global row among the wrong rows of U; -1 where there is none
     * @param firstTrailing lowest global row among the wrong rows of the trailing matrix; -1 where there is none
     * @param count         number of wrong rows
     * @param size          difference from the carried sums in the first wrong row
     * @param tolerance     difference that rounding explains in this row
     * @param kind          ordinal of the {@link RowError.Kind} of the first wrong row
     * @param panel         panel of the column to which the sums of the first wrong row point; -1 where they point to none
     */
    record Cell(int firstFinished, int firstTrailing, int count, double size, double tolerance, int kind, int panel) {
        /** Returns whether a row of the cell is wrong. */
        boolean wrong() {
            return count > 0;
        }

        /** Returns the first wrong row: one of U before one of the trailing matrix. */
        int first() {
            return firstFinished >= 0 ? firstFinished : firstTrailing;
        }
    }

    /**
     * Brings the wrong rows of all ranks together. Collective over the ranks that {@code largest} is.
     *
     * @param mine    wrong rows of this rank
     * @param largest returns on every rank the largest of the numbers that ranks pass at each index; collective
     */
    static CellErrors of(BlockMap map, List<RowError> mine, UnaryOperator<double[]> largest) {
        int count = map.grid().rows() * map.grid().cols();
        double[] numbers = new double[NUMBERS * count];
        Arrays.fill(numbers, Double.NEGATIVE_INFINITY);
        for (int cell = 0; cell < count; cell++) {
            int r = cell / map.grid().cols();
            int q = cell % map.grid().cols();
            write(mine.stream().filter(error -> error.cellRow() == r && error.column() == q).toList(), map, numbers, NUMBERS * cell);
        }
        double[] all = largest.apply(numbers);
        Cell[] cells = new Cell[count];
        Arrays.setAll(cells, cell -> read(all, NUMBERS * cell));
        return new CellErrors(map, cells);
    }

    private static void write(List<RowError> errors, BlockMap map, double[] to, int at) {
        if (errors.isEmpty()) {
            return;
        }
        RowError first = errors.stream().reduce((a, b) -> order(b) < order(a) ? b : a).orElseThrow();
        int column = first.kind() == RowError.Kind.ELEMENTS ? new Checksums(map).column(first.weighted() / first.plain()) : -1;
        to[at] = errors.stream().filter(RowError::finished).mapToInt(RowError::row).min().orElse(-1);
        to[at + 1] = errors.stream().filter(error -> !error.finished()).mapToInt(RowError::row).min().orElse(-1);
        to[at + 2] = errors.size();
        // What is not a number would be lost among the other ranks' negative infinity.
        to[at + 3] = Double.isNaN(first.size()) ? Double.POSITIVE_INFINITY : first.size();
        to[at + 4] = first.tolerance();
        to[at + 5] = first.kind().ordinal();
        to[at + 6] = column < 0 ? -1 : column / map.nb();
    }

    /** Returns the place of a row among all wrong rows: rows of U come first. */
    private static long order(RowError error) {
        return error.row() + (error.finished() ? 0L : Integer.MAX_VALUE);
    }

    private static Cell read(double[] from, int at) {
        boolean none = from[at + 2] <= 0;
        return none ? new Cell(-1, -1, 0, 0, 0, 0, -1)
                : new Cell((int) from[at], (int) from[at + 1], (int) from[at + 2], from[at + 3], from[at + 4], (int) from[at + 5],
                        (int) from[at + 6]);
    }

    /** Returns the wrong rows of cell (r, q). */
    Cell at(int r, int q) {
        return cells[r * map.grid().cols() + q];
    }

    /** Returns the number of virtual columns with wrong rows. */
    int columns() {
        return (int) IntStream.range(0, map.grid().cols()).filter(q -> IntStream.range(0, map.grid().rows())
                .anyMatch(r -> at(r, q).wrong())).count();
    }
}
