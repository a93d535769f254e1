package hplhetero.results;

import hplhetero.hpl.CaseResult;
import hplhetero.hpl.CheckStatus;
import hplhetero.hpl.HplCase;
import hplhetero.hpl.RankReport;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What we add after netlib's text: machine, kernels, map, share of peak, where the time went. Every line
 * starts with {@code #} and none can be taken for a result by a parser of HPL's output.
 */
public final class ExtrasReport {
    private static final double GIB = 1L << 30;

    private final StringBuilder text = new StringBuilder();
    private final RunDescription run;

    private ExtrasReport(RunDescription run) {
        this.run = run;
    }

    /** Writes and flushes; {@code results} may be those of a sweep that was cut short. */
    public static void print(PrintStream out, RunDescription run, List<CaseResult> results) {
        ExtrasReport report = new ExtrasReport(run);
        report.describe();
        results.forEach(report::test);
        report.best(results);
        out.print(report.text);
        out.flush();
    }

    private void describe() {
        line("hpl-hetero " + FreeText.line(run.version()));
        entry("host", run.host() + ", " + run.os());
        String architecture = run.microArchitecture().isBlank() ? "" : " (" + run.microArchitecture() + ")";
        entry("CPU", run.cpuModel() + architecture + ", " + run.physicalCores() + " physical cores");
        entry("memory", digits(run.memoryBytes() / GIB) + " GiB");
        entry("Java", run.javaVersion());
        entry("BLAS", provider(run.provider()));
        entry("ranks", run.ranks() + " with " + run.workersPerRank()
                + (run.workersPerRank() == 1 ? " worker" : " workers") + " each, transport " + run.transport());
        entry("map", run.map());
        entry("Rpeak", run.peak().map(p -> digits(p.gflops()) + " GFLOPS: " + p.source())
                .orElse("neither known nor measured"));
        run.clearedEnvironment().forEach(variable -> entry("cleared", variable + " from the environment"));
        run.notes().forEach(note -> entry("note", note));
    }

    private static String provider(RunDescription.Provider p) {
        String rate = Double.isNaN(p.gflopsPerCore()) ? "rate not measured"
                : digits(p.gflopsPerCore()) + " GFLOPS a core measured";
        return p.name() + " (" + p.description() + "), " + rate + ": " + p.reason();
    }

    private void test(CaseResult result) {
        line("");
        if (result.status() == CheckStatus.SKIPPED) {
            line(title(result.hplCase()) + ": skipped");
        } else {
            line(title(result.hplCase()) + ": " + rate(result) + ", " + digits(result.seconds()) + " s");
        }
        if (!result.note().isBlank()) {
            line("  note: " + FreeText.line(result.note()));
        }
        if (result.singular()) {
            line("  singular: a pivot was exactly zero");
        }
        shares(result.ranks());
        phases(result);
    }

    private static String title(HplCase c) {
        return c.variantCode() + " N=" + c.n() + " NB=" + c.nb() + " P=" + c.p() + " Q=" + c.q();
    }

    private String rate(CaseResult result) {
        String share = run.peak().map(p -> ", " + percent(result.gflops() / p.gflops()) + " of Rpeak").orElse("");
        return "Rmax " + digits(result.gflops()) + " GFLOPS" + share;
    }

    /** How unevenly the matrix was dealt, which is the point of a map. */
    private void shares(List<RankReport> ranks) {
        if (ranks.size() > 1) {
            var shares = ranks.stream().mapToDouble(RankReport::blockShare).summaryStatistics();
            line("  blocks: from " + percent(shares.getMin()) + " to " + percent(shares.getMax())
                    + " of the matrix on a rank");
        }
    }

    private void phases(CaseResult result) {
        List<PhaseTotals> phases = PhaseTotals.of(result);
        if (phases.isEmpty()) {
            return;
        }
        line(String.format(Locale.ROOT, "  %-14s %12s %12s %12s  %s", "worker time", "min s/rank", "mean s/rank",
                "max s/rank", "% of all worker time"));
        for (PhaseTotals t : phases) {
            line(String.format(Locale.ROOT, "  %-14s %12.6f %12.6f %12.6f  %s", t.phase().label(), t.min(), t.mean(),
                    t.max(), percent(t.share())));
        }
    }

    private void best(List<CaseResult> results) {
        Optional<CaseResult> best = results.stream()
                .filter(r -> r.status() == CheckStatus.PASSED || r.status() == CheckStatus.UNCHECKED)
                .max(Comparator.comparingDouble(CaseResult::gflops));
        if (results.size() > 1 && best.isPresent()) {
            line("");
            line("best of " + results.size() + " tests: " + title(best.get().hplCase()) + ": " + rate(best.get()));
        }
    }

    private void entry(String name, String value) {
        line(String.format(Locale.ROOT, "%-8s %s", name + ":", FreeText.line(value)));
    }

    private void line(String line) {
        text.append(("# " + line).stripTrailing()).append('\n');
    }

    /** Four significant digits, never with an exponent. */
    private static String digits(double value) {
        if (!Double.isFinite(value)) {
            return CFormat.fixed(value, 0, 0);
        }
        return new BigDecimal(value).round(new MathContext(4)).toPlainString();
    }

    private static String percent(double share) {
        return CFormat.fixed(100 * share, 0, 1) + " %";
    }
}
