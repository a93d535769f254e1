package hplhetero.run.check;

import hplhetero.results.format.Page;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Problem;
import hplhetero.run.check.rules.Problem.Severity;
import hplhetero.run.check.rules.Slowest;
import hplhetero.run.check.rules.Units;
import java.io.PrintStream;
import java.util.List;

/** The report of a check, for people. */
public final class CheckReport {
    private static final int LISTED_SLOWEST_HOSTS = 5;

    private final PrintStream out;
    private final Page page;
    private final PairTable.Shape shape;

    /**
     * Makes a report that has printed nothing yet.
     *
     * @param out  where the report is printed
     * @param page the page that the report is to fit
     */
    public CheckReport(PrintStream out, Page page) {
        this(out, page, PairTable.Shape.WHERE_IT_FITS);
    }

    /**
     * Makes a report that has printed nothing yet.
     *
     * @param out   where the report is printed
     * @param page  the page that the report is to fit
     * @param shape for how many hosts the pairs are printed as a matrix
     */
    public CheckReport(PrintStream out, Page page, PairTable.Shape shape) {
        this.out = out;
        this.page = page;
        this.shape = shape;
    }

    /**
     * Prints a table of the inspected hosts: cores, memory, load, clocks, Java and kernels of each, as the host itself reports them. Prints
     * no table where no host could be inspected.
     *
     * @param evidence what the check has seen so far, of which only the hosts are printed
     */
    public void hosts(Evidence evidence) {
        if (!evidence.hosts().isEmpty()) {
            HostTable.print(evidence.hosts(), page, out);
        }
        out.flush();
    }

    /**
     * Prints latency and bandwidth between hosts, then all problems with their remedies, and how many of them are trouble: such as would
     * make a run fail, or slower than it has to be. The others are notes.
     *
     * @param findings the result of the whole check
     */
    public void end(Findings findings) {
        PairTable.print(findings.pairs(), page, shape, out);
        slowest(findings);
        out.println();
        section(findings.problems(), Severity.NOTE, "note");
        section(findings.problems(), Severity.TROUBLE, "TROUBLE");
        long count = findings.problems().stream().filter(problem -> problem.severity() == Severity.TROUBLE).count();
        out.println(count == 0 ? "no trouble found" : count + " trouble(s) found; docs/check.md explains each");
        out.flush();
    }

    /** Prints the slowest hosts where there are more than these, so that the table of hosts does not show them at a glance. */
    private void slowest(Findings findings) {
        List<Slowest.Rate> rates = Slowest.of(findings.hosts());
        if (rates.size() > LISTED_SLOWEST_HOSTS) {
            out.println();
            out.println("slowest hosts, kernels on one core against the median of equal processors:");
            rates.stream().limit(LISTED_SLOWEST_HOSTS).forEach(rate -> out.println(Units.format("  %s: %.1f GFLOPS, %.1f %%", rate.host(),
                    rate.gflops(), 100 * rate.share())));
        }
    }

    private void section(List<Problem> problems, Severity severity, String word) {
        problems.stream().filter(problem -> problem.severity() == severity).forEach(problem -> {
            out.println(page.fold(word + ": " + problem.where() + ": " + problem.what()));
            out.println(page.fold("    remedy: " + problem.remedy()));
        });
    }
}
