package hplhetero.bench;

import hplhetero.bench.cluster.EmulatedCluster;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A plot of lines over one axis as SVG, with a legend. Both axes begin at zero. */
final class LineChart {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 460;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int PLOT_WIDTH = 500;
    private static final int PLOT_HEIGHT = 360;
    private static final int LEGEND_STEP = 24;
    private static final int TICKS = 6;

    /** A measured point. */
    record Point(double x, double y) {
    }

    /**
     * One line.
     *
     * @param colour as SVG takes it
     * @param dashed drawn so
     * @param points by ascending x, at least one
     */
    record Line(String title, String colour, boolean dashed, List<Point> points) {
    }

    private final StringBuilder svg = new StringBuilder();
    private final double stepX;
    private final double stepY;
    private final double mostX;
    private final double mostY;

    private LineChart(List<Line> lines) {
        double largestX = points(lines).mapToDouble(Point::x).max().orElse(1);
        double largestY = points(lines).mapToDouble(Point::y).max().orElse(1);
        stepX = step(largestX);
        stepY = step(largestY);
        mostX = Math.ceil(largestX / stepX) * stepX;
        mostY = Math.ceil(largestY / stepY) * stepY;
    }

    static String svg(String title, String xLabel, String yLabel, List<Line> lines) {
        LineChart chart = new LineChart(lines);
        chart.frame(title, xLabel, yLabel);
        for (int i = 0; i < lines.size(); i++) {
            chart.line(lines.get(i), i);
        }
        return chart.svg.append("</svg>\n").toString();
    }

    private static Stream<Point> points(List<Line> lines) {
        return lines.stream().flatMap(l -> l.points().stream());
    }

    /** 1, 2 or 5 times a power of ten, so that there are about {@link #TICKS} of them. */
    static double step(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(most / TICKS)));
        double units = most / TICKS / power;
        return power * (units <= 1 ? 1 : units <= 2 ? 2 : units <= 5 ? 5 : 10);
    }

    private void frame(String title, String xLabel, String yLabel) {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                + "font-family=\"sans-serif\" font-size=\"12\">", WIDTH, HEIGHT, WIDTH, HEIGHT);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        text(LEFT + PLOT_WIDTH / 2.0, TOP - 16, "middle", title);
        for (int i = 0; i * stepX <= mostX * 1.001; i++) {
            add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>", x(i * stepX), TOP, x(i * stepX),
                    TOP + PLOT_HEIGHT);
            text(x(i * stepX), TOP + PLOT_HEIGHT + 18, "middle", EmulatedCluster.number(i * stepX));
        }
        for (int i = 0; i * stepY <= mostY * 1.001; i++) {
            add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, y(i * stepY), LEFT + PLOT_WIDTH,
                    y(i * stepY));
            text(LEFT - 8, y(i * stepY) + 4, "end", EmulatedCluster.number(i * stepY));
        }
        text(LEFT + PLOT_WIDTH / 2.0, TOP + PLOT_HEIGHT + 42, "middle", xLabel);
        text(LEFT, TOP - 16, "middle", yLabel);
    }

    private void line(Line line, int place) {
        String dash = line.dashed() ? " stroke-dasharray=\"6 4\"" : "";
        StringBuilder path = new StringBuilder();
        line.points().forEach(p -> path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(p.x()), y(p.y()))));
        add("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"%s\"/>", line.colour(), dash, path.toString().strip());
        line.points().forEach(p -> add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x(p.x()), y(p.y()), line.colour()));
        int left = LEFT + PLOT_WIDTH + 16;
        int top = TOP + 8 + place * LEGEND_STEP;
        add("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"%s/>", left, top, left + 28, top,
                line.colour(), dash);
        text(left + 34, top + 4, "start", line.title());
    }

    private double x(double value) {
        return LEFT + value / mostX * PLOT_WIDTH;
    }

    private double y(double value) {
        return TOP + PLOT_HEIGHT - value / mostY * PLOT_HEIGHT;
    }

    private void text(double x, double y, String anchor, String words) {
        String safe = words.replace("&", "&amp;").replace("<", "&lt;");
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, safe);
    }

    private void add(String pattern, Object... values) {
        svg.append(String.format(Locale.ROOT, pattern, values)).append('\n');
    }
}
