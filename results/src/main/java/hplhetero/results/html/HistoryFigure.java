package hplhetero.results.html;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What this machine reached before, with this run marked. */
final class HistoryFigure {
    private static final String TITLE = "This machine's history";
    private static final int MOST_PROGRAMS = 6;

    private HistoryFigure() {
    }

    /** Empty where nothing is known of earlier runs: a first run has no history. */
    static Optional<Figure> of(Sweep sweep, Optional<TestResult> best, List<HistoryEntry> history) {
        Set<Instant> now = sweep.tests().stream().map(test -> test.result().start()).filter(start -> start != null)
                .collect(Collectors.toSet());
        String machine = machine(sweep.run());
        List<HistoryEntry> earlier = history.stream().filter(entry -> entry.machine().equals(machine) && !now.contains(entry.start())
                && entry.gflops() > 0 && (entry.status() == CheckStatus.PASSED || entry.status() == CheckStatus.UNCHECKED))
                .sorted(Comparator.comparing(HistoryEntry::start)).toList();
        return earlier.isEmpty() ? Optional.empty() : Optional.of(drawn(machine, earlier, best));
    }

    /** As the history names it. */
    static String machine(RunDescription run) {
        int others = run.hosts().size() - 1;
        return run.hosts().getFirst().name() + (others == 0 ? "" : " + " + others);
    }

    private static Figure drawn(String machine, List<HistoryEntry> earlier, Optional<TestResult> best) {
        List<Line> lines = new ArrayList<>();
        best.map(TestResult::result).ifPresent(result -> lines.add(new Line("this run", RankColors.inPage(3), false, List.of(new Point(
                result.start().getEpochSecond(), result.gflops(), Words.title(result.hplCase()) + ": " + Words.gflops(result.gflops()))))));
        Map<String, List<HistoryEntry>> byProgram = earlier.stream().collect(Collectors.groupingBy(HistoryEntry::program, TreeMap::new,
                Collectors.toList()));
        byProgram.entrySet().stream().sorted(Comparator.comparing((Map.Entry<String, List<HistoryEntry>> each) ->
                each.getValue().getLast().start()).reversed()).limit(MOST_PROGRAMS).forEach(each -> lines.add(new Line(each.getKey(),
                RankColors.inPage(lines.size() >= 3 ? lines.size() + 1 : lines.size()), true,
                each.getValue().stream().map(HistoryFigure::point).toList())));
        HistoryEntry most = earlier.stream().max(Comparator.comparingDouble(HistoryEntry::gflops)).orElseThrow();
        String words = Words.count(earlier.size(), "earlier test") + " on " + machine + " passed or went unchecked; the fastest, N="
                + most.n() + ", reached " + Words.gflops(most.gflops()) + best.map(test -> ", against which this run's best has "
                + Words.percent(test.result().gflops() / most.gflops())).orElse("") + ".";
        return Figure.of(TITLE, LineChart.overDates(new Caption(TITLE, words), "start, UTC", "GFLOPS", lines), List.of(), words);
    }

    private static Point point(HistoryEntry entry) {
        return new Point(entry.start().getEpochSecond(), entry.gflops(), entry.start() + ", N=" + entry.n() + " NB=" + entry.nb() + " P="
                + entry.p() + " Q=" + entry.q() + ": " + Words.gflops(entry.gflops()));
    }
}
