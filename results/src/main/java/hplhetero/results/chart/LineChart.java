package hplhetero.results.chart;

import hplhetero.results.chart.Svg.Caption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plot of lines as SVG, with a legend. Linear axes begin at zero and end at a round value; logarithmic ones begin and end at a power.
 *
 * <p>Sizes are in pixels. A line beyond the legend's height is drawn, but its title is cut off.
 */
public final class LineChart {
    private static final int FONT_SIZE = 12;
    private static final int LEGEND_STEP = 24;
    private static final int NAME_STEP = 15;
    private static final int NAME_SIZE = 20;
    private static final int NAME_GAP = 8;
    /** Length of the piece of line that is drawn before its name, in pixels. */
    private static final int NAME_SAMPLE = 16;
    private static final int CHARACTER_WIDTH = 7;
    private static final Layout FILE = new Layout(900, 460, 60, 40, 500, 360);
    private static final int PAGE_WIDTH = 480;
    private static final int PAGE_LEFT = 52;
    private static final int PAGE_TOP = 28;
    private static final int PAGE_HEIGHT = 270;
    private static final int PAGE_PLOT_HEIGHT = 190;

    /** The size of a picture, and the place of the plot in it, in pixels. */
    private record Layout(int width, int height, int left, int top, int plotWidth, int plotHeight) {

        /** Returns the layout for a page, where the names of the lines stand beside the plot. */
        static Layout page(List<Line> lines) {
            int names = lines.stream().mapToInt(line -> Math.min(NAME_SIZE, line.title().length())).max().orElse(0) * CHARACTER_WIDTH
                    + NAME_GAP + NAME_SAMPLE + 8;
            return new Layout(PAGE_WIDTH, PAGE_HEIGHT, PAGE_LEFT, PAGE_TOP, PAGE_WIDTH - PAGE_LEFT - names, PAGE_PLOT_HEIGHT);
        }
    }

    /**
     * A measured point of a line.
     *
     * @param x     value on the x axis
     * @param y     value on the y axis
     * @param title words that appear where the mouse points; a page marks only points that have some
     */
    public record Point(double x, double y, String title) {
        /**
         * Makes a point without a title, which a page does not mark.
         *
         * @param x value on the x axis
         * @param y value on the y axis
         */
        public Point(double x, double y) {
            this(x, y, "");
        }
    }

