package hplhetero.results.chart;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A plot of lines as SVG, with a legend. Linear axes begin at zero and end at a round value; logarithmic ones begin and end at a power.
 *
 * <p>Sizes are in pixels; a line beyond the legend's height is drawn, but its title is cut off.
 */
public final class LineChart {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 460;
    private static final int FONT_SIZE = 12;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int PLOT_WIDTH = 500;
    private static final int PLOT_HEIGHT = 360;
    private static final int LEGEND_STEP = 24;

    /** A measured point. */
    public record Point(double x, double y) {
    }

    /**
     * One line.
     *
     * @param title  in the legend
     * @param colour as SVG takes it
     * @param dashed drawn so
     * @param points by ascending x, at least one; no coordinate is below 0, one at least of each is above. On a logarithmic axis all are
     */
    public record Line(String title, String colour, boolean dashed, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    private final Svg svg = new Svg(WIDTH, HEIGHT, FONT_SIZE);
    private final Axis xAxis;
    private final Axis yAxis;

    private LineChart(List<Line> lines, Axis.Scale xScale, Axis.Scale yScale) {
        xAxis = axis(xScale, lines, Point::x);
        yAxis = axis(yScale, lines, Point::y);
    }

    private static Axis axis(Axis.Scale scale, List<Line> lines, ToDoubleFunction<Point> coordinate) {
        return Axis.over(scale, lines.stream().flatMap(line -> line.points().stream()).mapToDouble(coordinate).toArray());
    }

    /**
     * The text of the SVG file.
     *
     * @param title  above the plot
     * @param xLabel below the x axis, with its unit
     * @param yLabel above the y axis, with its unit
     * @param lines  drawn, and listed in the legend, in this order
     */
    public static String svg(String title, String xLabel, String yLabel, List<Line> lines) {
        return svg(title, xLabel, yLabel, lines, Axis.Scale.LINEAR, Axis.Scale.LINEAR);
    }

    /** The same over bytes, by powers of two, and with a y axis of powers of ten. */
    public static String overBytes(String title, String xLabel, String yLabel, List<Line> lines) {
        return svg(title, xLabel, yLabel, lines, Axis.Scale.BYTES, Axis.Scale.DECADES);
    }

    /** The same with a y axis of powers of ten. */
    public static String logarithmic(String title, String xLabel, String yLabel, List<Line> lines) {
        return svg(title, xLabel, yLabel, lines, Axis.Scale.LINEAR, Axis.Scale.DECADES);
    }

    private static String svg(String title, String xLabel, String yLabel, List<Line> lines, Axis.Scale xScale, Axis.Scale yScale) {
        LineChart chart = new LineChart(lines, xScale, yScale);
        chart.frame(title, xLabel, yLabel);
        for (int i = 0; i < lines.size(); i++) {
            chart.line(lines.get(i), i);
        }
        return chart.svg.close();
    }

    private void frame(String title, String xLabel, String yLabel) {
        svg.add("<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>", WIDTH, HEIGHT, Svg.WHITE);
        text(LEFT + PLOT_WIDTH / 2.0, TOP - 16, "middle", title);
        xAxis.ticks().forEach(tick -> {
            svg.add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>", x(tick), TOP, x(tick), TOP + PLOT_HEIGHT);
            text(x(tick), TOP + PLOT_HEIGHT + 18, "middle", xAxis.label(tick));
        });
        yAxis.ticks().forEach(tick -> {
            svg.add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, y(tick), LEFT + PLOT_WIDTH, y(tick));
            text(LEFT - 8, y(tick) + 4, "end", yAxis.label(tick));
        });
        text(LEFT + PLOT_WIDTH / 2.0, TOP + PLOT_HEIGHT + 42, "middle", xLabel);
        text(LEFT, TOP - 16, "middle", yLabel);
    }

    private void line(Line line, int place) {
        String dash = line.dashed() ? " stroke-dasharray=\"6 4\"" : "";
        StringBuilder path = new StringBuilder();
        line.points().forEach(p -> path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(p.x()), y(p.y()))));
        svg.add("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"%s\"/>", line.colour(), dash, path.toString().strip());
        line.points().forEach(p -> svg.add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x(p.x()), y(p.y()), line.colour()));
        int left = LEFT + PLOT_WIDTH + 16;
        int top = TOP + 8 + place * LEGEND_STEP;
        svg.add("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"%s/>", left, top, left + 28, top,
                line.colour(), dash);
        text(left + 34, top + 4, "start", line.title());
    }

    private double x(double value) {
        return LEFT + xAxis.share(value) * PLOT_WIDTH;
    }

    private double y(double value) {
        return TOP + PLOT_HEIGHT - yAxis.share(value) * PLOT_HEIGHT;
    }

    private void text(double x, double y, String anchor, String words) {
        svg.add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, Svg.escaped(words));
    }
}
