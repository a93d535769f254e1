package hplhetero.bench.report;

import hplhetero.bench.cluster.Curve;
import hplhetero.bench.cluster.EmulatedCluster;
import hplhetero.bench.cluster.Measurements;
import hplhetero.bench.cluster.SlowedJob;
import hplhetero.results.chart.LineChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Tables and plots of the measurements so far; what is not measured yet is left out.
 *
 * @param clusters    clusters, in the order in which they are shown
 * @param orders      orders N, ascending
 * @param curves      curves to be shown
 * @param rounds      number of rounds, of which the median is taken
 * @param weightedMap map of the weighted curve; empty for the map that follows from the factors
 * @param measured    measurements that the rates come from
 */
public record HeteroReport(List<EmulatedCluster> clusters, List<Integer> orders, List<Curve> curves, int rounds, String weightedMap,
                    Measurements measured) {

    /** Returns the tables of all clusters, in Markdown. */
    public String tables() {
        return clusters.stream().map(this::tables).collect(Collectors.joining("\n"));
    }

    /** Returns the table of one cluster: rates, and ratios within a round. */
    private String tables(EmulatedCluster c) {
        StringBuilder text = new StringBuilder("### ").append(c.title()).append("\n\n");
        head(text, "GFLOPS, median of " + rounds);
        for (Curve curve : curves) {
            row(text, curve.title(), n -> Optional.of(rates(c, curve, n)).filter(r -> !r.isEmpty())
                    .map(r -> format("%.1f", Spread.of(r).median())));
        }
        for (Curve curve : List.of(Curve.WEIGHTED, Curve.CELLS, Curve.UNIFORM)) {
            row(text, curve.title() + ": warm-up before the clock", n -> before(c, curve, n));
        }
        text.append('\n');
        head(text, "ratio within a round, median");
        // the first ratio shows what both programs differ in, the second what the map alone does
        ratio(text, c, "weighted / netlib HPL uniform", Curve.WEIGHTED, Curve.NETLIB);
        ratio(text, c, "weighted / uniform, both ours", Curve.WEIGHTED, Curve.UNIFORM);
        ratio(text, c, "cells / netlib HPL uniform", Curve.CELLS, Curve.NETLIB);
        ratio(text, c, "uniform / netlib HPL uniform", Curve.UNIFORM, Curve.NETLIB);
        ratio(text, c, "weighted / cells", Curve.WEIGHTED, Curve.CELLS);
        ratio(text, c, "weighted / several processes", Curve.WEIGHTED, Curve.SEVERAL);
        ratio(text, c, "weighted / fast ranks alone", Curve.WEIGHTED, Curve.FAST);
        ratio(text, c, "weighted / sum of single ranks", Curve.WEIGHTED, Curve.SINGLES);
        ratio(text, c, "weighted / sum of single ranks, all at once", Curve.WEIGHTED, Curve.AT_ONCE);
        ratio(text, c, "netlib HPL uniform / sum of its single ranks", Curve.NETLIB, Curve.NETLIB_SINGLES);
        row(text, "of what the slow ranks could add, is added", n -> added(c, n, Curve.FAST).map(v -> format("%.2f", v)));
        row(text, "the same, slow ones busy beside the fast", n -> added(c, n, Curve.FAST_AMONG_BUSY).map(v -> format("%.2f", v)));
        if (c.p() > 1) {
            double share = c.gridSpeed() / c.totalSpeed();
            row(text, "weighted / what whole rows and columns allow", n -> ratio(c, n, Curve.WEIGHTED, Curve.SINGLES)
                    .map(v -> format("%.2f", v / share)));
            row(text, "the same of all at once", n -> ratio(c, n, Curve.WEIGHTED, Curve.AT_ONCE).map(v -> format("%.2f", v / share)));
        }
        return text.toString();
    }

    private void head(StringBuilder text, String what) {
        text.append("| ").append(what).append(" |");
        orders.forEach(n -> text.append(" N = ").append(n).append(" |"));
        text.append("\n|---|").append("---:|".repeat(orders.size())).append('\n');
    }

    private void row(StringBuilder text, String title, IntFunction<Optional<String>> cell) {
        List<Optional<String>> cells = orders.stream().map(cell::apply).toList();
        if (cells.stream().anyMatch(Optional::isPresent)) {
            text.append("| ").append(title).append(" |");
            cells.forEach(value -> text.append(' ').append(value.orElse("-")).append(" |"));
            text.append('\n');
        }
    }

    private void ratio(StringBuilder text, EmulatedCluster c, String title, Curve above, Curve below) {
        row(text, title, n -> ratio(c, n, above, below).map(v -> format("%.2f", v)));
    }

    private Optional<Double> ratio(EmulatedCluster c, int n, Curve above, Curve below) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            Optional<Double> a = rate(c, above, n, round);
            Optional<Double> b = rate(c, below, n, round);
            if (a.isPresent() && b.isPresent()) {
                ratios.add(a.get() / b.get());
            }
        }
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios).median());
    }

    /** Returns the median of (weighted - fast alone) / (sum of what each slow rank reaches with the machine for itself). */
    private Optional<Double> added(EmulatedCluster c, int n, Curve fastAlone) {
        List<Double> all = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            Optional<Double> weighted = rate(c, Curve.WEIGHTED, n, round);
            Optional<Double> fast = rate(c, fastAlone, n, round);
            double slow = 0;
            for (double f : c.factors()) {
                slow += f == c.fastest() ? 0
                        : measured.get(SlowedJob.single(SlowedJob.Program.OURS, f), n, round).map(Measurements.Rate::gflops).orElse(0.0);
            }
            if (weighted.isPresent() && fast.isPresent() && slow > 0) {
                all.add((weighted.get() - fast.get()) / slow);
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(Spread.of(all).median());
    }

    private List<Double> rates(EmulatedCluster c, Curve curve, int n) {
        List<Double> rates = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            rate(c, curve, n, round).ifPresent(rates::add);
        }
        return rates;
    }

    /** Returns the median seconds before the clock, of a curve with one job and all its NBs together. */
    private Optional<String> before(EmulatedCluster c, Curve curve, int n) {
        SlowedJob job = curve.jobs(c, weightedMap).getFirst();
        List<Double> seconds = new ArrayList<>();
        for (int round = 1; round <= rounds && curves.contains(curve); round++) {
            measured.get(job, n, round).map(Measurements.Rate::before).filter(Double::isFinite).ifPresent(seconds::add);
        }
        return seconds.isEmpty() ? Optional.empty() : Optional.of(Spread.seconds(seconds));
    }

    private Optional<Double> rate(EmulatedCluster c, Curve curve, int n, int round) {
        double sum = 0;
        for (SlowedJob job : curve.jobs(c, weightedMap)) {
            Optional<Measurements.Rate> one = curves.contains(curve) ? measured.get(job, n, round) : Optional.empty();
            if (one.isEmpty()) {
                return Optional.empty();
            }
            sum += one.get().gflops();
        }
        return Optional.of(sum);
    }

    /** Returns the plot of one cluster: GFLOPS over N. */
    String plot(EmulatedCluster c) {
        List<LineChart.Line> lines = new ArrayList<>();
        for (Curve curve : curves) {
            List<LineChart.Point> points = new ArrayList<>();
            for (int n : orders) {
                List<Double> rates = rates(c, curve, n);
                if (!rates.isEmpty()) {
                    points.add(new LineChart.Point(n, Spread.of(rates).median()));
                }
            }
            if (!points.isEmpty()) {
                lines.add(new LineChart.Line(curve.title(), curve.colour(), curve.isNetlib(), points));
            }
        }
        return LineChart.svg(c.title(), "N", "GFLOPS", lines);
    }

    /** Writes {@code tables.md} and the plots, and for the paper's experiments {@code hetero.md}. */
    public void write(Path out, boolean paper, List<Integer> nbs) throws IOException {
        Files.writeString(out.resolve("tables.md"), tables());
        for (EmulatedCluster c : clusters) {
            Files.writeString(out.resolve(plotName(c)), plot(c));
        }
        if (paper) {
            Files.writeString(out.resolve("hetero.md"), PaperPage.text(this, nbs));
        }
    }

    String section(EmulatedCluster c) {
        return tables(c) + "\n![" + c.title() + "](" + plotName(c) + ")\n";
    }

    private static String plotName(EmulatedCluster c) {
        return "hetero-" + c.fileName() + ".svg";
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
