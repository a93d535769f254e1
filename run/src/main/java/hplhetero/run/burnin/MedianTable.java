package hplhetero.run.burnin;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.GroupRun;
import hplhetero.results.burnin.HostRun;
import hplhetero.results.burnin.HostRuns;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A plain table of what a burn-in has measured, without a judgement of hosts by each other. */
final class MedianTable {
    private static final int SLOWEST_PAIRS = 10;

    private MedianTable() {
    }

    /** Prints a row for each host, and the slowest links. */
    static void print(BurnIn burnIn, Page page, PrintStream out) {
        Table table = Table.of(Column.text("host"), Column.number("runs"), Column.number("GFLOPS"), Column.number("spread"),
                Column.number("failed"), Column.number("faults"), Column.text("end"));
        burnIn.hosts().forEach(host -> table.row(host.host(), host.runs().size(), number("%.4g", median(host.runs())),
                number("%.1f %%", 100 * spread(host.runs())), host.runs().stream().filter(run -> !run.passed()).count(),
                host.runs().stream().mapToInt(HostRun::faults).sum(), host.end()));
        out.print(table.text(page, ""));
        if (burnIn.groups().isEmpty()) {
            return;
        }
        Table links = Table.of(Column.text("slowest links"), Column.number("MB/s"), Column.number("us"), Column.text("problem"));
        burnIn.groups().stream().sorted(Comparator.comparing((GroupRun pair) -> pair.problem().isEmpty())
                .thenComparingDouble(GroupRun::bytesPerSecond)).limit(SLOWEST_PAIRS).forEach(pair -> links.row(String.join(" - ",
                        pair.hosts()), number("%.1f", pair.bytesPerSecond() / 1e6), number("%.1f", pair.microseconds()), pair.problem()));
        out.println();
        out.print(links.text(page, ""));
    }

    private static String number(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
    }

    /** Returns whether a host was given up, has computed wrong numbers, or a link has failed. */
    static boolean isBad(BurnIn burnIn) {
        return burnIn.hosts().stream().anyMatch(MedianTable::isBad) || burnIn.groups().stream().anyMatch(pair -> !pair.problem().isEmpty());
    }

    private static boolean isBad(HostRuns host) {
        return !host.end().isEmpty() || host.runs().stream().anyMatch(run -> !run.passed() || run.faults() > 0);
    }

    /** Returns the rates of the runs that were solved, in GFLOPS, in rising order. */
    private static double[] rates(List<HostRun> runs) {
        return runs.stream().filter(run -> run.seconds() > 0).mapToDouble(HostRun::gflops).sorted().toArray();
    }

    private static double median(List<HostRun> runs) {
        double[] rates = rates(runs);
        int half = rates.length / 2;
        return rates.length == 0 ? Double.NaN : rates.length % 2 == 1 ? rates[half] : (rates[half - 1] + rates[half]) / 2;
    }

    private static double spread(List<HostRun> runs) {
        double[] rates = rates(runs);
        return rates.length == 0 ? Double.NaN : (rates[rates.length - 1] - rates[0]) / median(runs);
    }
}
