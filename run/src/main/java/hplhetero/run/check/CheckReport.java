package hplhetero.run.check;

import hplhetero.results.format.Page;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Problem;
import hplhetero.run.check.rules.Problem.Severity;
import java.io.PrintStream;
import java.util.List;

/** The report of a check, for people. */
public final class CheckReport {
    private final PrintStream out;
    private final Page page;

    /**
     * Makes a report that has printed nothing yet.
     *
     * @param out  where the report is printed
     * @param page the page that the report is to fit
     */
    public CheckReport(PrintStream out, Page page) {
        this.out = out;
        this.page = page;
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
        PairTable.print(findings.pairs(), page, out);
        out.println();
        section(findings.problems(), Severity.NOTE, "note");
        section(findings.problems(), Severity.TROUBLE, "TROUBLE");
        long count = findings.problems().stream().filter(problem -> problem.severity() == Severity.TROUBLE).count();
        out.println(count == 0 ? "no trouble found" : count + " trouble(s) found; docs/check.md explains each");
        out.flush();
    }

    private void section(List<Problem> problems, Severity severity, String word) {
        problems.stream().filter(problem -> problem.severity() == severity).forEach(problem -> {
            out.println(page.fold(word + ": " + problem.where() + ": " + problem.what()));
            out.println(page.fold("    remedy: " + problem.remedy()));
        });
    }
}
