package hplhetero.hpl.trust;

import hplhetero.hpl.matrix.LocalMatrix;
import java.lang.foreign.ValueLayout;

/**
 * The correction of one wrong element of a row. The two sums give two equations: the element in the column that both agree on is replaced
 * by what the plain sum leaves for it, not by a difference, which would lose the digits of the other elements where the wrong one is huge.
 * An error that is so small that rounding hides to which of two neighbouring columns the sums point is left as it is. Source: Huang and
 * Abraham 1984. Owner: the rank's thread.
 */
final class Correction {
    /** Factor by which the difference between neighbouring columns must exceed the noise. */
    private static final double TELLING = 8;

    private final LocalMatrix a;
    private final Checksums checksums;
    private final Tolerance tolerance;

    Correction(LocalMatrix a, Checksums checksums, Tolerance tolerance) {
        this.a = a;
        this.checksums = checksums;
        this.tolerance = tolerance;
    }

    /**
     * Finds and replaces the wrong element of a row.
     *
     * @param error    the row, whose {@link RowError#kind} is ELEMENTS
     * @param from     first local column of the row
     * @param plain    plain sum that is carried
     * @param weighted weighted sum that is carried
     * @return the local column of the element that was replaced, or -1 where no single element explains both sums
     */
    int apply(RowError error, int from, double plain, double weighted) {
        int byMagnitude = largest(error.local(), from);
        int byWeights = local(error.weighted() / error.plain());
        for (int column : new int[] {byWeights, byMagnitude}) {
            if (column >= from && column < a.cols().tailStart() && replace(error, from, column, plain, weighted)) {
                return column;
            }
        }
        return -1;
    }

    private boolean replace(RowError error, int from, int column, double plain, double weighted) {
        ExactSum others = new ExactSum();
        ExactSum weightedOthers = new ExactSum();
        double largest = 0;
        for (int j = from; j < a.cols().tailStart(); j++) {
            if (j != column) {
                largest = Math.max(largest, Math.abs(get(error.local(), j)));
                others.add(get(error.local(), j));
                weightedOthers.addProduct(checksums.weight(a.cols().global(j)), get(error.local(), j));
            }
        }
        double element = plain - others.value();
        weightedOthers.addProduct(checksums.weight(a.cols().global(column)), element);
        double noise = tolerance.of(largest) / Tolerance.MARGIN;
        boolean telling = Math.abs(error.plain()) * checksums.step() > TELLING * noise || !Double.isFinite(error.plain());
        if (telling && Math.abs(weightedOthers.value() - weighted) <= 2 * noise) {
            a.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, (long) error.local() * a.ld() + column, element);
            return true;
        }
        return false;
    }

    private double get(int l, int j) {
        return a.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, (long) l * a.ld() + j);
    }

    /** Returns the local column of the first element that is not a number, or of the largest magnitude. */
    private int largest(int l, int from) {
        int best = from;
        for (int j = from; j < a.cols().tailStart() && !Double.isNaN(get(l, best)); j++) {
            if (!(Math.abs(get(l, j)) <= Math.abs(get(l, best)))) {
                best = j;
            }
        }
        return best;
    }

    /** Returns the local column whose weight is nearest to {@code weight}, or -1 where its block is not of this virtual column. */
    private int local(double weight) {
        int j = checksums.column(weight);
        return j >= 0 && a.cols().owns(j / checksums.map().nb()) ? a.cols().local(j) : -1;
    }
}
