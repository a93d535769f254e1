package hplhetero.run.cases;

/** NB where nobody gave one, by the order of A: measured, docs/decisions/0006-defaults.md. */
public final class BlockSize {
    static final int SMALL_N = 1_500;
    /** Up to {@link #SMALL_N}: panels are a large part of the work. */
    static final int SMALL_N_NB = 96;
    /** Above: what the update would gain by fewer passes over the matrix is less than what wider panels cost. */
    static final int USUAL_NB = 160;

    private BlockSize() {
    }

    public static int of(int n) {
        return n <= SMALL_N ? SMALL_N_NB : USUAL_NB;
    }
}
