package hplhetero.results;

import hplhetero.hpl.problem.SweepParameters;
import java.util.List;

/**
 * A sweep as far as it has come: all that any report says.
 *
 * @param run            where and with what the sweep runs
 * @param parameters     the parameter values whose combinations are the tests
 * @param requestedTests number of tests that the sweep has
 * @param tests          the tests so far, in the order in which they ran; the last one may not be checked yet
 */
public record Sweep(RunDescription run, SweepParameters parameters, int requestedTests, List<TestResult> tests) {

    public Sweep {
        tests = List.copyOf(tests);
    }
}
