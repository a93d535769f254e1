package hplhetero.results.html;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.results.PhaseTotals;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.StackedArea;
import hplhetero.results.chart.StackedArea.Slice;
import hplhetero.results.chart.StackedBars;
import hplhetero.results.chart.StackedBars.Row;
import hplhetero.results.chart.Svg.Caption;
import hplhetero.results.chart.Theme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The pictures of how much of their time ranks computed, exchanged and waited. */
final class RankFigures {
    private static final String BARS = "Computing, exchanging and waiting, by rank";
    private static final String AREAS = "Computing, exchanging and waiting over the run";
    private static final String PHASES = "Where the time went, by phase";
    /** The most bars that can be read. */
    private static final int MOST_BARS = 64;
    private static final double PERCENT = 100;

    private RankFigures() {
    }

    /** Returns the picture with a bar for each rank; of many ranks, each bar is the mean of some consecutive ranks. */
    static Figure bars(CaseResult result) {
        List<RankReport> ranks = result.ranks();
        if (ranks.isEmpty() || result.seconds() <= 0) {
            return Figure.missing(BARS, "No rank has reported its phases.");
        }
        int each = Math.ceilDiv(ranks.size(), MOST_BARS);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i += each) {
            rows.add(row(ranks.subList(i, Math.min(ranks.size(), i + each)), result.seconds()));
        }
        Comparator<RankReport> byWaiting = Comparator.comparingDouble(rank -> waiting(rank, result.seconds()));
        RankReport most = ranks.stream().max(byWaiting).orElseThrow();
        RankReport least = ranks.stream().min(byWaiting).orElseThrow();
        String extremes = ranks.size() == 1 ? ""
                : "Rank " + most.rank() + " on " + most.host() + " waited most, " + Texts.percent(waiting(most, result.seconds()))
                        + "; rank " + least.rank() + " on " + least.host() + " least, "
                        + Texts.percent(waiting(least, result.seconds())) + ". ";
        String words = "Shares of the time of a rank's workers. The number is the share of computing. " + extremes
                + (each == 1 ? "" : "A bar is the mean of up to " + each + " of the " + ranks.size() + " ranks.");
        String svg = StackedBars.inPage(new Caption(BARS, Texts.count(rows.size(), "bar") + ". " + extremes), "% of the run's time",
                PERCENT, Work.kinds(), rows);
        return Figure.of(BARS, svg, Work.kinds(), words.strip());
    }

    private static double waiting(RankReport rank, double wall) {
        return rank.seconds().getOrDefault(Phase.WAITING, 0.0) / (rank.workers() * wall);
    }

    private static Row row(List<RankReport> ranks, double wall) {
        double[] shares = new double[Work.values().length];
        for (RankReport rank : ranks) {
            double[] sums = Work.sums(rank.seconds());
            for (int i = 0; i < shares.length; i++) {
                shares[i] += PERCENT * sums[i] / (rank.workers() * wall) / ranks.size();
            }
        }
        RankReport first = ranks.getFirst();
        String label = first.rank() + (ranks.size() == 1 ? "" : "–" + ranks.getLast().rank()) + " " + first.host();
        String computing = String.format(Locale.ROOT, "%.1f %%", shares[Work.COMPUTING.ordinal()]);
        return new Row(label, Arrays.stream(shares).boxed().toList(), computing);
    }

    /** Returns the picture with a bar for each phase, over all workers of all ranks. */
    static Figure phases(CaseResult result) {
        List<PhaseTotals> totals = PhaseTotals.of(result);
        if (totals.isEmpty()) {
            return Figure.missing(PHASES, "No rank has reported its phases.");
        }
        List<Row> rows = totals.stream().map(phase -> new Row(phase.phase().label(), List.of(PERCENT * phase.share()),
                Texts.percent(phase.share()))).toList();
        double most = rows.stream().mapToDouble(row -> row.parts().getFirst()).max().orElse(PERCENT);
        return Figure.of(PHASES, StackedBars.inPage(new Caption(PHASES, Texts.count(rows.size(), "phase")), "% of all workers' time", most,
                List.of(new Kind("share", Theme.PAGE.colour("computing", "#0072b2"))), rows), List.of(), "Shares of the time of all "
                + "workers of all ranks, over the whole run.");
    }

    /** Returns the picture of how computing, exchanging and waiting changed while the test ran. */
    static Figure areas(CaseResult result) {
        TimeSeries series = result.timeSeries().orElse(null);
        if (series == null || series.ranks().isEmpty() || series.after().isEmpty()) {
            return Figure.missing(AREAS, "Nothing was recorded while this test ran.");
        }
        Map<Integer, Integer> workers = result.ranks().stream().collect(Collectors.toMap(RankReport::rank, RankReport::workers));
        List<Slice> slices = new ArrayList<>();
        double begin = 0;
        for (int i = 0; i < series.after().size(); i++) {
            double[] sums = new double[Work.values().length];
            double available = 0;
            double end = 0;
            for (RankSeries rank : series.ranks()) {
                int count = workers.getOrDefault(rank.rank(), 1);
                available += count * (rank.seconds().get(i) - (i == 0 ? 0 : rank.seconds().get(i - 1)));
                end += rank.seconds().get(i) / series.ranks().size();
                add(rank, i, sums);
            }
            if (end > begin && available > 0) {
                slices.add(slice(begin, end, sums, available));
                begin = end;
            }
        }
        if (slices.isEmpty()) {
            return Figure.missing(AREAS, "The recorded points are not in the order of time.");
        }
        boolean some = series.ranks().size() < result.ranks().size();
        String which = some ? "all workers of the " + series.ranks().size() + " of " + result.ranks().size() + " ranks that were recorded"
                : "all workers of all ranks";
        String svg = StackedArea.inPage(new Caption(AREAS, Texts.count(slices.size(), "interval") + ", mean of "
                + Texts.count(series.ranks().size(), "rank")), "seconds since the clock started", "share of all workers' time",
                Work.kinds(), slices);
        return Figure.of(AREAS, svg, Work.kinds(), "Shares of the time of " + which + ", from one recorded point to the next.");
    }

    private static void add(RankSeries rank, int point, double[] sums) {
        rank.workerSeconds().forEach((phase, seconds) -> sums[Work.of(phase).ordinal()] += seconds.get(point)
                - (point == 0 ? 0 : seconds.get(point - 1)));
    }

    /**
     * Returns the shares of an interval, whose remainder is waiting. Clocks are read one after the other, so sums may be slightly larger
     * than the time there was, and are cut.
     */
    private static Slice slice(double begin, double end, double[] sums, double available) {
        double computing = Math.clamp(sums[Work.COMPUTING.ordinal()] / available, 0, 1);
        double exchanging = Math.clamp(sums[Work.EXCHANGING.ordinal()] / available, 0, 1 - computing);
        return new Slice(begin, end, List.of(computing, exchanging, 1 - computing - exchanging));
    }
}
