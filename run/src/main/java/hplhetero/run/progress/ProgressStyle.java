package hplhetero.run.progress;

/** The style in which progress is shown. */
public enum ProgressStyle {
    /** Shows a bar when standard error is a terminal, else lines. */
    AUTO,
    /** Shows one line that is redrawn again and again. */
    BAR,
    /** Shows a line every few seconds. */
    PLAIN,
    NONE;

    /**
     * Returns the style to use: for {@link #AUTO}, {@link #BAR} on a terminal and {@link #PLAIN} elsewhere; any other style is returned as
     * it is.
     *
     * @param terminal whether standard error is a terminal
     */
    public ProgressStyle decided(boolean terminal) {
        return this != AUTO ? this : terminal ? BAR : PLAIN;
    }
}
