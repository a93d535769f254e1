package hplhetero.hpl.trust;

/**
 * A row of one cell whose elements do not add up to its carried sums.
 *
 * @param matrix    index of the local matrix that holds the elements
 * @param cellRow   virtual row of the cell
 * @param column    virtual column of the cell
 * @param local     local row
 * @param row       global row, where it stands at present
 * @param finished  whether the row is one of U rather than of the trailing matrix
 * @param plain     sum of the elements less the plain sum that is carried
 * @param weighted  weighted sum of the elements less the weighted sum that is carried
 * @param tolerance largest difference of plain sums that rounding explains
 */
record RowError(int matrix, int cellRow, int column, int local, int row, boolean finished, double plain, double weighted,
                double tolerance) {

    /** Which of the two sums a row of a cell disagrees with. */
    enum Kind {
        /** With both: elements of the matrix are wrong, or both sums. */
        ELEMENTS,
        /** With the plain sum alone, which is wrong itself. */
        PLAIN_SUM,
        /** With the weighted sum alone, which is wrong itself. */
        WEIGHTED_SUM
    }

    /** Returns which of the sums disagrees. A difference that is not a number disagrees. */
    Kind kind() {
        if (Math.abs(weighted) <= 2 * tolerance) {
            return Kind.PLAIN_SUM;
        }
        return Math.abs(plain) <= tolerance ? Kind.WEIGHTED_SUM : Kind.ELEMENTS;
    }

    /** Returns the larger of the differences, as a magnitude. */
    double size() {
        return Math.max(Math.abs(plain), Math.abs(weighted));
    }
}
