package hplhetero.run;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.LinkCost;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.LoadBalance;
import java.io.PrintStream;
import java.util.Locale;

/**
 * A cluster as a table for people.
 *
 * @param cluster what was measured
 * @param nb      the block size at which rates are given
 */
record ClusterTable(Cluster cluster, int nb) {
    private static final double GIB = 1L << 30;
    /** Local orders at which rates are given. */
    private static final int[] LISTED_N = {1000, 4000, 16000};
    private static final int PANEL_ROWS = 4000;

    void print(PrintStream out) {
        out.printf(Locale.ROOT, "%-4s  %-16s %7s  %26s  %7s %7s %9s %8s%n", "rank", "host", "workers", "GFLOPS at 1000/4000/16000",
                "panel", "varies", "memory", "peak");
        cluster.ranks().forEach(rank -> out.println(row(rank)));
        out.println();
        links(out);
        notes(out);
    }

    private String row(RankProfile rank) {
        StringBuilder rates = new StringBuilder();
        for (int order : LISTED_N) {
            rates.append(String.format(Locale.ROOT, " %8.1f", rank.update().gflops(order, order, nb)));
        }
        double panelFlops = (double) PANEL_ROWS * nb * nb - (double) nb * nb * nb / 3;
        return String.format(Locale.ROOT, "%4d  %-16s %7d  %26s  %7.1f %6.1f%% %9s %8s", rank.rank(), rank.host(), rank.workers(),
                rates.substring(1), panelFlops / rank.panel().seconds(PANEL_ROWS, nb) * 1e-9, 100 * rank.variation(),
                rank.memoryBytes() == Long.MAX_VALUE ? "unknown" : String.format(Locale.ROOT, "%.1f GiB", rank.memoryBytes() / GIB),
                rank.peak().gflops() > 0 ? String.format(Locale.ROOT, "%.1f", rank.peak().gflops()) : "unknown");
    }

    private void links(PrintStream out) {
        for (PairClass kind : PairClass.values()) {
            LinkCost link = cluster.network().links().get(kind);
            if (link != null) {
                String rate = link.secondsPerByte() > 0 ? String.format(Locale.ROOT, "%.2f GB/s", 1e-9 / link.secondsPerByte())
                        : "too fast to tell";
                out.printf(Locale.ROOT, "%-10s latency %.2f us, bandwidth %s%s%n", kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        1e6 * link.latency(), rate,
                        link.swapPerByte() > 0 ? String.format(Locale.ROOT, ", rows swapped at %.2f GB/s of a rank's time",
                        1e-9 / link.swapPerByte()) : "");
            }
        }
    }

    private void notes(PrintStream out) {
        out.println(cluster.origin() + ", NB = " + nb);
        out.println("peak: " + cluster.ranks().getFirst().peak().source()
                + LoadBalance.sumOfPeaks(cluster).map(p -> String.format(Locale.ROOT, "; all ranks %.1f GFLOPS", p)).orElse(""));
    }
}
