package hplhetero.run.net.paper;

import hplhetero.results.chart.LineChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A figure of a paper, made again.
 *
 * @param name   name of the figure's files, such as {@code torus-2}
 * @param title  title for people
 * @param xLabel what x is
 * @param xs     values of x, which all series share
 * @param yLabel what y is, with its unit
 * @param series the series in the order of the legend
 */
record Figure(String name, String title, String xLabel, double[] xs, String yLabel, List<Series> series) {
    /** Colours of lines, first solid and then dashed, that colour-blind people can tell apart (Okabe and Ito). */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999");
    /** The first x from which on x counts as bytes. */
    private static final double LEAST_BYTES = 64;
    /** The most points drawn of a line. Of more, this many are taken, equally spaced. */
    private static final int MOST_POINTS = 100;

    /**
     * A line of a figure.
     *
     * @param title title in the legend
     * @param ys    value at each x
     */
    record Series(String title, double[] ys) {
    }

    Figure {
        series = List.copyOf(series);
    }

    /**
     * Returns the text of an SVG file with the figure as a line chart. Where there are very many values of x, only some of them are drawn.
     */
    String svg() {
        List<LineChart.Line> lines = new ArrayList<>();
        for (int i = 0; i < series.size(); i++) {
            List<LineChart.Point> points = new ArrayList<>();
            for (int point = 0; point < Math.min(xs.length, MOST_POINTS); point++) {
                int x = xs.length <= MOST_POINTS ? point : point * (xs.length - 1) / (MOST_POINTS - 1);
                points.add(new LineChart.Point(xs[x], series.get(i).ys[x]));
            }
            lines.add(new LineChart.Line(series.get(i).title, COLOURS.get(i % COLOURS.size()), i >= COLOURS.size(), points));
        }
        return xs[0] >= LEAST_BYTES ? LineChart.overBytes(title, xLabel, yLabel, lines) : LineChart.svg(title, xLabel, yLabel, lines);
    }

    /** Returns the text of a CSV file: a heading, then a row for each value of x with x and the value of each series. */
    String csv() {
        StringBuilder text = new StringBuilder(xLabel.replace(',', ' '));
        series.forEach(each -> text.append(',').append(each.title));
        for (int x = 0; x < xs.length; x++) {
            text.append(String.format(Locale.ROOT, "%n%.0f", xs[x]));
            for (Series each : series) {
                text.append(String.format(Locale.ROOT, ",%.6g", each.ys[x]));
            }
        }
        return text.append('\n').toString();
    }
}
