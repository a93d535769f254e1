package hplhetero.run.net.hpl;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.hpl.simulate.Activity;
import hplhetero.hpl.simulate.SimulatedRun;
import hplhetero.hpl.simulate.Span;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;
import hplhetero.results.chart.GanttChart;
import hplhetero.results.chart.GanttChart.Bar;
import hplhetero.results.chart.GanttChart.Mark;
import hplhetero.results.chart.GanttChart.Section;
import hplhetero.results.chart.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Draws what ranks did in some steps of a simulated run. Consecutive steps stand beside each other, others below. */
final class RunGantt {
    private static final int MOST_ROWS = 64;
    private static final int MOST_KINDS = 3;
    private static final double MILLI = 1e3;
    // colours that colour-blind people can tell apart (Okabe and Ito)
    private static final Kind UPDATE = new Kind("updates", "#56b4e9");
    private static final Kind PANEL = new Kind("factors a panel", "#e69f00");
    private static final Kind PIVOTS = new Kind("waits for pivots", "#cc79a7");
    private static final Kind ROWS = new Kind("waits for rows", "#d55e00");
    private static final Kind PANELS = new Kind("waits for a panel", "#999999");

    private final SimulatedRun run;
    /** The row of each rank that is drawn, by rank; other ranks have no entry. */
    private final Map<Integer, Integer> rowOf = new LinkedHashMap<>();
    private final Fabric fabric;

    private RunGantt(SimulatedRun run) {
        this.run = run;
        fabric = run.fabric();
    }

    /**
     * Returns the text of an SVG file with the drawing. Where there are many ranks, only some are drawn, at equal distances.
     *
     * @param cluster the ranks and links
     * @param hplRun  the run that was simulated
     * @param run     the result of the simulation, with the steps that are drawn
     * @param title   title of the drawing
     */
    static String svg(Cluster cluster, HplRun hplRun, SimulatedRun run, String title) {
        RunGantt gantt = new RunGantt(run);
        List<Integer> ranks = byColumns(hplRun);
        int every = Math.ceilDiv(ranks.size(), MOST_ROWS);
        List<String> rows = new ArrayList<>();
        Placement placement = ClusterNetwork.of(cluster).found().placement();
        for (int i = 0; i < ranks.size(); i += every) {
            int rank = ranks.get(i);
            gantt.rowOf.put(rank, rows.size());
            rows.add(rank + " " + gantt.fabric.nodeName(placement.nodeOf(rank)));
        }
        String which = "Ranks and their nodes, process column by process column"
                + (every == 1 ? "" : "; " + rows.size() + " of " + ranks.size() + " ranks are drawn, one in " + every);
        return GanttChart.svg(title, which + ". " + gantt.fabric.name() + "; simulated: "
                + String.format(Locale.ROOT, "%.4g s, %.4g GFLOPS", run.seconds(), run.gflops()), rows,
                List.of(UPDATE, PANEL, PIVOTS, ROWS, PANELS), gantt.sections());
    }

    private static List<Integer> byColumns(HplRun run) {
        List<List<Integer>> owners = run.map().owners();
        List<Integer> ranks = new ArrayList<>();
        for (int c = 0; c < owners.getFirst().size(); c++) {
            for (List<Integer> row : owners) {
                if (!ranks.contains(row.get(c))) {
                    ranks.add(row.get(c));
                }
            }
        }
        return ranks;
    }

    private List<Section> sections() {
        TreeMap<Integer, List<Span>> steps = new TreeMap<>();
        run.spans().forEach(span -> steps.computeIfAbsent(span.step(), step -> new ArrayList<>()).add(span));
        List<Section> sections = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        int first = -1;
        int before = -2;
        for (Map.Entry<Integer, List<Span>> step : steps.entrySet()) {
            if (step.getKey() != before + 1 && !spans.isEmpty()) {
                sections.add(section(first, before, spans));
                spans = new ArrayList<>();
            }
            first = spans.isEmpty() ? step.getKey() : first;
            spans.addAll(step.getValue());
            before = step.getKey();
        }
        sections.add(section(first, before, spans));
        return sections;
    }

