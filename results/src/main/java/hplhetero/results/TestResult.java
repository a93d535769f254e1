package hplhetero.results;

import hplhetero.hpl.plan.PredictedTimeSeries;
import hplhetero.hpl.result.CaseResult;
import java.util.List;
import java.util.Optional;

/**
 * One test of a sweep.
 *
 * @param result  what came out of it
 * @param balance what the ranks reached of their measured speeds; empty where these were not measured, or nothing was solved
 * @param predicted seconds that had been predicted at each point of the test's time series; empty where nothing was predicted or recorded
 */
public record TestResult(CaseResult result, Optional<Balance> balance, List<Double> predicted) {

    public TestResult {
        predicted = List.copyOf(predicted);
    }

    /** A test that has just been run. */
    public static TestResult of(CaseResult result) {
        return new TestResult(result, Balance.of(result), PredictedTimeSeries.of(result));
    }
}
