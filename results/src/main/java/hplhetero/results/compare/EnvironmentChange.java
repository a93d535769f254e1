package hplhetero.results.compare;

import hplhetero.results.HostTrait;
import hplhetero.results.history.Environment;
import hplhetero.results.history.KeptTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fact of the environment that differs between two sets of results.
 *
 * @param name   name of the fact
 * @param before value in the older set; empty where the older set does not say it
 * @param after  value in the newer set; empty where the newer set does not say it
 */
public record EnvironmentChange(String name, String before, String after) {
    /** Names of the facts that are compared. Notes, command lines and jobs are left out because they tell of single runs. */
    private static final List<String> NAMES = Stream.concat(Stream.of(Environment.PROGRAM, Environment.COMMIT, Environment.HOSTS,
            Environment.CPU, Environment.BLAS, Environment.JAVA, Environment.TRANSPORT, Environment.RANKS, Environment.WORKERS,
            Environment.MAP, Environment.CLEARED, Environment.SLOWDOWN, Environment.MOVED),
            Arrays.stream(HostTrait.values()).map(HostTrait::words)).toList();
    /** Names of the facts whose absence is a value too: a set that says nothing of them had none. */
    private static final Set<String> NONE_IS_KNOWN = Set.of(Environment.CLEARED, Environment.SLOWDOWN, Environment.MOVED);

    /**
     * Returns the facts of the environment that differ between two sets of results.
     *
     * @param before tests of the older set
     * @param after  tests of the newer set
     */
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

    /**
     * Returns whether only one of the two compared sets of results has a value for this fact, so that nobody knows whether it changed.
     * False for facts whose absence is a value too: cleared variables, slowed ranks and moved block columns.
     */
    public boolean isUntold() {
        return (before.isEmpty() || after.isEmpty()) && !NONE_IS_KNOWN.contains(name);
    }
}
