package hplhetero.hpl.trust;

/** The places at which a row of the matrix has stood, by the row swaps of the panels. */
final class RowHistory {
    private final int[] pivots;
    private final int nb;

    /**
     * Makes the history of a factorization.
     *
     * @param pivots global row that was swapped with row i, indexed by i, for the rows that were factored
     * @param nb     blocking factor
     */
    RowHistory(int[] pivots, int nb) {
        this.pivots = pivots;
        this.nb = nb;
    }

    /** Returns the global row at which a row stood before the swaps of panel {@code k} brought it to {@code row}. */
    int before(int k, int row) {
        int place = row;
        for (int i = Math.min(pivots.length, (k + 1) * nb) - 1; i >= k * nb; i--) {
            if (place == i) {
                place = pivots[i];
            } else if (place == pivots[i]) {
                place = i;
            }
        }
        return place;
    }

    /**
     * Returns the global row at which a row stood for most panels of a span.
     *
     * @param since first panel of the span
     * @param upTo  panel behind the last of the span, not before {@code since}
     * @param row   global row at which the row stands after the span
     */
    int longest(int since, int upTo, int row) {
        int best = row;
        int most = 0;
        int place = row;
        int stay = 1;
        for (int k = upTo - 1; k >= since; k--) {
            int earlier = before(k, place);
            if (earlier != place) {
                if (stay > most) {
                    most = stay;
                    best = place;
                }
                stay = 0;
                place = earlier;
            }
            stay++;
        }
        return stay > most ? place : best;
    }
}
