package hplhetero.results.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Tells tests that are kept already. Texts round times to seconds and rates to four digits; so tests are the same where the case is, the
 * rate as far as it was written, and the second in which they began, where both say it. Each kept test is taken for one other only.
 */
public final class Duplicates {
    /** Half of the last of four digits. */
    private static final double ROUNDING = 6e-4;

    private final Map<List<Object>, List<KeptTest>> kept = new HashMap<>();

    public Duplicates(List<KeptTest> kept) {
        kept.forEach(test -> this.kept.computeIfAbsent(key(test.entry()), none -> new ArrayList<>()).add(test));
    }

    /** Those that are not kept yet, in their order. */
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
