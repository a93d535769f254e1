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

/**
 * A set of results held against an older one. Tests are of the same case where N, NB, P, Q and the variant are the same, or, where the
 * other set has no such case, all of these but the variant.
 *
 * @param matched   in the order of the newer set
 * @param onlyOlder tests of cases that only the older set has
 * @param onlyNewer tests of cases that only the newer set has
 * @param changes   of the environment
 */
public record Comparison(List<MatchedCase> matched, List<KeptTest> onlyOlder, List<KeptTest> onlyNewer, List<EnvironmentChange> changes) {

    public Comparison {
        matched = List.copyOf(matched);
        onlyOlder = List.copyOf(onlyOlder);
        onlyNewer = List.copyOf(onlyNewer);
        changes = List.copyOf(changes);
    }

    /**
     * Compares.
     *
     * @param tolerance change of a rate, as a share of the older, up to which it is not worth a word; &gt;= 0
     */
    public static Comparison of(List<KeptTest> older, List<KeptTest> newer, double tolerance) {
        SequencedMap<List<Object>, List<KeptTest>> before = groups(older, Comparison::whole);
        SequencedMap<List<Object>, List<KeptTest>> after = groups(newer, Comparison::whole);
        Map<List<Object>, MatchedCase> matched = new LinkedHashMap<>();
        match(before, after, tolerance).forEach(one -> matched.put(place(one), one));
        SequencedMap<List<Object>, List<KeptTest>> restBefore = groups(flat(before), Comparison::withoutVariant);
        SequencedMap<List<Object>, List<KeptTest>> restAfter = groups(flat(after), Comparison::withoutVariant);
        match(restBefore, restAfter, tolerance).forEach(one -> matched.put(place(one), one));
        List<MatchedCase> inOrder = newer.stream().flatMap(test -> Optional.ofNullable(matched.get(List.of(test))).stream()).toList();
        return new Comparison(inOrder, flat(restBefore), flat(restAfter), EnvironmentChange.between(older, newer));
    }

    /** Where it stands among the newer tests: by its first one. */
    private static List<Object> place(MatchedCase one) {
        return List.of(one.after().tests().getFirst());
    }

    /** Takes what matches out of both. */
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

    /** Whether a case is slower than tolerance and noise allow, or fails and passed before. */
    public boolean isWorse() {
        return matched.stream().anyMatch(one -> one.verdict().isWorse());
    }
}
