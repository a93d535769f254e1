package hplhetero.results.chart;

import java.util.Locale;

/** The text of an SVG file while it is written, an element a line. */
public final class Svg {
    public static final String WHITE = "#ffffff";

    private final StringBuilder text = new StringBuilder();
    private final Theme theme;

    /** Begins a picture of its own; sizes in pixels. */
    public Svg(int width, int height, int fontSize) {
        theme = Theme.FILE;
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"%d\">", width, height, width, height, fontSize);
    }

    /**
     * Begins one that is part of a page and takes the width that it is given there.
     *
     * @param caption what those hear who do not see it
     */
    Svg(int width, int height, int fontSize, Caption caption) {
        theme = Theme.PAGE;
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"%d\">", width, height, fontSize);
        add("<title>%s</title>", escaped(caption.title()));
        add("<desc>%s</desc>", escaped(caption.description()));
    }

    /**
     * What a picture shows, for those who do not see it.
     *
     * @param title       in a few words
     * @param description what is to be seen, with the figures that matter
     */
    public record Caption(String title, String description) {
    }

    Theme theme() {
        return theme;
    }

    /** Adds a line, formatted as {@link String#format} does, whatever the machine's language. */
    public void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Adds words. */
    void words(double x, double y, String anchor, String words) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(words));
    }

    /** Adds a line of the grid behind what is drawn. */
    void rule(double x1, double y1, double x2, double y2) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, theme.colour("grid", "#dddddd"));
    }

    /** Words as they may stand in an element. */
    public static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** At most so many characters of them; what is cut off ends in an ellipsis. */
    static String cut(String words, int most) {
        return words.length() <= most ? words : words.substring(0, most - 1) + "…";
    }

    /** Ends the picture. */
    public String close() {
        add("</svg>");
        return text.toString();
    }
}
