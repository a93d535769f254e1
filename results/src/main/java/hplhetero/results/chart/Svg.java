package hplhetero.results.chart;

import java.util.Locale;

/** The text of an SVG file while it is written, with one element in a line. */
public final class Svg {
    /** The colour of the background of a file. */
    public static final String WHITE = "#ffffff";

    private final StringBuilder text = new StringBuilder();
    private final Theme theme;

    /**
     * Begins a picture that is a file of its own, rather than a part of a page.
     *
     * @param width    width of the picture, in pixels
     * @param height   height of the picture, in pixels
     * @param fontSize size of its text, in pixels
     */
    public Svg(int width, int height, int fontSize) {
        theme = Theme.FILE;
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"%d\">", width, height, width, height, fontSize);
    }

    /**
     * Begins a picture that is part of a page and takes the width available there; sizes are in pixels.
     *
     * @param caption words for those who do not see the picture
     */
    Svg(int width, int height, int fontSize, Caption caption) {
        theme = Theme.PAGE;
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"%d\">", width, height, fontSize);
        add("<title>%s</title>", escaped(caption.title()));
        add("<desc>%s</desc>", escaped(caption.description()));
    }

    /**
     * The words that say what a picture shows, for those who do not see it.
     *
     * @param title       title in a few words
     * @param description what can be seen, with the figures that matter
     */
    public record Caption(String title, String description) {
    }

    /** Returns where the picture is shown, which determines its colours. */
    Theme theme() {
        return theme;
    }

    /**
     * Adds a line to the text of the picture.
     *
     * @param format the line, with the conversions of {@link String#format}; the root locale is used
     * @param values values for the conversions
     */
    public void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Adds a text element; {@code anchor} is SVG's {@code text-anchor}. */
    void words(double x, double y, String anchor, String words) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(words));
    }

    /** Adds a line in the style of the grid that lies behind what is drawn. */
    void rule(double x1, double y1, double x2, double y2) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, theme.colour("grid", "#dddddd"));
    }

    /** Returns words with the characters escaped that may not stand in an element. */
    public static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Returns words cut to at most {@code most} characters; words that were cut end in an ellipsis. */
    static String cut(String words, int most) {
        return words.length() <= most ? words : words.substring(0, most - 1) + "…";
    }

    /** Ends the picture and returns its text. */
    public String close() {
        add("</svg>");
        return text.toString();
    }
}
