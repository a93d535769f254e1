package hplhetero.results;

import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.result.StepTests;
import hplhetero.results.format.FreeText;
import java.util.ArrayList;
import java.util.List;

/** The lines about the tests of a factorization while it ran. */
public final class TrustLines {
    private TrustLines() {
    }

    /** Returns a line for each error that was found or emulated, and one that says how much was tested; none where nothing was. */
    public static List<String> of(StepTests tests) {
        List<String> lines = new ArrayList<>();
        if (!tests.emulated().isEmpty()) {
            lines.add("emulated errors: bits were flipped on purpose (rank:step:phase:bit): " + String.join(", ", tests.emulated()));
        }
        if (tests.steps() != VerifySteps.NO) {
            lines.add("steps verified (" + tests.steps().word() + "): " + count(tests.comparisons(), "comparison")
                    + " of rows with carried sums, " + count(tests.panels(), "panel") + " tested: "
                    + (tests.findings().isEmpty() ? "no error" : count(tests.findings().size(), "error")));
        }
        for (StepFinding finding : tests.findings()) {
            lines.add("error at " + finding.at() + ": " + FreeText.line(finding.sentence()));
        }
        return lines;
    }

    private static String count(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
