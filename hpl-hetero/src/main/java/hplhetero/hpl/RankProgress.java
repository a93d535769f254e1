package hplhetero.hpl;

/** A listener that hears on each rank how far a test is, such as to emulate a rank whose speed changes. Called on the rank's thread. */
public interface RankProgress {

    /** The listener that does nothing. */
    RankProgress NONE = new RankProgress() {
        @Override
        public void reached(double columns, double seconds) {
            // nobody wants to know
        }

        @Override
        public void left() {
            // nobody wants to know
        }
    };

    /**
     * Hears how far the rank is. Called when the clock of a test starts, and after each panel step. Must return at once.
     *
     * @param columns share of the columns that are factored, 0..1
     * @param seconds seconds since the clock started, those before a test was resumed included
     */
    void reached(double columns, double seconds);

    /** Hears that the rank has left a test, or a warm-up. Also called where that failed. */
    void left();
}
