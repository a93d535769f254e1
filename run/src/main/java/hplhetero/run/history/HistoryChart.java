package hplhetero.run.history;

import hplhetero.input.text.InputException;
import hplhetero.results.chart.LineChart;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.KeptTest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A chart of GFLOPS over time, with a line for each machine and N. */
final class HistoryChart {
    /** The most lines, so that the legend holds them all. Lines with the most points are drawn. */
    static final int MOST_LINES = 12;
    private static final String[] COLOURS = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b"};
    private static final double SECONDS_A_DAY = 86400;

    private HistoryChart() {
    }

    /** The tests that one line shows: those of one machine and N, emulated or not. */
    private record Series(String machine, int n, boolean emulated) {
        /** Returns the line to which a test belongs. */
        static Series of(KeptTest test) {
            return new Series(test.entry().machine(), test.entry().n(), test.environment().isEmulated());
        }

        /** Returns the name of the line in the legend. */
        String title() {
            return Shown.name(machine) + " N=" + n + (emulated ? ", emulated" : "");
        }
    }

    /**
     * Returns the text of an SVG file with the chart of those tests that passed.
     *
     * @param tests the results to draw, in any order
     * @throws InputException where no test has a rate that counts
     */
    static String svg(List<KeptTest> tests) {
        List<KeptTest> good = tests.stream().filter(test -> test.isGood() && test.entry().gflops() > 0)
                .sorted(Comparator.comparing(test -> test.entry().start())).toList();
        if (good.isEmpty()) {
            throw new InputException("--picture: none of the " + tests.size() + " results has a rate to draw: choose others, or run a test "
                    + "first");
        }
        Instant first = good.getFirst().entry().start();
        // the axis begins at zero, and a point must lie beyond it
        Instant zero = first.minusSeconds(1).atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS).toInstant();
        Map<Series, List<KeptTest>> all = good.stream()
                .collect(Collectors.groupingBy(Series::of, LinkedHashMap::new, Collectors.toList()));
        List<Line> lines = new ArrayList<>();
        all.entrySet().stream().sorted(Comparator.comparingInt((Map.Entry<Series, List<KeptTest>> one) -> -one.getValue().size()))
                .limit(MOST_LINES).forEach(one -> lines.add(new Line(one.getKey().title(), COLOURS[lines.size() % COLOURS.length],
                        one.getKey().emulated() || lines.size() >= COLOURS.length,
                        one.getValue().stream().map(test -> point(test.entry(), zero)).toList())));
        String title = "Results of HPL" + (all.size() > MOST_LINES ? ", " + MOST_LINES + " of " + all.size() + " machines and N" : "");
        return LineChart.svg(title, "days since " + zero.atOffset(ZoneOffset.UTC).toLocalDate(), "GFLOPS", lines);
    }

    private static Point point(HistoryEntry entry, Instant zero) {
        return new Point(Duration.between(zero, entry.start()).toMillis() / 1e3 / SECONDS_A_DAY, entry.gflops());
    }
}
