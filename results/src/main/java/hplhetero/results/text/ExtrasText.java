package hplhetero.results.text;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.PhaseTotals;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.CFormat;
import hplhetero.results.format.FreeText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/** The lines of {@link ExtrasReport}. */
final class ExtrasText {
    private static final double GIB = 1L << 30;
    /** Of more tests only the best one is taken apart; JSON has all. */
    private static final int FEW_TESTS = 3;

    private static final Set<CheckStatus> COUNTS = EnumSet.of(CheckStatus.PASSED, CheckStatus.UNCHECKED);

    private final StringBuilder text = new StringBuilder();
    private final RunDescription run;

    private ExtrasText(RunDescription run) {
        this.run = run;
    }

    /** Of a sweep that may have been cut short. */
    static String of(Sweep sweep) {
        ExtrasText lines = new ExtrasText(sweep.run());
        lines.describe(sweep.tests());
        lines.tests(sweep.tests());
        return lines.text.toString();
    }

    private void describe(List<TestResult> tests) {
        line("hpl-hetero " + FreeText.line(run.version()));
        slowdown();
        alike().forEach(this::hosts);
        entry("ranks", ranks() + ", transport " + run.transport());
        entry("map", run.map());
        entry("Rpeak", run.peak().map(p -> digits(p.gflops(), 4) + " GFLOPS: " + p.source())
                .orElse("neither known nor measured"));
        entry("before", before(tests));
        run.clearedEnvironment().forEach(variable -> entry("cleared", variable + " from the environment"));
        run.notes().forEach(note -> entry("note", note));
    }

    /** What a run takes besides the seconds that count. */
    private String before(List<TestResult> tests) {
        String calibration = run.calibrationSeconds() > 0 ? "ranks and links measured for " + seconds(run.calibrationSeconds()) + " s, "
                : "";
        return calibration + "warm-up " + seconds(tests.stream().mapToDouble(test -> test.result().warmUpSeconds()).sum()) + " s";
    }

    /** The hosts, those that differ in nothing but name and ranks together. */
    private Collection<List<Host>> alike() {
        return run.hosts().stream().collect(Collectors.groupingBy(host -> List.of(host.os(), host.cpuModel(), host.physicalCores(),
                host.memoryBytes(), host.java(), host.provider().name(), host.workersPerRank(), host.ranks().size()),
                LinkedHashMap::new, Collectors.toList())).values();
    }

    private void hosts(List<Host> same) {
        Host host = same.getFirst();
        String names = same.stream().map(Host::name).collect(Collectors.joining(", "));
        entry(same.size() == 1 ? "host" : "hosts", names + (run.hosts().size() == 1 ? "" : ", ranks " + numbers(same)) + ", " + host.os());
        String architecture = host.microArchitecture().isBlank() ? "" : " (" + host.microArchitecture() + ")";
        entry("CPU", host.cpuModel() + architecture + ", " + host.physicalCores() + " physical cores");
        entry("memory", digits(host.memoryBytes() / GIB, 4) + " GiB");
        entry("Java", host.java());
        entry("BLAS", provider(host.provider()));
    }

