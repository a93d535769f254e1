package hplhetero.results.compare;

import hplhetero.results.history.KeptTest;
import java.util.List;

/**
 * The rates of the tests of one case.
 *
 * @param tests  the tests of the case, at least one
 * @param good   number of tests that passed or were not to be checked: only these have a rate that counts
 * @param median median rate of the good tests, in GFLOPS; NaN where none is good
 * @param least  lowest rate of the good tests, in GFLOPS; NaN where none is good
 * @param most   highest rate of the good tests, in GFLOPS; NaN where none is good
 */
public record Rates(List<KeptTest> tests, int good, double median, double least, double most) {

    public Rates {
        tests = List.copyOf(tests);
    }

    /** Returns the rates of the tests of one case. */
    static Rates of(List<KeptTest> tests) {
        double[] rates = tests.stream().filter(KeptTest::isGood).mapToDouble(test -> test.entry().gflops()).sorted().toArray();
        int n = rates.length;
        return n == 0 ? new Rates(tests, 0, Double.NaN, Double.NaN, Double.NaN)
                : new Rates(tests, n, (rates[(n - 1) / 2] + rates[n / 2]) / 2, rates[0], rates[n - 1]);
    }

    /** Returns whether every test whose rates these are passed or was not to be checked. */
    public boolean allGood() {
        return good == tests.size();
    }

    /** Returns half the difference between the highest and the lowest rate, in GFLOPS; NaN where fewer than two tests are good. */
    double halfSpread() {
        return good > 1 ? (most - least) / 2 : Double.NaN;
    }
}
