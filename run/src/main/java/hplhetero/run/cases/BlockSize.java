package hplhetero.run.cases;

/** NB where nobody gave one, by the order of A: measured, docs/decisions/0006-defaults.md. */
public final class BlockSize {
    static final int SMALL_ORDER = 1_500;
    static final int MIDDLE_ORDER = 6_000;
    /** Up to {@link #SMALL_ORDER}: panels are a large part of the work. */
    static final int SMALL = 96;
    /** Up to {@link #MIDDLE_ORDER}. */
    static final int MIDDLE = 192;
    /** Above: what the update gains by fewer passes over the matrix outweighs the wider panels. */
    static final int LARGE = 320;

    private BlockSize() {
    }

    public static int of(int n) {
        return n <= SMALL_ORDER ? SMALL : n <= MIDDLE_ORDER ? MIDDLE : LARGE;
    }
}
