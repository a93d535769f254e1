package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.chart.LineChart;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.chart.RankColors;
import hplhetero.results.chart.Svg.Caption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The picture of a sweep's rates: over N, with a line for each NB; of a single N, over NB, with a line for each grid. */
final class SweepFigure {
    private static final String TITLE = "The sweep";
    private static final int MOST_LINES = 8;

    private SweepFigure() {
    }

    /** Returns the picture of a sweep, or a figure that says why there is none. */
    static Figure of(Sweep sweep) {
        List<CaseResult> solved = sweep.tests().stream().map(TestResult::result)
                .filter(result -> result.gflops() > 0 && result.status() != CheckStatus.FAILED).toList();
        boolean manyN = distinct(solved, HplCase::n) > 1;
        if (!manyN && distinct(solved, HplCase::nb) < 2) {
            return Figure.missing(TITLE, solved.size() < 2 ? "Fewer than two tests have a valid rate."
                    : "All tests have the same N and the same NB.");
        }
        Map<String, List<CaseResult>> lines = manyN ? grouped(solved, c -> "NB " + c.nb())
                : grouped(solved, c -> c.p() + " x " + c.q());
        return drawn(lines, solved.size(), manyN);
    }

    private static long distinct(List<CaseResult> results, Function<HplCase, Integer> value) {
        return results.stream().map(result -> value.apply(result.hplCase())).distinct().count();
    }

    /** Returns the results by the name of their line, in the order of the sweep. */
    private static Map<String, List<CaseResult>> grouped(List<CaseResult> results, Function<HplCase, String> name) {
        return results.stream().collect(Collectors.groupingBy(result -> name.apply(result.hplCase()), LinkedHashMap::new,
                Collectors.toList()));
    }

    private static Figure drawn(Map<String, List<CaseResult>> groups, int solved, boolean overN) {
        double least = groups.values().stream().map(SweepFigure::best).sorted(Comparator.reverseOrder()).limit(MOST_LINES)
                .reduce((higher, lower) -> lower).orElseThrow();
        List<Line> lines = new ArrayList<>();
        int points = 0;
        for (Map.Entry<String, List<CaseResult>> group : groups.entrySet()) {
            if (best(group.getValue()) >= least && lines.size() < MOST_LINES) {
                Line line = line(group.getKey(), group.getValue(), lines.size(), overN);
                points += line.points().size();
                lines.add(line);
            }
        }
        String words = "Each point is a test" + (points < solved ? "; of tests with the same place in the picture, the fastest" : "")
                + (groups.size() > lines.size() ? "; of " + groups.size() + " lines, the " + lines.size() + " highest are drawn"
                : "") + ".";
        Caption caption = new Caption(TITLE, Texts.count(lines.size(), "line") + ", " + Texts.count(points, "point"));
        return Figure.of(TITLE, LineChart.inPage(caption, overN ? "order of the matrix, N" : "blocking factor, NB", "GFLOPS", lines),
                List.of(), words);
    }

    private static double best(List<CaseResult> results) {
        return results.stream().mapToDouble(CaseResult::gflops).max().orElseThrow();
    }

    private static Line line(String name, List<CaseResult> results, int place, boolean overN) {
        Map<Integer, CaseResult> fastest = new TreeMap<>();
        results.forEach(result -> fastest.merge(overN ? result.hplCase().n() : result.hplCase().nb(), result,
                (one, other) -> one.gflops() >= other.gflops() ? one : other));
        return new Line(name, RankColors.inPage(place), place % 2 == 1, fastest.entrySet().stream()
                .map(each -> point(each.getKey(), each.getValue())).toList());
    }

    private static Point point(int x, CaseResult result) {
        return new Point(x, result.gflops(), Texts.title(result.hplCase()) + ": " + Texts.gflops(result.gflops()));
    }
}
