package hplhetero.results.chart;

/** Where a picture is shown, which decides on its colours. */
public enum Theme {
    /** A file of its own: black on white. */
    FILE,
    /** Within a page, whose style sheet may give each colour by its name, and gives that of the text. */
    PAGE;

    /**
     * What an attribute of a picture says for a colour.
     *
     * @param name   by which a style sheet may replace it
     * @param colour as SVG takes it
     */
    public String colour(String name, String colour) {
        return this == FILE ? colour : "var(--" + name + "," + colour + ")";
    }
}
