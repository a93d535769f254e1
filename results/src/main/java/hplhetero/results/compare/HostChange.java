package hplhetero.results.compare;

import hplhetero.results.history.KeptTest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The change of one host's rate in the updates of a case. Rates are medians over the tests of the case, in GFLOPS.
 *
 * @param host   name of the host
 * @param before rate in the older results; NaN where these do not tell it
 * @param after  rate in the newer results
 */
public record HostChange(String host, double before, double after) {

    /** Returns the change as a share of the older rate; above 0 is faster; NaN where the older rate is not known. */
    public double change() {
        return after / before - 1;
    }

    /**
     * Returns the slowest hosts of a case in the newer results: first those that both results tell of, the largest loss first, then the
     * others, the lowest rate first. There are none where the newer results tell of fewer than two hosts.
     *
     * @param one  the case
     * @param most the most hosts to return
     */
    public static List<HostChange> slowest(MatchedCase one, int most) {
        List<String> hosts = one.after().tests().stream().flatMap(test -> test.rates().gflops().keySet().stream()).distinct().toList();
        return hosts.size() < 2 ? List.of() : hosts.stream()
                .map(host -> new HostChange(host, median(one.before().tests(), host), median(one.after().tests(), host)))
                .sorted(Comparator.comparingDouble(HostChange::change).thenComparingDouble(HostChange::after)).limit(most).toList();
    }

    private static double median(List<KeptTest> tests, String host) {
        double[] rates = tests.stream().map(test -> test.rates().gflops().get(host)).filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(rates);
        int n = rates.length;
        return n == 0 ? Double.NaN : (rates[(n - 1) / 2] + rates[n / 2]) / 2;
    }
}
