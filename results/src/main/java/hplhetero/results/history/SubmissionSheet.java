package hplhetero.results.history;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.HostTrait;
import hplhetero.results.format.NumberText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a submission to the TOP500 or the Green500 asks for, as far as results tell it.
 *
 * @param rows the entries of the sheet, in the order in which lists ask for them
 */
public record SubmissionSheet(List<Row> rows) {
    private static final int DIGITS = 6;
    private static final double MILLI = 1e-3;
    private static final String GFLOPS = "GFLOPS";
    private static final String UNKNOWN = "";

    public SubmissionSheet {
        rows = List.copyOf(rows);
    }

    /**
     * An entry of a sheet.
     *
     * @param name  what the entry says
     * @param value the value without its unit; empty where it is not known
     * @param unit  unit of the value; may be empty
     * @param note  where the value comes from, or what is missing and how to get it; may be empty
     */
    public record Row(String name, String value, String unit, String note) {
    }

    /**
     * Returns the sheet of the fastest test that passed, with N1/2 from all tests on the same hosts with the same processors.
     *
     * @param tests tests of one machine; those of other machines are left out and counted
     * @return empty where no test passed
     */
    public static Optional<SubmissionSheet> of(List<KeptTest> tests) {
        return tests.stream().filter(SubmissionSheet::counts).max(Comparator.comparingDouble(test -> test.entry().gflops()))
                .map(best -> new SubmissionSheet(rows(best, tests)));
    }

    /** Returns whether a list would take the test: the solution was checked, ran through, and no rank was slowed on purpose. */
    private static boolean counts(KeptTest test) {
        return test.entry().status() == CheckStatus.PASSED && test.entry().gflops() > 0 && !test.environment().isEmulated()
                && test.environment().fact(Environment.RESUMED).isEmpty();
    }

    private static List<Row> rows(KeptTest best, List<KeptTest> all) {
        List<Row> rows = new ArrayList<>();
        machine(best.environment(), rows);
        HistoryEntry entry = best.entry();
        rows.add(new Row("Rmax", number(entry.gflops()), GFLOPS, entry.variant() + " NB=" + entry.nb() + " P=" + entry.p() + " Q="
                + entry.q() + ", began " + entry.start().truncatedTo(ChronoUnit.SECONDS)));
        rows.add(new Row("Nmax", Integer.toString(entry.n()), "", "solved in " + number(entry.seconds()) + " s"));
        List<HistoryEntry> alike = all.stream().filter(SubmissionSheet::counts).filter(test -> sameMachine(best, test))
                .map(KeptTest::entry).toList();
        HalfRate half = HalfRate.of(alike);
        long others = all.size() - alike.size();
        rows.add(new Row("N1/2", half.n() == 0 ? UNKNOWN : Integer.toString(half.n()), "", half.n() == 0 ? half.missing()
                : "interpolated from results of " + alike.stream().mapToInt(HistoryEntry::n).distinct().count() + " values of N"
                + (others == 0 ? "" : "; left out: " + others + " results of other machines, or not passed")));
        boolean known = entry.rpeakShare() > 0;
        rows.add(new Row("Rpeak", known ? number(entry.gflops() / entry.rpeakShare()) : UNKNOWN, GFLOPS, known ? "Rmax is "
                + NumberText.percent(entry.rpeakShare()) + " of it" : "neither known nor measured"));
        power(best, rows);
        return rows;
    }

    private static void machine(Environment environment, List<Row> rows) {
        rows.add(fact("computer", environment, Environment.HOSTS, ""));
        rows.add(new Row("nodes", environment.hosts().isEmpty() ? UNKNOWN : Integer.toString(environment.hosts().size()), "", ""));
        rows.add(fact("processor", environment, Environment.CPU, ""));
        rows.add(fact("cores", environment, Environment.CORES, "physical cores of all nodes"));
        rows.add(fact("memory", environment, Environment.MEMORY, "of all nodes"));
        rows.add(fact("interconnect", environment, HostTrait.NETWORK.words(), "messages by "
                + environment.fact(Environment.TRANSPORT).orElse("an unknown transport")));
        rows.add(fact("operating system", environment, HostTrait.DISTRIBUTION.words(), environment.fact(HostTrait.KERNEL.words())
                .map(release -> "kernel " + release).orElse("")));
        rows.add(fact("math library", environment, Environment.BLAS, ""));
        rows.add(fact("program", environment, Environment.PROGRAM, environment.fact(Environment.COMMIT).map(it -> "commit " + it)
                .orElse("")));
    }

    /**
     * Adds power and efficiency. Level 1 of the methodology of the Energy Efficient HPC Working Group (version 2.0 RC 1.0, checklist) asks
     * for the average power over the entire core phase of the run, which is the time of the test.
     */
    private static void power(KeptTest best, List<Row> rows) {
        HistoryEntry entry = best.entry();
        double watts = entry.joules() / entry.seconds();
        if (Double.isFinite(watts)) {
            Instant begin = entry.start().truncatedTo(ChronoUnit.MILLIS);
            rows.add(new Row("power", number(watts), "W", "average over the entire core phase, by "
                    + best.environment().fact(Environment.METER).orElse("an unknown meter")));
            rows.add(new Row("core phase", begin + "/" + begin.plus(Duration.ofMillis(Math.round(entry.seconds() / MILLI))), "",
                    "the window that level 1 of the EE HPC WG's methodology 2.0 asks for"));
            rows.add(new Row("efficiency", number(entry.gflops() / watts), "GFLOPS/W", ""));
        } else {
            rows.add(new Row("power", UNKNOWN, "W", "not measured on all nodes: give the average of your meter over the core phase with "
                    + "--watts"));
        }
        boolean idle = best.environment().fact(Environment.IDLE).isPresent();
        rows.add(fact("idle power", best.environment(), Environment.IDLE, idle ? ""
                : "not measured: run with --idle-power 20 on nodes with a meter"));
    }

    private static Row fact(String name, Environment environment, String fact, String note) {
        return new Row(name, environment.fact(fact).orElse(UNKNOWN), "", note);
    }

    private static boolean sameMachine(KeptTest one, KeptTest other) {
        return one.environment().fact(Environment.HOSTS).equals(other.environment().fact(Environment.HOSTS))
                && one.entry().cpu().equals(other.entry().cpu());
    }

    private static String number(double value) {
        return NumberText.digits(value, DIGITS);
    }

    /** Returns the sheet as lines for people. */
    public String text() {
        int width = rows.stream().mapToInt(row -> row.name.length()).max().orElse(0) + 2;
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            String value = row.value.isEmpty() ? "not known" : row.value + (row.unit.isEmpty() ? "" : " " + row.unit);
            text.append(String.format(Locale.ROOT, "%-" + width + "s", row.name + ":")).append(value)
                    .append(row.note.isEmpty() ? "" : " (" + row.note + ")").append('\n');
        }
        return text.toString();
    }
}
