package hplhetero.results.chart;

/** The place where a picture is shown, which determines its colours. */
public enum Theme {
    /** The picture is a file of its own, black on white. */
    FILE,
    /** The picture is part of a page. The page's style sheet sets the colour of text, and may replace each other colour by its name. */
    PAGE;

    /**
     * Returns the value of an SVG attribute such as {@code fill}: the colour itself in a picture of its own, and in a page a {@code var} by
     * which the page's style sheet may replace the colour.
     *
     * @param name   name of the CSS variable, without {@code --} before it
     * @param colour colour as SVG takes it, which holds where the style sheet says nothing
     */
    public String colour(String name, String colour) {
        return this == FILE ? colour : "var(--" + name + "," + colour + ")";
    }
}
