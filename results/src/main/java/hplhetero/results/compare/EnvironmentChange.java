package hplhetero.results.compare;

import hplhetero.results.history.Environment;
import hplhetero.results.history.KeptTest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Something else than the tests that is not the same in two sets.
 *
 * @param name   of the fact
 * @param before in the older set; empty where it says nothing of it
 * @param after  in the newer one; empty where it says nothing of it
 */
public record EnvironmentChange(String name, String before, String after) {
    /** What else could be different; notes tell of single runs. */
    private static final List<String> NAMES = List.of(Environment.PROGRAM, Environment.HOSTS, Environment.CPU, Environment.BLAS,
            Environment.JAVA, Environment.TRANSPORT, Environment.RANKS, Environment.WORKERS, Environment.MAP, Environment.CLEARED,
            Environment.SLOWDOWN);
    /** Of these nothing is said where there is nothing: to be without is a fact too. */
    private static final Set<String> NONE_IS_KNOWN = Set.of(Environment.CLEARED, Environment.SLOWDOWN);

    static List<EnvironmentChange> between(List<KeptTest> before, List<KeptTest> after) {
        List<EnvironmentChange> changes = new ArrayList<>();
        for (String name : NAMES) {
            String old = of(name, before);
            String young = of(name, after);
            if (!old.equals(young)) {
                changes.add(new EnvironmentChange(name, old, young));
            }
        }
        return changes;
    }

    private static String of(String name, List<KeptTest> tests) {
        return tests.stream().flatMap(test -> test.environment().fact(name).stream()).collect(Collectors.toCollection(LinkedHashSet::new))
                .stream().collect(Collectors.joining(" | "));
    }

    /** Whether only one of the sets tells of it, so that nobody knows whether it changed. */
    public boolean isUntold() {
        return (before.isEmpty() || after.isEmpty()) && !NONE_IS_KNOWN.contains(name);
    }
}
