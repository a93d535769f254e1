package hplhetero.results.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * A filter that tells which tests the history has already. Texts round times to seconds and rates to four digits. So two tests are taken
 * for one if the case is equal, the rates agree within rounding, and both have the same second of start or neither has a known start. Each
 * test of the history stands for only one other.
 */
public final class Duplicates {
    /** The rounding error of a rate written with four digits, as a share of the rate: half of the last digit, and a little more. */
    private static final double ROUNDING = 6e-4;

    private final Map<List<Object>, List<KeptTest>> kept = new HashMap<>();

    /**
     * Makes a filter of the tests that the history has already.
     *
     * @param kept the tests in the history
     */
    public Duplicates(List<KeptTest> kept) {
        kept.forEach(test -> this.kept.computeIfAbsent(key(test.entry()), none -> new ArrayList<>()).add(test));
    }

    /**
     * Returns those of some tests that the history does not have yet, in their order. Each test of the history stands for only one other: a
     * call uses up the tests that it matches.
     *
     * @param tests the tests, such as those of a file that is imported
     */
    public List<KeptTest> withoutThem(List<KeptTest> tests) {
        return tests.stream().filter(test -> !isKept(test)).toList();
    }

    private boolean isKept(KeptTest test) {
        Iterator<KeptTest> candidates = kept.getOrDefault(key(test.entry()), List.of()).iterator();
        while (candidates.hasNext()) {
            if (same(candidates.next(), test)) {
                candidates.remove();
                return true;
            }
        }
        return false;
    }

    private static boolean same(KeptTest one, KeptTest other) {
        double rate = Math.max(one.entry().gflops(), other.entry().gflops());
        boolean sameRate = Math.abs(one.entry().gflops() - other.entry().gflops()) <= ROUNDING * rate;
        boolean sameTime = !one.isDated() || one.entry().start().getEpochSecond() == other.entry().start().getEpochSecond();
        return one.isDated() == other.isDated() && sameRate && sameTime;
    }

    private static List<Object> key(HistoryEntry e) {
        return List.of(e.n(), e.nb(), e.p(), e.q(), e.variant());
    }
}
