package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.results.RunDescription.Peak;
import hplhetero.results.TestResult;
import hplhetero.results.chart.LineChart;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.chart.RankColors;
import hplhetero.results.chart.Svg.Caption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The picture of GFLOPS over the run, panel by panel, beside the predicted rates. */
final class RateFigure {
    private static final String TITLE = "GFLOPS over the run";
    private static final double GIGA = 1e9;
    /** The largest Rpeak that is drawn, as a multiple of the fastest rate: a higher peak would leave no room for the rates. */
    private static final double FAR = 2.5;
    /**
     * The shortest interval over which a rate is drawn, as a share of the run's time. Over a shorter one, a rate says how late one rank was
     * and not how fast all ranks are.
     */
    private static final double LEAST_INTERVAL = 0.005;

    private final HplCase hplCase;
    private final List<Integer> after;

    private RateFigure(HplCase hplCase, List<Integer> after) {
        this.hplCase = hplCase;
        this.after = after;
    }

    /**
     * Returns the picture of a test, or a figure that says why there is none.
     *
     * @param test the test
     * @param peak Rpeak, where it is known
     */
    static Figure of(TestResult test, Optional<Peak> peak) {
        CaseResult result = test.result();
        TimeSeries series = result.timeSeries().orElse(null);
        if (series == null || series.ranks().isEmpty()) {
            return Figure.missing(TITLE, "Nothing was recorded while this test ran.");
        }
        RateFigure figure = new RateFigure(result.hplCase(), series.after());
        List<Point> measured = figure.rates(figure.times(series));
        if (measured.isEmpty()) {
            return Figure.missing(TITLE, "The recorded points are not in the order of time.");
        }
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("measured", RankColors.inPage(0), false, measured));
        boolean predicted = !test.predicted().isEmpty() && test.predicted().size() == series.after().size();
        if (predicted) {
            lines.add(new Line("predicted", RankColors.inPage(3), true, figure.rates(test.predicted())));
        }
        int n = result.hplCase().n();
        lines.add(level("whole run", result.gflops(), n, RankColors.inPage(2)));
        double fastest = measured.stream().mapToDouble(Point::y).max().orElseThrow();
        boolean near = peak.filter(p -> p.gflops() < FAR * fastest).isPresent();
        if (near) {
            lines.add(level("Rpeak", peak.get().gflops(), n, RankColors.inPage(7)));
        }
        String words = "The rate from one recorded point to the next, by the operations of the panels in between. "
                + (predicted ? "The dashed line is the model's prediction." : result.adaptation().hasMoved()
                        ? "A prediction would be for the map of the start, and block columns moved." : "There was no prediction.")
                + (near || peak.isEmpty() ? "" : " Rpeak lies far above, at " + Texts.gflops(peak.get().gflops()) + ".");
        String described = Texts.count(measured.size(), "point") + ", fastest " + Texts.gflops(fastest) + ", whole run "
                + Texts.gflops(result.gflops());
        return Figure.of(TITLE, LineChart.inPage(new Caption(TITLE, described), "columns factored, of N=" + n, "GFLOPS", lines), List.of(),
                words);
    }

    private static Line level(String title, double gflops, int n, String colour) {
        return new Line(title, colour, false, List.of(new Point(0, gflops), new Point(n, gflops)));
    }

    /** Returns the seconds at which the last rank reached each point, indexed by point. */
    private List<Double> times(TimeSeries series) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            double latest = 0;
            for (RankSeries rank : series.ranks()) {
                latest = Math.max(latest, rank.seconds().get(i));
            }
            times.add(latest);
        }
        return times;
    }

    /** Returns the rate of each interval, as a point in the middle of the columns that were factored in the interval. */
    private List<Point> rates(List<Double> times) {
        List<Point> rates = new ArrayList<>();
        int before = 0;
        double began = 0;
        for (int i : ends(times)) {
            int columns = columns(after.get(i));
            rates.add(new Point((before + columns) / 2.0, (left(before) - left(columns)) / GIGA / (times.get(i) - began)));
            before = columns;
            began = times.get(i);
        }
        return rates;
    }

    /**
     * Returns the indices of the points at which intervals end. A point hardly later than the one before is joined with the next interval,
     * and points left at the end with the last one. Only the back substitution may lie between the last two points.
     */
    private List<Integer> ends(List<Double> times) {
        List<Integer> ends = new ArrayList<>();
        double least = LEAST_INTERVAL * times.getLast();
        int before = 0;
        double began = 0;
        int last = 0;
        for (int i = 0; i < times.size(); i++) {
            last = columns(after.get(i)) > columns(after.get(last)) ? i : last;
            if (times.get(i) > began + least && columns(after.get(i)) > before) {
                ends.add(i);
                before = columns(after.get(i));
                began = times.get(i);
            }
        }
        if (!ends.isEmpty()) {
            ends.set(ends.size() - 1, last);
        }
        return ends;
    }

    private int columns(int panels) {
        return (int) Math.min(hplCase.n(), (long) panels * hplCase.nb());
    }

    /**
     * Returns the operations left when {@code columns} columns are factored: those of a system whose order is the number of columns left.
     */
    private double left(int columns) {
        return hplCase.with(hplCase.n() - columns, hplCase.nb(), hplCase.threshold()).flops();
    }
}
