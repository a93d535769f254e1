package hplhetero.results;

import hplhetero.hpl.problem.SweepParameters;
import java.util.List;

/**
 * A sweep, as far as it has come: all that any report says.
 *
 * @param run        where and with what it runs
 * @param parameters its values
 * @param asked      how many tests it has
 * @param tests      those solved so far, in the order in which they ran; the last one may not be checked yet
 */
public record Sweep(RunDescription run, SweepParameters parameters, int asked, List<TestResult> tests) {

    public Sweep {
        tests = List.copyOf(tests);
    }
}
