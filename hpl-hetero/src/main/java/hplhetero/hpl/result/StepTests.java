package hplhetero.hpl.result;

import hplhetero.hpl.problem.VerifySteps;
import java.io.Serializable;
import java.util.List;

/**
 * The tests of a factorization while it ran.
 *
 * @param steps       how much was tested
 * @param comparisons number of times that rows were compared with the checksums carried for them
 * @param panels      number of panels that were tested after they were factored
 * @param findings    errors that were found, in this order
 * @param emulated    bits that flipped on purpose, as the option gives them: rank, step, phase and bit
 */
public record StepTests(VerifySteps steps, int comparisons, int panels, List<StepFinding> findings, List<String> emulated)
        implements Serializable {
    /** The record of a factorization that was not tested. */
    public static final StepTests NONE = new StepTests(VerifySteps.NO, 0, 0, List.of(), List.of());

    public StepTests {
        findings = List.copyOf(findings);
        emulated = List.copyOf(emulated);
    }

    /** Returns the error because of which the test was ended, in words for people; empty where it was not ended. */
    public String reason() {
        return findings.stream().filter(finding -> finding.corrected() == 0).map(finding -> "wrong numbers on rank " + finding.rank()
                + " of " + finding.host() + ": " + finding.sentence() + ": test this host's memory and processor, or leave it out")
                .findFirst().orElse("");
    }
}
