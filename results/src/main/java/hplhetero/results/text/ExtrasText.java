package hplhetero.results.text;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.Disturbance;
import hplhetero.results.MissedPeak;
import hplhetero.results.MoveLines;
import hplhetero.results.PhaseTotals;
import hplhetero.results.Ranking;
import hplhetero.results.Repeats;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.TrustLines;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The lines of text that {@link ExtrasReport} writes. */
final class ExtrasText {
    private static final double GIB = 1L << 30;
    /** The most cases that are all described in detail. Of more cases, only the best is; the JSON file has all. */
    private static final int FEW_TESTS = 3;

    /** The most characters of a name that others chose, such as that of a processor. */
    private static final int MOST_NAME = 40;
    /** Number of characters before a line within a test. */
    private static final int INDENT = 4;

    private final StringBuilder text = new StringBuilder();
    private final RunDescription run;
    private final Page page;

    private ExtrasText(RunDescription run, Page page) {
        this.run = run;
        this.page = page;
    }

    /** Returns the lines of a sweep, which may have been cut short. */
    static String of(Sweep sweep, Page page) {
        ExtrasText lines = new ExtrasText(sweep.run(), page);
        lines.describe(sweep.tests());
        lines.tests(sweep.tests());
        MissedPeak.of(sweep).ifPresent(why -> {
            lines.line("");
            lines.line("why: " + why);
        });
        return lines.text.toString();
    }

    private void describe(List<TestResult> tests) {
        line("hpl-hetero " + FreeText.line(run.version()));
        slowdown();
        alike().forEach(this::hosts);
        entry("ranks", ranks() + ", transport " + page.cut(run.transport(), MOST_NAME));
        entry("map", run.map());
        entry("Rpeak", run.peak().map(p -> NumberText.digits(p.gflops(), 4) + " GFLOPS: " + p.source())
                .orElse("neither known nor measured"));
        entry("before", before(tests));
        run.clearedEnvironment().forEach(variable -> entry("cleared", variable + " from the environment"));
        run.notes().forEach(note -> entry("note", note));
    }

    /** Returns the time that a run takes besides the seconds that count: measuring of ranks and links, and warm-ups. */
    private String before(List<TestResult> tests) {
        double calibration = run.calibrationSeconds();
        double warmUps = tests.stream().mapToDouble(test -> test.result().warmUpSeconds()).sum();
        return (calibration > 0 ? "ranks and links measured for " + NumberText.seconds(calibration) + " s, " : "") + "warm-up "
                + NumberText.seconds(warmUps) + " s";
    }

    /** Returns the hosts in groups; the hosts of a group differ in nothing but name and ranks. */
    private Collection<List<Host>> alike() {
        return run.hosts().stream().collect(Collectors.groupingBy(host -> List.of(host.os(), host.cpuModel(), host.physicalCores(),
                host.memoryBytes(), host.java(), host.provider().name(), host.workersPerRank(), host.ranks().size(), host.binding()),
                LinkedHashMap::new, Collectors.toList())).values();
    }

