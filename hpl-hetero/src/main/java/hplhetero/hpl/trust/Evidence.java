package hplhetero.hpl.trust;

/** The traces of a factorization by which an error is followed to its rank. They are asked for only where rows are wrong. */
public interface Evidence {
    /** Returns the global row that was swapped with row i, for the rows that were factored. Any numbers on a rank that owns no cell. */
    int[] pivots();

    /**
     * Returns whether this rank's copy of one of the last panels is no longer what it was when it was sent or packed. A rank with a wrong
     * copy of L spoils its own columns and the sums that it carries for others alike; where there are two virtual columns, sums alone do
     * not tell which of the two ranks has the wrong copy.
     *
     * @param since first panel to look at
     * @param upTo  panel behind the last one to look at; those whose memory has other panels by now are passed over
     */
    boolean hasDamagedCopy(int since, int upTo);
}
