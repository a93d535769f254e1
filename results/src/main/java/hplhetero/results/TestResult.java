package hplhetero.results;

import hplhetero.hpl.plan.PredictedTimeSeries;
import hplhetero.hpl.result.CaseResult;
import java.util.List;
import java.util.Optional;

/**
 * The result of one test of a sweep, with what had been predicted for it.
 *
 * @param result    what the test gave
 * @param balance   what the ranks reached of their measured speeds; empty where these were not measured or nothing was solved
 * @param predicted predicted seconds at each point of the test's time series; empty where nothing was predicted or recorded
 */
public record TestResult(CaseResult result, Optional<Balance> balance, List<Double> predicted) {

    public TestResult {
        predicted = List.copyOf(predicted);
    }

    /**
     * Returns the result of a test that has just run, with what its ranks reached of their measured speeds (the balance), and with the
     * seconds predicted for each point of its time series.
     */
    public static TestResult of(CaseResult result) {
        return new TestResult(result, Balance.of(result), PredictedTimeSeries.of(result));
    }
}