    private static String numbers(List<Host> hosts) {
        List<Integer> all = hosts.stream().flatMap(host -> host.ranks().stream()).sorted().toList();
        boolean range = all.size() > 2 && all.getLast() - all.getFirst() == all.size() - 1;
        return range ? all.getFirst() + "-" + all.getLast() : all.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private String ranks() {
        SequencedMap<Integer, Integer> byWorkers = new LinkedHashMap<>();
        run.hosts().forEach(host -> byWorkers.merge(host.workersPerRank(), host.ranks().size(), Integer::sum));
        String each = byWorkers.entrySet().stream().map(e -> e.getValue() + " with " + e.getKey() + (e.getKey() == 1 ? " worker"
                : " workers")
                + " each").collect(Collectors.joining(", "));
        return run.hosts().size() == 1 ? each : each + ", on " + run.hosts().size() + " hosts";
    }

    /** Nobody is to take such a result for one of this machine. */
    private void slowdown() {
        if (!run.slowdown().isEmpty()) {
            entry("EMULATED", "ranks were slowed " + run.slowdown().stream().map(f -> digits(f, 4)).collect(Collectors.joining(", "))
                    + " times by sleeping: no rate above or below is this machine's");
        }
    }

    private static String provider(RunDescription.Provider p) {
        String rate = Double.isNaN(p.gflopsPerCore()) ? "rate not measured"
                : digits(p.gflopsPerCore(), 4) + " GFLOPS a core measured";
        return p.name() + " (" + p.description() + "), " + rate + ": " + p.reason();
    }

    private void tests(List<TestResult> tests) {
        boolean few = tests.size() <= FEW_TESTS;
        for (TestResult test : tests) {
            CaseResult result = test.result();
            if (few || !remarks(result).isEmpty()) {
                line("");
                test(result, title(result.hplCase()));
            }
            if (few) {
                parts(test);
            }
        }
        best(tests).filter(best -> tests.size() > 1).ifPresent(best -> {
            line("");
            test(best.result(), "best of " + tests.size() + " tests: " + title(best.result().hplCase()));
            if (!few) {
                parts(best);
            }
        });
    }

    private void test(CaseResult result, String title) {
        line(title + (result.status() == CheckStatus.SKIPPED ? ": skipped"
                : ": " + rate(result) + ", " + digits(result.seconds(), 4) + " s, warm-up " + seconds(result.warmUpSeconds()) + " s"));
        remarks(result).forEach(remark -> line("  " + remark));
    }

    private static List<String> remarks(CaseResult result) {
        List<String> remarks = new ArrayList<>();
        if (!result.note().isBlank()) {
            remarks.add("note: " + FreeText.line(result.note()));
        }
        if (result.status() == CheckStatus.CHECKING) {
            remarks.add("not checked: the run ended before the residual was known");
        }
        if (result.singular()) {
            remarks.add("singular: a pivot was exactly zero");
        }
        return remarks;
    }

    private void parts(TestResult test) {
        StepsText.of(test.result()).forEach(text -> line("  " + text));
        BalanceText.of(test).forEach(text -> line("  " + text));
        phases(test.result());
    }

    private static String title(HplCase c) {
        return c.variantCode() + " N=" + c.n() + " NB=" + c.nb() + " P=" + c.p() + " Q=" + c.q();
    }

    private String rate(CaseResult result) {
        String share = run.peak().map(p -> ", " + percent(result.gflops() / p.gflops()) + " of Rpeak").orElse("");
        return "Rmax " + digits(result.gflops(), 4) + " GFLOPS" + share;
    }

    /** A phase's seconds are the sum over a rank's workers; of several ranks, the least, mean and most such sum. */
    private void phases(CaseResult result) {
        List<PhaseTotals> phases = PhaseTotals.of(result);
        if (phases.isEmpty()) {
            return;
        }
        boolean several = result.ranks().size() > 1;
        line(phase("worker seconds", several ? List.of("min", "mean", "max") : List.of("sum"), "share"));
        for (PhaseTotals t : phases) {
            List<String> seconds = several ? List.of(seconds(t.min()), seconds(t.mean()), seconds(t.max()))
                    : List.of(seconds(t.mean()));
            line(phase(t.phase().label(), seconds, percent(t.share())));
        }
    }

    private static String phase(String label, List<String> seconds, String share) {
        StringBuilder columns = new StringBuilder(String.format(Locale.ROOT, "  %-14s", label));
        seconds.forEach(s -> columns.append(String.format(Locale.ROOT, " %8s", s)));
        return columns.append(String.format(Locale.ROOT, " %8s", share)).toString();
    }

    private static Optional<TestResult> best(List<TestResult> tests) {
        return tests.stream().filter(test -> COUNTS.contains(test.result().status()))
                .max(Comparator.comparingDouble(test -> test.result().gflops()));
    }

    private void entry(String name, String value) {
        line(String.format(Locale.ROOT, "%-8s %s", name + ":", FreeText.line(value)));
    }

    private void line(String line) {
        text.append(("# " + line).stripTrailing()).append('\n');
    }

    /** Three significant digits; four decimals where there is less than a tenth of a second. */
    private static String seconds(double value) {
        return value < 0.1 ? CFormat.fixed(value, 0, 4) : digits(value, 3);
    }

    /** Significant digits, never with an exponent. */
    private static String digits(double value, int count) {
        if (!Double.isFinite(value)) {
            return CFormat.fixed(value, 0, 0);
        }
        return new BigDecimal(value).round(new MathContext(count)).toPlainString();
    }

    private static String percent(double share) {
        return CFormat.fixed(100 * share, 0, 1) + " %";
    }
}
