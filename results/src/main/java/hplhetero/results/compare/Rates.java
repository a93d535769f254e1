package hplhetero.results.compare;

import hplhetero.results.history.KeptTest;
import java.util.List;

/**
 * The rates of tests of one case.
 *
 * @param tests   of it, at least one
 * @param good    how many of them have passed, or were not to be checked: only these have a rate that counts
 * @param median  of the good ones, GFLOPS; NaN without one
 * @param least   of the good ones
 * @param most    of the good ones
 */
public record Rates(List<KeptTest> tests, int good, double median, double least, double most) {

    public Rates {
        tests = List.copyOf(tests);
    }

    static Rates of(List<KeptTest> tests) {
        double[] rates = tests.stream().filter(KeptTest::isGood).mapToDouble(test -> test.entry().gflops()).sorted().toArray();
        int n = rates.length;
        return n == 0 ? new Rates(tests, 0, Double.NaN, Double.NaN, Double.NaN)
                : new Rates(tests, n, (rates[(n - 1) / 2] + rates[n / 2]) / 2, rates[0], rates[n - 1]);
    }

    /** Whether each of them is good. */
    public boolean allGood() {
        return good == tests.size();
    }

    /** Half of what lies between the slowest and the fastest; NaN where nothing was repeated. */
    double halfSpread() {
        return good > 1 ? (most - least) / 2 : Double.NaN;
    }
}