    /**
     * One line of a plot.
     *
     * @param title  name in the legend
     * @param colour colour as SVG takes it
     * @param dashed whether the line is dashed
     * @param points points by ascending x, at least one. No coordinate is below 0, and at least one x and one y of the plot are above 0. On
     *               a logarithmic axis all are above 0
     */
    public record Line(String title, String colour, boolean dashed, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * What is drawn behind the lines of a plot.
     *
     * @param bands areas, each behind those after it
     * @param marks places that are marked, in front of the areas
     */
    public record Background(List<Band> bands, List<Mark> marks) {
        /** The background of a plot that has nothing but its grid behind the lines. */
        public static final Background NONE = new Background(List.of(), List.of());

        public Background {
            bands = List.copyOf(bands);
            marks = List.copyOf(marks);
        }
    }

    /**
     * The area between the lowest and the highest of many values.
     *
     * @param colour colour as SVG takes it
     * @param edge   colour of its edge as SVG takes it
     * @param lowest  lowest values by ascending x, at least one
     * @param highest highest values by ascending x, at least one
     */
    public record Band(String colour, String edge, List<Point> lowest, List<Point> highest) {
        public Band {
            lowest = List.copyOf(lowest);
            highest = List.copyOf(highest);
        }
    }

    /**
     * A value on the x axis at which something happened; a vertical line marks it.
     *
     * @param x      the value
     * @param colour colour as SVG takes it
     * @param title  words that appear where the mouse points
     */
    public record Mark(double x, String colour, String title) {
    }

    private final Svg svg;
    private final Layout at;
    private final Axis xAxis;
    private final Axis yAxis;

    private LineChart(Svg svg, Layout at, List<Point> points, Axis.Scale xScale, Axis.Scale yScale) {
        this.svg = svg;
        this.at = at;
        xAxis = axis(xScale, points, Point::x);
        yAxis = axis(yScale, points, Point::y);
    }

    private static Axis axis(Axis.Scale scale, List<Point> points, ToDoubleFunction<Point> coordinate) {
        return Axis.over(scale, points.stream().mapToDouble(coordinate).toArray());
    }

    private static List<Point> points(List<Line> lines) {
        return lines.stream().flatMap(line -> line.points().stream()).toList();
    }

    /**
     * Returns the plot, with linear axes, as the text of an SVG file of its own.
     *
     * @param title  title above the plot
     * @param xLabel words below the x axis, with its unit
     * @param yLabel words above the y axis, with its unit
     * @param lines  lines, drawn and listed in the legend in this order
     */
    public static String svg(String title, String xLabel, String yLabel, List<Line> lines) {
        return svg(title, xLabel, yLabel, lines, Axis.Scale.LINEAR, Axis.Scale.LINEAR);
    }

    /**
     * Returns the plot as the text of an SVG file of its own, whose x axis has bytes in powers of two and whose y axis has powers of ten.
     *
     * @param title  title above the plot
     * @param xLabel words below the x axis
     * @param yLabel words above the y axis, with its unit
     * @param lines  lines, drawn and listed in the legend in this order
     */
    public static String overBytes(String title, String xLabel, String yLabel, List<Line> lines) {
        return svg(title, xLabel, yLabel, lines, Axis.Scale.BYTES, Axis.Scale.DECADES);
    }

    private static String svg(String title, String xLabel, String yLabel, List<Line> lines, Axis.Scale xScale, Axis.Scale yScale) {
        LineChart chart = new LineChart(new Svg(FILE.width(), FILE.height(), FONT_SIZE), FILE, points(lines),
                xScale, yScale);
        chart.svg.add("<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>", FILE.width(), FILE.height(), Svg.WHITE);
        chart.svg.words(FILE.left() + FILE.plotWidth() / 2.0, FILE.top() - 16, "middle", title);
        chart.frame(xLabel);
        chart.svg.words(FILE.left(), FILE.top() - 16, "middle", yLabel);
        for (int i = 0; i < lines.size(); i++) {
            chart.line(lines.get(i));
            chart.legend(lines.get(i), i);
        }
        return chart.svg.close();
    }

    /**
     * Returns the plot as an SVG element to stand in an HTML page that has its own title. The names of the lines stand beside their ends.
     *
     * @param caption words for those who do not see the plot
     * @param xLabel  words below the x axis, with its unit
     * @param yLabel  words above the y axis, with its unit
     * @param lines   lines of the plot
     */
    public static String inPage(Caption caption, String xLabel, String yLabel, List<Line> lines) {
        return inPage(caption, xLabel, yLabel, lines, Background.NONE);
    }

    /**
     * Returns the plot as an SVG element to stand in an HTML page that has its own title, with a background. The names of the lines stand
     * beside their ends; what is in the background has no name in the picture.
     *
     * @param caption    words for those who do not see the plot
     * @param xLabel     words below the x axis, with its unit
     * @param yLabel     words above the y axis, with its unit
     * @param lines      lines of the plot
     * @param background what is drawn behind the lines
     */
    public static String inPage(Caption caption, String xLabel, String yLabel, List<Line> lines, Background background) {
        return inPage(caption, xLabel, yLabel, lines, background, Axis.Scale.LINEAR);
    }

    /**
     * Returns the plot as an SVG element to stand in an HTML page, with an x axis of dates: x values are seconds since 1970.
     *
     * @param caption words for those who do not see the plot
     * @param xLabel  words below the x axis
     * @param yLabel  words above the y axis, with its unit
     * @param lines   lines of the plot
     */
    public static String overDates(Caption caption, String xLabel, String yLabel, List<Line> lines) {
        return inPage(caption, xLabel, yLabel, lines, Background.NONE, Axis.Scale.DATES);
    }

    private static String inPage(Caption caption, String xLabel, String yLabel, List<Line> lines, Background background,
            Axis.Scale xScale) {
        Layout at = Layout.page(lines);
        List<Point> points = Stream.concat(points(lines).stream(), background.bands().stream().flatMap(band ->
                Stream.concat(band.lowest().stream(), band.highest().stream()))).toList();
        List<Point> marked = Stream.concat(points.stream(), background.marks().stream().map(mark -> new Point(mark.x(), 0))).toList();
        LineChart chart = new LineChart(new Svg(at.width(), at.height(), FONT_SIZE, caption), at, marked, xScale, Axis.Scale.LINEAR);
        chart.frame(xLabel);
        chart.svg.words(4, 14, "start", yLabel);
        background.bands().forEach(chart::band);
        background.marks().forEach(chart::mark);
        lines.forEach(chart::line);
        chart.names(lines);
        return chart.svg.close();
    }

    private void frame(String xLabel) {
        int bottom = at.top() + at.plotHeight();
        int right = at.left() + at.plotWidth();
        xAxis.ticks().forEach(tick -> {
            svg.rule(x(tick), at.top(), x(tick), bottom);
            svg.words(x(tick), bottom + 18, "middle", xAxis.label(tick));
        });
        yAxis.ticks().forEach(tick -> {
            svg.rule(at.left(), y(tick), right, y(tick));
            svg.words(at.left() - 8, y(tick) + 4, "end", yAxis.label(tick));
        });
        svg.words(at.left() + at.plotWidth() / 2.0, bottom + 42, "middle", xLabel);
    }

    private void band(Band band) {
        svg.add("<polygon fill=\"%s\" stroke=\"%s\" stroke-width=\"1\" points=\"%s\"/>", band.colour(), band.edge(),
                path(Stream.concat(band.highest().stream(), band.lowest().reversed().stream()).toList()));
    }

    private void mark(Mark mark) {
        svg.add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"3 3\">"
                + "<title>%s</title></line>", x(mark.x()), at.top(), x(mark.x()), at.top() + at.plotHeight(), mark.colour(),
                Svg.escaped(mark.title()));
    }

