package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.chart.LineChart;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.chart.RankColors;
import hplhetero.results.chart.Svg.Caption;
import hplhetero.results.history.HistoryEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The picture of the rates of earlier runs on the same machine, with the present run marked. */
final class HistoryFigure {
    private static final String TITLE = "This machine's history";
    /** The most lines that are drawn: more have no room for their names. */
    private static final int MOST_SERIES = 6;

    private HistoryFigure() {
    }

    /** The key of a line of the picture. A line joins rates of one case, measured by one program. */
    private record Series(String program, int n, int nb, int p, int q) {
        static Series of(HistoryEntry e) {
            return new Series(e.program(), e.n(), e.nb(), e.p(), e.q());
        }

        /**
         * Returns the line on which the rates of a case belong: the one for its N, NB, P and Q and for the program that ran the newest of
         * its earlier tests.
         *
         * @param c       the case
         * @param earlier earlier tests, the oldest first
         */
        static Series of(HplCase c, List<HistoryEntry> earlier) {
            String program = earlier.reversed().stream().map(Series::of).filter(one -> one.n == c.n() && one.nb == c.nb() && one.p == c.p()
                    && one.q == c.q()).map(Series::program).findFirst().orElse("");
            return new Series(program, c.n(), c.nb(), c.p(), c.q());
        }

        String title(boolean severalPrograms) {
            return "N " + n + " NB " + nb + " " + p + "x" + q + (severalPrograms ? ", " + program : "");
        }
    }

    /** Returns the picture; empty where no earlier run on this machine is known. */
    static Optional<Figure> of(Sweep sweep, Optional<TestResult> best, List<HistoryEntry> history) {
        Set<Instant> now = sweep.tests().stream().map(test -> test.result().start()).filter(start -> start != null)
                .collect(Collectors.toSet());
        String machine = machine(sweep.run());
        List<HistoryEntry> earlier = history.stream().filter(entry -> entry.machine().equals(machine) && !now.contains(entry.start())
                && entry.gflops() > 0 && (entry.status() == CheckStatus.PASSED || entry.status() == CheckStatus.UNCHECKED))
                .sorted(Comparator.comparing(HistoryEntry::start)).toList();
        return earlier.isEmpty() ? Optional.empty() : Optional.of(drawn(machine, earlier, best));
    }

    /** Returns the name of the machine of a run, as the history names it. */
    static String machine(RunDescription run) {
        int others = run.hosts().size() - 1;
        return run.hosts().getFirst().name() + (others == 0 ? "" : " + " + others);
    }

    private static Figure drawn(String machine, List<HistoryEntry> earlier, Optional<TestResult> best) {
        List<Line> lines = new ArrayList<>();
        best.map(TestResult::result).ifPresent(result -> lines.add(new Line("this run", RankColors.inPage(3), false, List.of(new Point(
                result.start().getEpochSecond(), result.gflops(), Texts.title(result.hplCase()) + ": " + Texts.gflops(result.gflops()))))));
        boolean severalPrograms = earlier.stream().map(HistoryEntry::program).distinct().count() > 1;
        Optional<Series> own = best.map(TestResult::result).map(result -> Series.of(result.hplCase(), earlier));
        Map<Series, List<HistoryEntry>> all = earlier.stream().collect(Collectors.groupingBy(Series::of, LinkedHashMap::new,
                Collectors.toList()));
        all.entrySet().stream().sorted(Comparator.comparing((Map.Entry<Series, List<HistoryEntry>> each) -> own.isEmpty()
                || !own.get().equals(each.getKey())).thenComparing(each -> -each.getValue().size())).limit(MOST_SERIES)
                .forEach(each -> lines.add(new Line(each.getKey().title(severalPrograms),
                        RankColors.inPage(lines.size() >= 3 ? lines.size() + 1 : lines.size()), true,
                        each.getValue().stream().map(HistoryFigure::point).toList())));
        HistoryEntry most = earlier.stream().max(Comparator.comparingDouble(HistoryEntry::gflops)).orElseThrow();
        String words = Texts.count(earlier.size(), "earlier test") + " on " + machine + " passed or were not checked. The fastest, N="
                + most.n() + ", reached " + Texts.gflops(most.gflops()) + best.map(test -> "; the best of this run reached "
                + Texts.percent(test.result().gflops() / most.gflops()) + " of that").orElse("")
                + ". A line joins tests of equal N, NB and grid" + (all.size() > MOST_SERIES
                ? "; of " + all.size() + " lines, the " + MOST_SERIES + " with the most tests are drawn" : "") + ".";
        return Figure.of(TITLE, LineChart.overDates(new Caption(TITLE, words), "start, UTC", "GFLOPS", lines), List.of(), words);
    }

    private static Point point(HistoryEntry entry) {
        return new Point(entry.start().getEpochSecond(), entry.gflops(), entry.start() + ", N=" + entry.n() + " NB=" + entry.nb() + " P="
                + entry.p() + " Q=" + entry.q() + ": " + Texts.gflops(entry.gflops()));
    }
}
