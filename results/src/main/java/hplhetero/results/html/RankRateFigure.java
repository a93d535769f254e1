package hplhetero.results.html;

import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.RateSample;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.LineChart;
import hplhetero.results.chart.LineChart.Background;
import hplhetero.results.chart.LineChart.Band;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Mark;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.chart.RankColors;
import hplhetero.results.chart.Svg.Caption;
import hplhetero.results.chart.Theme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The picture of each rank's rate over the run, with the times at which block columns moved. */
final class RankRateFigure {
    private static final String TITLE = "Rates by rank over the run";
    /** The most ranks that have a line each. Of more ranks, those whose rates changed most have one, and a band holds the others. */
    private static final int MOST_LINES = 8;
    private static final String MARK = Theme.PAGE.colour("ink", "#1b1f24");
    private static final String BAND = Theme.PAGE.colour("band", "#dde2e7");
    private static final String EDGE = Theme.PAGE.colour("soft", "#57606a");

    private final HplCase hplCase;
    private final Adaptation seen;
    private final Map<Integer, String> hosts;

    private RankRateFigure(CaseResult result) {
        hplCase = result.hplCase();
        seen = result.adaptation();
        hosts = result.ranks().stream().collect(Collectors.toMap(RankReport::rank, RankReport::host));
    }

    /** Returns the picture of a test, or a figure that says why there is none; empty where no rates were watched. */
    static Optional<Figure> of(CaseResult result) {
        return result.adaptation().watched() ? Optional.of(new RankRateFigure(result).figure()) : Optional.empty();
    }

    private Figure figure() {
        List<Integer> ranks = IntStream.range(0, seen.rates().stream().mapToInt(sample -> sample.gflops().size()).max().orElse(0)).boxed()
                .filter(rank -> !points(rank).isEmpty()).toList();
        if (ranks.isEmpty()) {
            return Figure.missing(TITLE, "The run was too short for the rates of its ranks to be seen.");
        }
        List<Integer> drawn = ranks.size() <= MOST_LINES ? ranks : ranks.stream()
                .sorted(Comparator.comparingDouble((Integer rank) -> -change(rank))).limit(MOST_LINES).sorted().toList();
        List<Integer> others = ranks.stream().filter(rank -> !drawn.contains(rank)).toList();
        List<Line> lines = IntStream.range(0, drawn.size()).mapToObj(i -> line(drawn.get(i), colour(drawn, i))).toList();
        String svg = LineChart.inPage(new Caption(TITLE, described(ranks.size())), "columns factored, of N=" + hplCase.n(), "GFLOPS", lines,
                new Background(others.isEmpty() ? List.of() : List.of(band(others)), seen.moves().stream().map(this::mark).toList()));
        return Figure.of(TITLE, svg, legend(others.size()), words(ranks.size(), others.size()));
    }

    private Line line(int rank, String colour) {
        return new Line(("rank " + rank + " " + hosts.getOrDefault(rank, "")).strip(), colour, false, points(rank));
    }

    /** Returns the colour of a line: that of its rank where the ranks have colours that stand out on dark pages too, else one of these. */
    private static String colour(List<Integer> drawn, int place) {
        return RankColors.inPage(drawn.getLast() < MOST_LINES ? drawn.get(place) : place);
    }

    /** Returns the points of a rank's rate; none where it was never seen. */
    private List<Point> points(int rank) {
        return seen.rates().stream().filter(sample -> isKnown(sample, rank)).map(sample -> new Point(columns(sample.panel()),
                sample.gflops().get(rank))).toList();
    }

    private static boolean isKnown(RateSample sample, int rank) {
        return rank < sample.gflops().size() && sample.gflops().get(rank) > 0;
    }

    private int columns(int panels) {
        return CaseMaps.columns(hplCase, panels);
    }

    /**
     * Returns by how much a rank's rate changed against the mean of all ranks, as the largest logarithm of the ratio to the first sample.
     * Changes count by the share of columns that were left then, because rates of small updates differ anyway.
     */
    private double change(int rank) {
        double first = Double.NaN;
        double most = 0;
        for (RateSample sample : seen.rates()) {
            if (isKnown(sample, rank)) {
                double relative = Math.log(sample.gflops().get(rank)
                        / sample.gflops().stream().filter(rate -> rate > 0).mapToDouble(Double::doubleValue).average().orElseThrow());
                first = Double.isNaN(first) ? relative : first;
                most = Math.max(most, Math.abs(relative - first) * (1 - CaseMaps.factored(hplCase, sample.panel())));
            }
        }
        return most;
    }

    private Band band(List<Integer> ranks) {
        List<Point> lowest = new ArrayList<>();
        List<Point> highest = new ArrayList<>();
        for (RateSample sample : seen.rates()) {
            DoubleSummaryStatistics rates = ranks.stream().filter(rank -> isKnown(sample, rank))
                    .mapToDouble(rank -> sample.gflops().get(rank)).summaryStatistics();
            if (rates.getCount() > 0) {
                lowest.add(new Point(columns(sample.panel()), rates.getMin()));
                highest.add(new Point(columns(sample.panel()), rates.getMax()));
            }
        }
        return new Band(BAND, EDGE, lowest, highest);
    }

    private Mark mark(MapMove move) {
        return new Mark(columns(move.panel()), MARK, Texts.count(move.columns(), "block column") + " moved after "
                + Texts.digits(move.seconds()) + " s" + (move.why().isBlank() ? "" : ": " + move.why()));
    }

    private List<Kind> legend(int others) {
        List<Kind> legend = new ArrayList<>();
        if (seen.hasMoved()) {
            legend.add(new Kind("block columns moved", MARK));
        }
        if (others > 0) {
            legend.add(new Kind("the other " + Texts.count(others, "rank") + ", slowest to fastest", BAND));
        }
        return legend;
    }

    private String described(int ranks) {
        String when = seen.moves().stream().map(move -> Texts.percent(CaseMaps.factored(hplCase, move.panel())))
                .collect(Collectors.joining(", "));
        return Texts.count(ranks, "rank") + ", " + Texts.count(seen.rates().size(), "sample") + ", "
                + (when.isEmpty() ? "no block column moved" : "block columns moved at " + when + " of the columns");
    }

    private String words(int ranks, int others) {
        return "The rate at which a rank updated the trailing matrix, without the time for which it waited. "
                + (seen.hasMoved() ? "A dashed line marks when block columns moved." : "No block column moved.")
                + (others == 0 ? "" : " Of " + ranks + " ranks, the " + MOST_LINES + " whose rates changed most against the others have a "
                        + "line.");
    }
}
