package hplhetero.hpl.trust;

import hplhetero.hpl.grid.BlockMap;
import java.util.stream.IntStream;

/**
 * The rank to which wrong rows point. An error stays in its virtual column, and goes down from the row of U in which it came to be: the
 * earliest wrong row of U tells, and where this row stood before it was a pivot. An error that is met in one process row alone is of that
 * row: its rank has a wrong copy of U, or the row is not a pivot yet.
 */
final class Diagnosis {
    private final BlockMap map;
    private final Checksums checksums;
    private final CellErrors errors;
    private final int since;
    private final int upTo;
    private final RowHistory history;

    /**
     * Makes the diagnosis of the errors that a comparison has found.
     *
     * @param errors wrong rows of all cells, at least one
     * @param since  number of panels that had been applied at the comparison before
     * @param upTo   number of panels that have been applied
     * @param pivots global row that was swapped with row i, indexed by i, for the rows that were factored
     */
    Diagnosis(CellErrors errors, int since, int upTo, int[] pivots) {
        this.errors = errors;
        this.since = since;
        this.upTo = upTo;
        map = errors.map();
        checksums = new Checksums(map);
        history = new RowHistory(pivots, map.nb());
    }

    /**
     * The cell to which the errors point.
     *
     * @param rank owner of the cell
     * @param row  first wrong row, a global row as it stands at present
     * @param size difference from the carried sums in this row
     * @param tolerance difference that rounding explains
     */
    record Suspect(int rank, int row, double size, double tolerance) {
    }

    /** Returns the cell to which the errors point. */
    Suspect suspect() {
        int q = column();
        int r = firstIn(q);
        CellErrors.Cell cell = errors.at(r, q);
        int row = cell.first();
        int stood = stood(r, q, cell);
        boolean sumsAlone = cell.kind() != RowError.Kind.ELEMENTS.ordinal();
        int owner = map.grid().owner(map.rho()[stood / map.nb()], sumsAlone ? checksums.carrier(q) : q);
        return new Suspect(owner, row, cell.size(), cell.tolerance());
    }

    /** Returns the virtual column to which the errors point. */
    private int column() {
        int cols = map.grid().cols();
        long least = IntStream.range(0, cols).mapToLong(this::order).min().orElseThrow();
        boolean ofU = least < Integer.MAX_VALUE;
        int[] first = IntStream.range(0, cols).filter(q -> ofU ? order(q) == least : order(q) < Long.MAX_VALUE).toArray();
        // A rank with a wrong copy of L spoils its own columns, and the sums that it carries for the virtual column before.
        for (int q : first) {
            if (first.length == 2 && cols > 2 && IntStream.of(first).anyMatch(other -> other == checksums.summed(q))) {
                return q;
            }
        }
        return first[0];
    }

    /** Returns the place of a virtual column's first wrong row: the global row if it is of U, more if not, most if no row is wrong. */
    private long order(int q) {
        return IntStream.range(0, map.grid().rows()).mapToObj(r -> errors.at(r, q)).filter(CellErrors.Cell::wrong)
                .mapToLong(cell -> cell.firstFinished() >= 0 ? cell.firstFinished() : (long) Integer.MAX_VALUE + cell.firstTrailing())
                .min().orElse(Long.MAX_VALUE);
    }

    /** Returns the virtual row with the first wrong row of U in a virtual column, or, where there is none, with most wrong rows. */
    private int firstIn(int q) {
        int best = -1;
        for (int r = 0; r < map.grid().rows(); r++) {
            if (errors.at(r, q).wrong() && (best < 0 || before(errors.at(r, q), errors.at(best, q)))) {
                best = r;
            }
        }
        return best;
    }

    private static boolean before(CellErrors.Cell a, CellErrors.Cell b) {
        if (a.firstFinished() >= 0 && b.firstFinished() >= 0) {
            return a.firstFinished() < b.firstFinished();
        }
        return a.firstFinished() >= 0 || b.firstFinished() < 0 && a.count() > b.count();
    }

    /**
     * Returns the global row at which the first wrong row of a cell stood when it most likely became wrong. Where the sums point to a
     * column that has been factored since, that was before its panel.
     */
    private int stood(int r, int q, CellErrors.Cell cell) {
        boolean pivoted = cell.firstFinished() >= 0;
        boolean elsewhere = IntStream.range(0, map.grid().rows()).anyMatch(other -> other != r && errors.at(other, q).wrong());
        if (!pivoted && cell.count() > 1 || pivoted && !elsewhere) {
            return cell.first();
        }
        int behind = pivoted ? cell.firstFinished() / map.nb() : upTo;
        int end = cell.panel() >= since && cell.panel() < behind ? cell.panel() : behind;
        int place = cell.first();
        for (int k = pivoted ? behind : behind - 1; k >= end; k--) {
            place = history.before(k, place);
        }
        return history.longest(since, end, place);
    }
}
