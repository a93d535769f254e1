package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.util.List;
import java.util.Locale;

/** A picture of what wholes are made of: a bar for each whole, divided into parts from left to right, all on one axis from zero. */
public final class StackedBars {
    // sizes and places in pixels
    private static final int FONT_SIZE = 12;
    private static final int WIDTH = 480;
    private static final int TOP = 6;
    private static final int LABEL_SIZE = 18;
    private static final int END_WIDTH = 60;
    private static final int CHARACTER_WIDTH = 7;
    private static final int AXIS_HEIGHT = 40;
    private static final int GAP = 8;
    private static final int FEW = 24;
    private static final int ROW_HEIGHT = 20;
    private static final int LOW_ROW_HEIGHT = 14;

    /**
     * One whole, drawn as a bar.
     *
     * @param label words before the bar
     * @param parts length of each part on the axis, in the order of the kinds, each &gt;= 0
     * @param end   words behind the bar
     */
    public record Row(String label, List<Double> parts, String end) {
        public Row {
            parts = List.copyOf(parts);
        }
    }

    private StackedBars() {
    }

    /**
     * Returns the picture as an SVG element to stand in an HTML page.
     *
     * @param caption words for those who do not see the picture
     * @param unit    words below the axis
     * @param most    value to which the axis reaches at least, &gt; 0
     * @param kinds   kinds of the parts
     * @param rows    bars, from top to bottom
     */
    public static String inPage(Caption caption, String unit, double most, List<Kind> kinds, List<Row> rows) {
        int height = rows.size() > FEW ? LOW_ROW_HEIGHT : ROW_HEIGHT;
        int bottom = TOP + rows.size() * height;
        Svg svg = new Svg(WIDTH, bottom + AXIS_HEIGHT, FONT_SIZE, caption);
        int longest = rows.stream().mapToInt(row -> Math.min(LABEL_SIZE, row.label().length())).max().orElse(0);
        int left = longest * CHARACTER_WIDTH + 2 * GAP;
        double plot = WIDTH - left - END_WIDTH;
        Axis axis = Axis.to(rows.stream().mapToDouble(StackedBars::whole).reduce(most, Math::max));
        axis.ticks().forEach(tick -> {
            double x = left + axis.share(tick) * plot;
            svg.rule(x, TOP, x, bottom + 4);
            svg.words(x, bottom + 17, "middle", axis.label(tick));
        });
        svg.words(left + plot / 2, bottom + 34, "middle", unit);
        for (int i = 0; i < rows.size(); i++) {
            row(svg, rows.get(i), kinds, TOP + i * height, height, left, plot / axis.most());
        }
        return svg.close();
    }

    /**
     * Returns the length for which the axis must have room. Bars a little too long, by rounding or clocks that differ, need no longer axis.
     */
    private static double whole(Row row) {
        return 0.98 * row.parts().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static void row(Svg svg, Row row, List<Kind> kinds, int top, int height, int left, double scale) {
        svg.words(left - GAP, top + height / 2.0 + 4, "end", Svg.cut(row.label(), LABEL_SIZE));
        svg.add("<g class=\"bar\">");
        double x = left;
        for (int kind = 0; kind < kinds.size(); kind++) {
            double width = row.parts().get(kind) * scale;
            if (width > 0) {
                svg.add("<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"><title>%s</title></rect>", x, top + 2, width,
                        height - 4, kinds.get(kind).color(), Svg.escaped(String.format(Locale.ROOT, "%s, %s: %.1f", row.label(),
                                kinds.get(kind).name(), row.parts().get(kind))));
                x += width;
            }
        }
        svg.add("</g>");
        svg.words(WIDTH - 4, top + height / 2.0 + 4, "end", row.end());
    }
}
