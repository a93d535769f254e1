package hplhetero.run;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.LoadBalance;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A table of a cluster's ranks and links, for people.
 *
 * @param cluster the cluster as measured
 * @param nb      the block size at which rates are given
 * @param page    the page that the table is to fit
 */
record ClusterTable(Cluster cluster, int nb, Page page) {
    private static final double GIB = 1L << 30;
    /** Local orders of the matrix at which rates are listed. */
    private static final int[] LISTED_N = {1000, 4000, 16000};
    private static final int PANEL_ROWS = 4000;

    /**
     * Prints the table of ranks, then what messages between ranks cost, and notes on the measurement.
     *
     * @param out where the text goes
     */
    void print(PrintStream out) {
        Table table = Table.of(Column.number("rank"), Column.text("host"), Column.number("workers"),
                Column.number("GFLOPS at 1000/4000/16000"), Column.number("panel"), Column.number("varies"), Column.number("memory"),
                Column.number("peak"));
        cluster.ranks().forEach(rank -> row(table, rank));
        out.print(table.text(page, ""));
        out.println();
        StringBuilder text = new StringBuilder();
        links(text);
        notes(text);
        out.print(page.fold(text.toString()));
    }

    private void row(Table table, RankProfile rank) {
        String rates = Arrays.stream(LISTED_N).mapToObj(order -> number("%.1f", rank.update().gflops(order, order, nb)))
                .collect(Collectors.joining(" "));
        double panelFlops = (double) PANEL_ROWS * nb * nb - (double) nb * nb * nb / 3;
        table.row(rank.rank(), rank.host(), rank.workers(), rates,
                number("%.1f", panelFlops / rank.panel().seconds(PANEL_ROWS, nb) * 1e-9), number("%.1f%%", 100 * rank.variation()),
                rank.memoryBytes() == Long.MAX_VALUE ? "unknown" : number("%.1f GiB", rank.memoryBytes() / GIB),
                rank.peak().gflops() > 0 ? number("%.1f", rank.peak().gflops()) : "unknown");
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private void links(StringBuilder text) {
        for (PairClass kind : PairClass.values()) {
            PairCost link = cluster.network().links().get(kind);
            if (link != null) {
                text.append(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .append(number(" latency %.2f us, ", 1e6 * link.latency()))
                        .append("bandwidth ").append(link.secondsPerByte() > 0 ? number("%.2f GB/s", 1e-9 / link.secondsPerByte())
                                : "too fast to measure")
                        .append(link.swapPerByte() > 0 ? number(", a rank swaps rows at %.2f GB/s", 1e-9 / link.swapPerByte())
                                : "").append('\n');
            }
        }
    }

    private void notes(StringBuilder text) {
        text.append(cluster.origin()).append(", NB = ").append(nb).append("\npeak: ").append(cluster.ranks().getFirst().peak().source())
                .append(LoadBalance.sumOfPeaks(cluster).map(p -> number("; all ranks together %.1f GFLOPS", p)).orElse("")).append('\n');
    }
}
