package hplhetero.run.net.paper;

import hplhetero.results.chart.LineChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A figure of a paper, made again.
 *
 * @param name   of its files: {@code torus-2}
 * @param title  for people
 * @param xLabel what x is
 * @param xs     by which all series go
 * @param yLabel what y is, with its unit
 * @param series in the order of the legend
 */
record Figure(String name, String title, String xLabel, double[] xs, String yLabel, List<Series> series) {
    /** Told apart by the colour-blind too (Okabe and Ito), once plain and once dashed. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999");
    /** From so many on, x are bytes. */
    private static final double LEAST_BYTES = 64;
    /** Of a line as drawn; of more, so many are taken, equally spread. */
    private static final int MOST_POINTS = 100;

    /**
     * A line of it.
     *
     * @param ys at each x
     */
    record Series(String title, double[] ys) {
    }

    Figure {
        series = List.copyOf(series);
    }

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
