package hplhetero.run.check;

import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Trouble;
import hplhetero.run.check.rules.Trouble.Severity;
import java.io.PrintStream;
import java.util.List;

/** A check, for people. */
public final class CheckReport {
    private final PrintStream out;

    public CheckReport(PrintStream out) {
        this.out = out;
    }

    /** What hosts tell. */
    public void hosts(Evidence evidence) {
        if (!evidence.hosts().isEmpty()) {
            HostTable.print(evidence.hosts(), out);
        }
        out.flush();
    }

    /** What lies between them, then all troubles with their remedies. */
    public void end(Findings findings) {
        PairTable.print(findings.pairs(), out);
        out.println();
        section(findings.troubles(), Severity.NOTE, "note");
        section(findings.troubles(), Severity.TROUBLE, "TROUBLE");
        long count = findings.troubles().stream().filter(trouble -> trouble.severity() == Severity.TROUBLE).count();
        out.println(count == 0 ? "no trouble found" : count + " trouble(s) found; docs/check.md explains each");
        out.flush();
    }

    private void section(List<Trouble> troubles, Severity severity, String word) {
        troubles.stream().filter(trouble -> trouble.severity() == severity).forEach(trouble -> {
            out.println(word + ": " + trouble.where() + ": " + trouble.what());
            out.println("    remedy: " + trouble.remedy());
        });
    }
}
