package hplhetero.results.html;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.HostRun;
import hplhetero.results.burnin.HostVerdict;
import hplhetero.results.burnin.Verdicts;
import hplhetero.results.chart.LineChart;
import hplhetero.results.chart.LineChart.Background;
import hplhetero.results.chart.LineChart.Line;
import hplhetero.results.chart.LineChart.Point;
import hplhetero.results.chart.RankColors;
import hplhetero.results.chart.RateMap;
import hplhetero.results.chart.Svg.Caption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pictures of a burn-in: each run of each host, and the bad hosts over time beside what is usual for their kinds. */
final class BurnInFigures {
    private static final String MAP = "Rates over time and over hosts";
    private static final String LINES = "Bad hosts over time";
    /** The most rows of the map; bad hosts come first. */
    private static final int MOST_ROWS = 100;
    private static final int MOST_LINES = 6;
    private static final double MINUTE = 60;
    private static final double NANOS = 1e9;

    private final BurnIn burnIn;
    /** The median of the medians of the hosts of each kind, in GFLOPS. */
    private final Map<String, Double> usual;

    private BurnInFigures(BurnIn burnIn, Verdicts verdicts) {
        this.burnIn = burnIn;
        usual = verdicts.hosts().stream().filter(HostVerdict::wasTested).collect(Collectors.groupingBy(host -> host.host().kind(),
                Collectors.collectingAndThen(Collectors.toList(), BurnInFigures::median)));
    }

    static List<Figure> of(BurnIn burnIn, Verdicts verdicts) {
        BurnInFigures figures = new BurnInFigures(burnIn, verdicts);
        List<HostVerdict> tested = verdicts.hosts().stream().filter(HostVerdict::wasTested).toList();
        if (tested.isEmpty()) {
            return List.of(Figure.missing(MAP, "No run ended."));
        }
        List<Figure> all = new ArrayList<>(List.of(figures.map(tested)));
        List<HostVerdict> bad = tested.stream().filter(HostVerdict::isBad).limit(MOST_LINES).toList();
        if (!bad.isEmpty()) {
            all.add(figures.lines(bad));
        }
        return all;
    }

    private static double median(List<HostVerdict> hosts) {
        double[] sorted = hosts.stream().mapToDouble(host -> host.numbers().gflops()).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private double minutes(HostRun run) {
        return Math.max(0, Duration.between(burnIn.start(), run.start()).toNanos() / NANOS / MINUTE);
    }

    private Figure map(List<HostVerdict> hosts) {
        List<HostVerdict> shown = Stream.concat(hosts.stream().filter(HostVerdict::isBad), hosts.stream().filter(host -> !host.isBad()))
                .limit(MOST_ROWS).toList();
        List<RateMap.Row> rows = shown.stream().map(host -> new RateMap.Row(host.host().host(), host.isBad(),
                host.host().runs().stream().map(run -> cell(host, run)).toList())).toList();
        String words = "Each cell is a run of HPL on one host. Orange: slower than the median host of its kind, blue: faster; darkest from "
                + "15 % on. Red: its result was wrong. Bad hosts are marked and come first."
                + (hosts.size() > shown.size() ? " " + shown.size() + " of " + hosts.size() + " hosts are shown." : "");
        return Figure.of(MAP, RateMap.inPage(new Caption(MAP, words), "minutes since the start", rows), List.of(), words).inFullWidth();
    }

    private RateMap.Cell cell(HostVerdict host, HostRun run) {
        boolean right = run.passed() && run.faults() == 0;
        double share = run.gflops() / usual.get(host.host().kind());
        return new RateMap.Cell(minutes(run), minutes(run) + run.seconds() / MINUTE, right ? share : Double.NaN, host.host().host() + ", "
                + run.start() + ": " + Texts.gflops(run.gflops()) + ", " + Texts.percent(share) + " of its kind's median"
                + (right ? "" : run.passed() ? ", wrong values found" : ", residual too large"));
    }

    private Figure lines(List<HostVerdict> bad) {
        List<Line> lines = new ArrayList<>();
        for (HostVerdict host : bad) {
            lines.add(new Line(host.host().host(), RankColors.inPage(lines.size()), false, host.host().runs().stream()
                    .filter(run -> Double.isFinite(run.gflops())).map(run -> new Point(minutes(run),
                    100 * run.gflops() / usual.get(host.host().kind()), host.host().host() + ": " + Texts.gflops(run.gflops()))).toList()));
        }
        lines.removeIf(line -> line.points().isEmpty());
        if (lines.isEmpty()) {
            return Figure.missing(LINES, "No run of a bad host has a rate.");
        }
        double end = burnIn.seconds() / MINUTE;
        lines.add(new Line("median of its kind", RankColors.inPage(7), true, List.of(new Point(0, 100), new Point(end, 100))));
        String words = "Rate of each run of the bad hosts, as a share of the median host of its kind.";
        return Figure.of(LINES, LineChart.inPage(new Caption(LINES, words), "minutes since the start", "% of the kind's median", lines,
                Background.NONE), List.of(), words);
    }
}
