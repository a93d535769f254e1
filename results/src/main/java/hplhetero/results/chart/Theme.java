package hplhetero.results.chart;

/** The place where a picture is shown, which determines its colours. */
public enum Theme {
    /** The picture is a file of its own, black on white. */
    FILE,
    /** The picture is part of a page. The page's style sheet sets the colour of text, and may replace each other colour by its name. */
    PAGE;

    /**
     * Returns a colour as an attribute of a picture takes it.
     *
     * @param name   name by which a style sheet may replace the colour
     * @param colour colour as SVG takes it
     */
    public String colour(String name, String colour) {
        return this == FILE ? colour : "var(--" + name + "," + colour + ")";
    }
}
