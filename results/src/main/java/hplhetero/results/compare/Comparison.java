package hplhetero.results.compare;

import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.KeptTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The comparison of a newer set of results with an older one.
 *
 * @param by        which tests count as the same case, never {@link By#AUTO}
 * @param matched   cases of both sets, in the order of the newer set
 * @param onlyOlder tests of cases that only the older set has
 * @param onlyNewer tests of cases that only the newer set has
 * @param changes   facts of the environment that differ between the sets
 */
public record Comparison(By by, List<MatchedCase> matched, List<KeptTest> onlyOlder, List<KeptTest> onlyNewer,
        List<EnvironmentChange> changes) {

    /** The rule by which tests of two sets are matched. */
    public enum By {
        /** The first of CASE, N and BEST by which anything can be compared. */
        AUTO,
        /** Tests with the same N, NB, P, Q and variant. Where the other set has no such case, the variant may differ. */
        CASE,
        /** The fastest case of each N that both sets have. */
        N,
        /** The fastest case of each set. */
        BEST
    }

    public Comparison {
        matched = List.copyOf(matched);
        onlyOlder = List.copyOf(onlyOlder);
        onlyNewer = List.copyOf(onlyNewer);
        changes = List.copyOf(changes);
    }

    /**
     * Compares two sets of results. A rate counts if its test passed, or was not to be checked.
     *
     * @param by        the rule by which tests are matched
     * @param older     tests of the older set
     * @param newer     tests of the newer set
     * @param tolerance change of a rate, as a share of the older rate, up to which a case counts as unchanged; &gt;= 0
     * @return the comparison; no case is matched where the sets have none in common or, by {@link By#N} and {@link By#BEST}, where a set
     *         has no rate that counts
     */
    public static Comparison of(By by, List<KeptTest> older, List<KeptTest> newer, double tolerance) {
        return switch (by) {
            case AUTO -> Stream.of(By.CASE, By.N, By.BEST).map(finer -> of(finer, older, newer, tolerance))
                    .filter(found -> !found.matched.isEmpty()).findFirst().orElseGet(() -> byCase(older, newer, tolerance));
            case CASE -> byCase(older, newer, tolerance);
            case N -> byBest(by, older, newer, tolerance, HistoryEntry::n);
            case BEST -> byBest(by, older, newer, tolerance, any -> 0);
        };
    }

    private static Comparison byCase(List<KeptTest> older, List<KeptTest> newer, double tolerance) {
        SequencedMap<List<Object>, List<KeptTest>> before = groups(older, Comparison::whole);
        SequencedMap<List<Object>, List<KeptTest>> after = groups(newer, Comparison::whole);
        Map<List<Object>, MatchedCase> matched = new LinkedHashMap<>();
        match(before, after, tolerance).forEach(one -> matched.put(place(one), one));
        SequencedMap<List<Object>, List<KeptTest>> unmatchedBefore = groups(flat(before), Comparison::withoutVariant);
        SequencedMap<List<Object>, List<KeptTest>> unmatchedAfter = groups(flat(after), Comparison::withoutVariant);
        match(unmatchedBefore, unmatchedAfter, tolerance).forEach(one -> matched.put(place(one), one));
        List<MatchedCase> inOrder = newer.stream().flatMap(test -> Optional.ofNullable(matched.get(List.of(test))).stream()).toList();
        return new Comparison(By.CASE, inOrder, flat(unmatchedBefore), flat(unmatchedAfter), EnvironmentChange.between(older, newer));
    }

    /** Compares the fastest case of each set, for each key that cases share. */
    private static Comparison byBest(By by, List<KeptTest> older, List<KeptTest> newer, double tolerance,
            Function<HistoryEntry, Object> key) {
        SequencedMap<Object, Rates> before = best(older, key);
        SequencedMap<Object, Rates> after = best(newer, key);
        List<MatchedCase> matched = after.keySet().stream().filter(before::containsKey)
                .map(one -> MatchedCase.of(before.get(one), after.get(one), tolerance)).toList();
        return new Comparison(by, matched, without(older, key, after), without(newer, key, before),
                EnvironmentChange.between(older, newer));
    }

    /** Returns the fastest case with a rate that counts for each key, in the order in which the keys first occur. */
    private static SequencedMap<Object, Rates> best(List<KeptTest> tests, Function<HistoryEntry, Object> key) {
        SequencedMap<Object, Rates> best = new LinkedHashMap<>();
        groups(tests, Comparison::whole).values().stream().map(Rates::of).filter(rates -> rates.good() > 0)
                .forEach(rates -> best.merge(key.apply(rates.tests().getFirst().entry()), rates,
                        (one, other) -> other.median() > one.median() ? other : one));
        return best;
    }

    private static List<KeptTest> without(List<KeptTest> tests, Function<HistoryEntry, Object> key, Map<Object, Rates> others) {
        return tests.stream().filter(test -> !others.containsKey(key.apply(test.entry()))).toList();
    }

    /** Returns the key that says where a case stands among the newer tests: its first test there. */
    private static List<Object> place(MatchedCase one) {
        return List.of(one.after().tests().getFirst());
    }

    /** Removes the cases that are in both maps from both, and returns them matched. */
    private static List<MatchedCase> match(Map<List<Object>, List<KeptTest>> before, Map<List<Object>, List<KeptTest>> after,
            double tolerance) {
        List<MatchedCase> matched = new ArrayList<>();
        for (List<Object> key : List.copyOf(after.keySet())) {
            if (before.containsKey(key)) {
                matched.add(MatchedCase.of(Rates.of(before.remove(key)), Rates.of(after.remove(key)), tolerance));
            }
        }
        return matched;
    }

    private static List<Object> whole(HistoryEntry e) {
        return List.of(e.n(), e.nb(), e.p(), e.q(), e.variant());
    }

    private static List<Object> withoutVariant(HistoryEntry e) {
        return List.of(e.n(), e.nb(), e.p(), e.q());
    }

    private static SequencedMap<List<Object>, List<KeptTest>> groups(List<KeptTest> tests, Function<HistoryEntry, List<Object>> key) {
        return tests.stream().collect(Collectors.groupingBy(test -> key.apply(test.entry()), LinkedHashMap::new, Collectors.toList()));
    }

    private static List<KeptTest> flat(Map<List<Object>, List<KeptTest>> groups) {
        return groups.values().stream().flatMap(List::stream).toList();
    }

    /**
     * Returns whether some case has become worse: it is slower in the newer set than tolerance and noise allow, or fails there and passed
     * in the older set.
     */
    public boolean isWorse() {
        return matched.stream().anyMatch(one -> one.verdict().isWorse());
    }
}