    private void hosts(List<Host> same) {
        Host host = same.getFirst();
        String names = same.stream().map(Host::name).collect(Collectors.joining(", "));
        entry(same.size() == 1 ? "host" : "hosts", names + (run.hosts().size() == 1 ? "" : ", ranks " + numbers(same)) + ", " + host.os());
        String architecture = host.microArchitecture().isBlank() ? "" : " (" + host.microArchitecture() + ")";
        entry("CPU", page.cut(host.cpuModel(), MOST_NAME) + architecture + ", " + host.physicalCores() + " physical cores");
        if (!host.binding().isEmpty()) {
            entry("cores", FreeText.line(host.binding()));
        }
        entry("memory", NumberText.digits(host.memoryBytes() / GIB, 4) + " GiB");
        entry("Java", page.cut(host.java(), page.columns() - 12));
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

    /** Writes a line about ranks slowed on purpose, so that nobody takes the rates for those of this machine. */
    private void slowdown() {
        if (!run.slowdown().isEmpty()) {
            entry("EMULATED", "ranks were slowed " + run.slowdowns(factor -> NumberText.digits(factor, 4))
                    + " times by sleeping: no rate in this output is that of this machine");
        }
    }

    private String provider(RunDescription.Provider p) {
        String rate = Double.isNaN(p.gflopsPerCore()) ? "rate of a core not measured"
                : NumberText.digits(p.gflopsPerCore(), 4) + " GFLOPS a core measured";
        return p.name() + " (" + page.cut(p.description(), MOST_NAME) + "), " + rate + ": " + p.reason();
    }

    private void tests(List<TestResult> tests) {
        List<Repeats> cases = Repeats.of(tests);
        boolean few = cases.size() <= FEW_TESTS;
        for (Repeats one : cases) {
            one.tests().stream().filter(test -> few || !remarks(test.result()).isEmpty()).forEach(test -> {
                line("");
                test(test.result(), title(test.result().hplCase()));
                if (few && one.tests().size() == 1) {
                    parts(test);
                }
            });
            if (few && one.tests().size() > 1) {
                line("  " + RankingText.spread(one));
                one.best().ifPresent(this::fastest);
            }
        }
        if (cases.size() > 1) {
            ranked(Ranking.of(tests), few);
        }
    }

    private void ranked(Ranking ranking, boolean few) {
        RankingText words = new RankingText(ranking, run, page);
        line("");
        words.table(page, 2).forEach(this::line);
        ranking.best().ifPresent(best -> {
            line("");
            test(best.result(), words.verdict() + ": " + title(best.result().hplCase()));
            if (!few) {
                parts(best);
            }
        });
    }

    private void fastest(TestResult test) {
        line("  the fastest run:");
        parts(test);
    }

    private void test(CaseResult result, String title) {
        line(title + (result.status() == CheckStatus.SKIPPED ? ": skipped"
                : ": " + rate(result) + ", " + NumberText.digits(result.seconds(), 4) + " s, warm-up "
                        + NumberText.seconds(result.warmUpSeconds()) + " s"));
        EnergyText.of(result).forEach(text -> line("  " + text));
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
        remarks.addAll(TrustLines.of(result.stepTests()));
        remarks.addAll(MoveLines.of(result));
        Disturbance.of(result).forEach(what -> remarks.add("note: " + what.sentence()));
        return remarks;
    }

    private void parts(TestResult test) {
        StepsText.of(test.result()).forEach(text -> line("  " + text));
        BalanceText.of(test, page, INDENT).forEach(text -> line("  " + text));
        devices(test.result());
        phases(test.result());
    }

    /**
     * Writes the share of columns that workers updated beside devices, from the lowest to the highest of the ranks, and the longest time
     * that a rank's panels and columns took to get to the device.
     */
    private void devices(CaseResult result) {
        List<DeviceReport> devices = result.ranks().stream().flatMap(rank -> rank.device().stream()).toList();
        if (!devices.isEmpty()) {
            String shares = devices.stream().map(DeviceReport::hostShare).sorted().map(NumberText::percent).distinct()
                    .collect(Collectors.collectingAndThen(Collectors.toList(), all -> all.getFirst()
                            + (all.size() > 1 ? " to " + all.getLast() : "")));
            double seconds = devices.stream().mapToDouble(DeviceReport::transferSeconds).max().orElse(0);
            line("  devices: workers beside them updated " + shares + " of the columns; sending panels and columns took "
                    + NumberText.seconds(seconds) + " s");
            long unlocked = devices.stream().mapToLong(DeviceReport::unlockedBytes).sum();
            if (unlocked > 0) {
                line("  devices: the system did not let them lock " + NumberText.digits(unlocked * 0x1p-30, 3)
                        + " GiB of the hosts' memory, so copies were slower; see ulimit -l, and the memory limit of the container or job");
            }
            result.ranks().forEach(this::panels);
        }
    }

    /** Writes who was faster with panels of each measured height, the device or the workers of a rank. */
    private void panels(RankReport rank) {
        List<PanelTimes.Height> heights = rank.device().map(device -> device.panels().heights()).orElse(List.of());
        if (!heights.isEmpty()) {
            line("  rank " + rank.rank() + ": panels measured, by the device and by the workers: " + heights.stream().map(height ->
                    height.rows() + " rows " + NumberText.digits(1e3 * height.deviceSeconds(), 3) + " and "
                    + NumberText.digits(1e3 * height.hostSeconds(), 3) + " ms").collect(Collectors.joining(", ")) + "; "
                    + takers(rank.device().orElseThrow().panels()));
        }
    }

    private static String takers(PanelTimes panels) {
        long byDevice = panels.heights().stream().filter(height -> panels.byDevice(height.rows())).count();
        return byDevice == panels.heights().size() ? "the device factored all" : byDevice == 0 ? "the workers factored all"
                : "each factored those of about the heights where it was faster";
    }

    private static String title(HplCase c) {
        return c.variantCode() + " N=" + c.n() + " NB=" + c.nb() + " P=" + c.p() + " Q=" + c.q();
    }

    private String rate(CaseResult result) {
        String share = run.peak().map(p -> ", " + NumberText.percent(result.gflops() / p.gflops()) + " of Rpeak").orElse("");
        String title = switch (result.status()) {
            case PASSED -> "Rmax ";
            case FAILED -> "FAILED, rate ";
            default -> "not checked, rate ";
        };
        return title + NumberText.digits(result.gflops(), 4) + " GFLOPS" + share;
    }

    /**
     * Writes a table of phases. The seconds of a phase are summed over a rank's workers; of several ranks, the table has the least, the
     * mean and the largest sum.
     */
    private void phases(CaseResult result) {
        List<PhaseTotals> phases = PhaseTotals.of(result);
        if (phases.isEmpty()) {
            return;
        }
        boolean several = result.ranks().size() > 1;
        List<Column> columns = new ArrayList<>(List.of(Column.text("worker seconds").wide(14)));
        (several ? List.of("min", "mean", "max") : List.of("sum")).forEach(title -> columns.add(Column.number(title).wide(7)));
        columns.add(Column.number("share").wide(7));
        Table table = Table.of(columns);
        for (PhaseTotals t : phases) {
            List<Object> cells = new ArrayList<>(List.of(t.phase().label()));
            (several ? List.of(t.min(), t.mean(), t.max()) : List.of(t.mean())).forEach(s -> cells.add(NumberText.seconds(s)));
            cells.add(NumberText.percent(t.share()));
            table.row(cells.toArray());
        }
        table.lines(page, INDENT).forEach(row -> line("  " + row));
    }

    private void entry(String name, String value) {
        line(String.format(Locale.ROOT, "%-8s %s", name + ":", FreeText.line(value)));
    }

    private void line(String line) {
        text.append(page.fold(("# " + line).stripTrailing())).append('\n');
    }
}