    private Section section(int first, int last, List<Span> spans) {
        List<Bar> bars = spans.stream().filter(span -> rowOf.containsKey(span.rank())).map(this::bar).toList();
        List<Mark> marks = new ArrayList<>();
        for (int step = first; step <= last; step++) {
            int which = step;
            spans.stream().filter(span -> span.step() == which && rowOf.containsKey(span.rank())).mapToDouble(Span::begin).min()
                    .ifPresent(time -> marks.add(new Mark(time, String.valueOf(which))));
        }
        double begin = spans.stream().mapToDouble(Span::begin).min().orElseThrow();
        String title = (first == last ? "Panel step " + first : "Panel steps " + first + " to " + last)
                + String.format(Locale.ROOT, ", from %.4g s on; dotted: the first rank begins a step", begin);
        return new Section(title, bars, marks, List.of(links(spans)));
    }

    /** Returns what held up all ranks, not only those that are drawn. */
    private String links(List<Span> spans) {
        Map<String, Double> held = new TreeMap<>();
        double all = 0;
        for (Span span : spans) {
            double waited = waits(span.activity()) ? (span.end() - span.begin()) * span.share() : 0;
            all += waited;
            if (waited > 0 && span.link() >= 0) {
                held.merge(kind(span.link()), waited, Double::sum);
            }
        }
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "All ranks together wait %.3g s", all));
        double whole = all;
        held.entrySet().stream().sorted(Comparator.comparingDouble((Map.Entry<String, Double> entry) -> -entry.getValue()))
                .limit(MOST_KINDS).forEach(entry -> text.append(String.format(Locale.ROOT, ", %.0f %% of it held up by links %s",
                        100 * entry.getValue() / whole, entry.getKey())));
        return text.toString();
    }

    /** Returns the kind of a link: its ends without numbers. */
    private String kind(int id) {
        Link link = fabric.link(id);
        return word(link.from()) + " -> " + word(link.to());
    }

    /** Returns the kind of a link's end: {@code leaf} for {@code leaf12}, {@code a node} for {@code (1,2,0)}. */
    private static String word(String end) {
        String letters = end.replaceAll("[^A-Za-z]", "");
        return letters.isEmpty() ? "a node" : letters;
    }

    private static boolean waits(Activity activity) {
        return switch (activity) {
            case WAITING_FOR_PIVOTS, WAITING_FOR_ROWS, WAITING_FOR_PANEL -> true;
            case UPDATE, PANEL, NOTHING -> false;
        };
    }

    private String link(int id) {
        Link link = fabric.link(id);
        return link.from() + " -> " + link.to();
    }

    private Bar bar(Span span) {
        int row = rowOf.get(span.rank());
        boolean factors = span.activity() == Activity.WAITING_FOR_PIVOTS;
        Kind kind = switch (span.activity()) {
            case UPDATE, NOTHING -> UPDATE;
            case PANEL, WAITING_FOR_PIVOTS -> PANEL;
            case WAITING_FOR_ROWS -> ROWS;
            case WAITING_FOR_PANEL -> PANELS;
        };
        String what = factors ? String.format(Locale.ROOT, "factors a panel, %.0f %% of it waiting for pivots", 100 * span.share())
                : kind.name();
        return new Bar(row, span.begin(), span.end(), kind, factors ? span.share() : 0, PIVOTS, String.format(Locale.ROOT,
                "rank %d, step %d: %s, %.4g ms from %.6g s on%s", span.rank(), span.step(), what, (span.end() - span.begin()) * MILLI,
                span.begin(), waits(span.activity()) && span.link() >= 0 ? "; last held up by " + link(span.link()) : ""));
    }
}