    private String path(List<Point> points) {
        return points.stream().map(p -> String.format(Locale.ROOT, "%.1f,%.1f", x(p.x()), y(p.y()))).collect(Collectors.joining(" "));
    }

    private void line(Line line) {
        svg.add("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"%s\"/>", line.colour(), dash(line),
                path(line.points()));
        line.points().stream().filter(p -> svg.theme() == Theme.FILE || !p.title().isEmpty()).forEach(p -> mark(line, p));
    }

    private static String dash(Line line) {
        return line.dashed() ? " stroke-dasharray=\"6 4\"" : "";
    }

    private void mark(Line line, Point p) {
        String title = p.title().isEmpty() ? "/>" : "><title>" + Svg.escaped(p.title()) + "</title></circle>";
        svg.add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"%s", x(p.x()), y(p.y()), line.colour(), title);
    }

    private void legend(Line line, int place) {
        int left = at.left() + at.plotWidth() + 16;
        int top = at.top() + 8 + place * LEGEND_STEP;
        svg.add("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"%s/>", left, top, left + 28, top,
                line.colour(), dash(line));
        svg.words(left + 34, top + 4, "start", line.title());
    }

    /** Writes each line's name beside the end of the line, or as near as the other names allow. */
    private void names(List<Line> lines) {
        List<Line> downwards = lines.stream().sorted(Comparator.comparingDouble((Line line) -> -line.points().getLast().y())).toList();
        double[] places = downwards.stream().mapToDouble(line -> y(line.points().getLast().y()) + 4).toArray();
        double limit = at.top() + at.plotHeight() + 4;
        for (int i = 0; i < places.length; i++) {
            double above = i == 0 ? at.top() : places[i - 1] + NAME_STEP;
            places[i] = Math.max(above, places[i]);
        }
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(limit - (places.length - 1 - i) * NAME_STEP, places[i]);
        }
        for (int i = 0; i < places.length; i++) {
            Line line = downwards.get(i);
            int left = at.left() + at.plotWidth() + NAME_GAP;
            svg.add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"3\"%s/>", left, places[i] - 4,
                    left + NAME_SAMPLE, places[i] - 4, line.colour(), dash(line));
            svg.words(left + NAME_SAMPLE + 4, places[i], "start", Svg.cut(line.title(), NAME_SIZE));
        }
    }

    private double x(double value) {
        return at.left() + xAxis.share(value) * at.plotWidth();
    }

    private double y(double value) {
        return at.top() + at.plotHeight() - yAxis.share(value) * at.plotHeight();
    }
}
