package hplhetero.results.html;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.results.chart.GanttChart;
import hplhetero.results.chart.GanttChart.Bar;
import hplhetero.results.chart.GanttChart.Section;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.Svg.Caption;
import hplhetero.results.chart.Theme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The picture of the first, a middle and a late panel step: a row for each worker, with a bar for each of its activities. */
final class StepFigure {
    private static final String TITLE = "Three panel steps";
    private static final int MOST_ROWS = 48;
    /** The most spans that are drawn, so that the page stays small; each span takes some 130 bytes. */
    private static final int MOST_SPANS = 12_000;
    /** The shortest break between two spans that can be seen, as a share of a step. */
    private static final double LEAST_BREAK = 5e-4;
    private static final double MILLI = 1e3;
    private static final Map<Phase, Kind> KINDS = new EnumMap<>(Phase.class);

    static {
        kind(Phase.DGEMM, "dgemm", "#56b4e9");
        kind(Phase.DTRSM, "dtrsm", "#0072b2");
        kind(Phase.PACK, "pack", "#004c78");
        kind(Phase.SWAP, "swap", "#d55e00");
        kind(Phase.FACTORIZATION, "factorization", "#009e73");
        kind(Phase.PIVOTING, "pivoting", "#cc79a7");
        kind(Phase.BROADCAST, "broadcast", "#e69f00");
        kind(Phase.SOLVE, "solve", "#7f7f7f");
        kind(Phase.WAITING, "waiting", "#c9ced4");
    }

    /** A span of a worker, with the row in which the span is drawn. */
    private record Done(int row, String who, Span span) {
    }

    private final Map<Integer, List<Done>> steps = new TreeMap<>();
    private final List<String> rows = new ArrayList<>();

    private StepFigure() {
    }

    private static void kind(Phase phase, String name, String colour) {
        KINDS.put(phase, new Kind(phase.label(), Theme.PAGE.colour(name, colour)));
    }

    /** Returns the picture of a test, or a figure that says why there is none. */
    static Figure of(CaseResult result) {
        List<RankSeries> ranks = result.timeSeries().map(TimeSeries::ranks).orElse(List.of()).stream()
                .filter(rank -> !rank.spans().isEmpty()).sorted(Comparator.comparingInt(RankSeries::rank)).toList();
        if (ranks.isEmpty()) {
            return Figure.missing(TITLE, "No panel step of this test was recorded.");
        }
        Map<Integer, String> hosts = result.ranks().stream().collect(Collectors.toMap(RankReport::rank, RankReport::host));
        long workers = ranks.stream().mapToLong(rank -> rank.spans().stream().mapToInt(Span::worker).distinct().count()).sum();
        long spans = ranks.stream().mapToLong(rank -> rank.spans().size()).sum();
        int every = (int) Math.max(Math.ceilDiv(workers, MOST_ROWS), Math.ceilDiv(spans, MOST_SPANS));
        StepFigure figure = new StepFigure();
        for (int i = 0; i < ranks.size(); i += every) {
            figure.add(ranks.get(i), hosts.getOrDefault(ranks.get(i).rank(), ""));
        }
        List<Section> sections = figure.steps.entrySet().stream().map(step -> figure.section(step.getKey(), step.getValue(),
                result.timeSeries().orElseThrow().panels())).toList();
        String words = "One row for each worker, named rank.worker. Each step has its own time scale."
                + (every == 1 ? "" : " Of the " + ranks.size() + " recorded ranks, one in " + every + " is drawn.");
        List<Kind> legend = KINDS.entrySet().stream().filter(kind -> figure.steps.values().stream().flatMap(List::stream)
                .anyMatch(done -> done.span().phase() == kind.getKey())).map(Map.Entry::getValue).toList();
        return Figure.of(TITLE, GanttChart.inPage(new Caption(TITLE, Texts.count(sections.size(), "step") + ", "
                + Texts.count(figure.rows.size(), "row")), figure.rows, sections), legend, words).inFullWidth();
    }

    private void add(RankSeries rank, String host) {
        Map<Integer, List<Span>> byWorker = rank.spans().stream().collect(Collectors.groupingBy(Span::worker, TreeMap::new,
                Collectors.toList()));
        byWorker.forEach((worker, spans) -> {
            String who = "rank " + rank.rank() + (byWorker.size() == 1 ? "" : " worker " + worker);
            spans.forEach(span -> steps.computeIfAbsent(span.step(), step -> new ArrayList<>()).add(new Done(rows.size(), who, span)));
            rows.add(label(rank.rank() + (byWorker.size() == 1 ? "" : "." + worker), host));
        });
    }

    /** Returns a row's label, cut to the room before a row. */
    private static String label(String who, String host) {
        String words = who + " " + host;
        return words.length() <= 18 ? words : words.substring(0, 17) + "…";
    }

    private Section section(int step, List<Done> done, int panels) {
        double begin = done.stream().mapToDouble(one -> one.span().begin()).min().orElseThrow();
        double end = done.stream().mapToDouble(one -> one.span().end()).max().orElseThrow();
        double least = (end - begin) * LEAST_BREAK;
        List<Bar> bars = new ArrayList<>();
        List<Done> ordered = done.stream().sorted(Comparator.comparingInt(Done::row).thenComparingDouble(one -> one.span().begin()))
                .toList();
        Done open = ordered.getFirst();
        for (Done next : ordered.subList(1, ordered.size())) {
            if (next.row() == open.row() && next.span().phase() == open.span().phase() && next.span().begin() - open.span().end() < least) {
                open = new Done(open.row(), open.who(), new Span(step, open.span().worker(), open.span().phase(), open.span().begin(),
                        Math.max(open.span().end(), next.span().end())));
            } else {
                bars.add(bar(open));
                open = next;
            }
        }
        bars.add(bar(open));
        return new Section(String.format(Locale.ROOT, "Panel %d of %d, from %.4f s on", step + 1, panels, begin), bars, List.of(),
                List.of());
    }

    private static Bar bar(Done one) {
        Kind kind = KINDS.get(one.span().phase());
        return new Bar(one.row(), one.span().begin(), one.span().end(), kind, 0, kind, String.format(Locale.ROOT,
                "%s: %s, %.4g ms from %.6g s on", one.who(), kind.name(), (one.span().end() - one.span().begin()) * MILLI,
                one.span().begin()));
    }
}
