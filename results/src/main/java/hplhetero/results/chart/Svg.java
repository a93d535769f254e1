package hplhetero.results.chart;

import java.util.Locale;

/** The text of an SVG file while it is written, an element a line. */
public final class Svg {
    public static final String WHITE = "#ffffff";

    private final StringBuilder text = new StringBuilder();

    /** Begins a picture; sizes in pixels. */
    public Svg(int width, int height, int fontSize) {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"%d\">", width, height, width, height, fontSize);
    }

    /** Adds a line, formatted as {@link String#format} does, whatever the machine's language. */
    public void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Words as they may stand in an element. */
    public static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Ends the picture. */
    public String close() {
        add("</svg>");
        return text.toString();
    }
}
