package hplhetero.run.burnin;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.input.HplDat;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.run.cases.CaseChoice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Sweeps of one test, as the program on a host sends them. */
final class Sweeps {
    private static final int N = 100;

    private Sweeps() {
    }

    /**
     * Returns a sweep of one test.
     *
     * @param status  how the test ended
     * @param seconds its time
     * @param note    why it was skipped or failed
     */
    static Sweep of(CheckStatus status, double seconds, String note) {
        HplDat dat = HplDat.defaults();
        HplCase one = CaseChoice.typical(dat, N, N, 1, 1);
        CaseResult result = new CaseResult(one, status, Instant.EPOCH, Instant.EPOCH, seconds, Optional.empty(), false, List.of(), note);
        RunDescription.Host host = new RunDescription.Host("a", "Linux", "Some CPU", "", 8, (long) (62.7 * (1L << 30)), "Java",
                new RunDescription.Provider("native", "OpenBLAS", Double.NaN, ""), List.of(0), 8, "");
        RunDescription run = new RunDescription("1", List.of(host), "local", "cyclic", Optional.empty(), List.of(), List.of(), List.of(),
                0);
        return new Sweep(run, dat.sweep(), 1, List.of(TestResult.of(result)));
    }

    /** Returns the line that a host sends for a test, with its end. */
    static String line(Sweep sweep) {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        new ResultLines(new PrintStream(sent, true, StandardCharsets.UTF_8)).finished(sweep.tests().getLast(), sweep);
        return sent.toString(StandardCharsets.UTF_8);
    }
}
