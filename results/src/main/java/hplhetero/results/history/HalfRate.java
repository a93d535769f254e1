package hplhetero.results.history;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * N1/2: the order of the matrix at which a machine reaches half of Rmax. Small machines and good networks have a small N1/2. It is
 * interpolated between the results on both sides of half of Rmax.
 *
 * @param n       N1/2; 0 where the results do not tell
 * @param missing what is missing to tell N1/2, with the remedy; empty where it is told
 */
record HalfRate(int n, String missing) {
    /** Rates of smaller matrices that are worth trying, as parts of Nmax. */
    private static final List<Integer> PARTS = List.of(16, 8, 4);

    /**
     * Returns N1/2 by the best rate of each N. Of several places where rates pass half of Rmax, the largest counts: above it no rate is
     * below half.
     *
     * @param tests tests of one machine whose rates count, at least one
     */
    static HalfRate of(List<HistoryEntry> tests) {
        SortedMap<Integer, Double> best = new TreeMap<>();
        tests.forEach(test -> best.merge(test.n(), test.gflops(), Math::max));
        double half = best.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow() / 2;
        List<Integer> orders = new ArrayList<>(best.keySet());
        int below = orders.size() - 1;
        while (below >= 0 && best.get(orders.get(below)) >= half) {
            below--;
        }
        if (below < 0) {
            return new HalfRate(0, "no result is below half of Rmax; the smallest, N=" + orders.getFirst() + ", is above: add results of "
                    + "smaller N, such as ./hpl run -N " + smaller(orders.getFirst()));
        }
        if (below == orders.size() - 1) {
            return new HalfRate(0, "the rate of the largest N=" + orders.getLast() + " is below half of Rmax: repeat it");
        }
        double slower = best.get(orders.get(below));
        double faster = best.get(orders.get(below + 1));
        double share = (half - slower) / (faster - slower);
        return new HalfRate((int) Math.round(orders.get(below) + share * (orders.get(below + 1) - orders.get(below))), "");
    }

    private static String smaller(int n) {
        return String.join(",", PARTS.stream().map(part -> String.valueOf(Math.max(1, n / part))).distinct().toList());
    }
}
