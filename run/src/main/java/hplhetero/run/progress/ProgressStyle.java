package hplhetero.run.progress;

/** How progress is shown. */
public enum ProgressStyle {
    /** A bar when standard error is a terminal, else lines. */
    AUTO,
    /** One line that is drawn over and over. */
    BAR,
    /** A line every few seconds. */
    PLAIN,
    NONE;

    /** This style with {@link #AUTO} decided. */
    public ProgressStyle decided(boolean terminal) {
        return this != AUTO ? this : terminal ? BAR : PLAIN;
    }
}
