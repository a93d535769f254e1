package hplhetero.run.check.rules;

import hplhetero.run.check.rules.Problem.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** All rules, which find what is not as it should be; docs/check.md explains each. */
public final class Problems {
    private static final List<Function<Evidence, List<Problem>>> RULES =
            List.of(ProgramRules::of, PairRules::of, NetworkRules::of, MachineRules::of, ClockRules::of, RateRules::of, MemoryRules::of);

    private Problems() {
    }

    /**
     * Returns all that is not as it should be among what a check has seen of hosts and network: first troubles, which would make a run fail
     * or slower than it has to be, then notes, which are only worth knowing. Returns an empty list where all is well.
     *
     * @param evidence what the check has seen
     */
    public static List<Problem> of(Evidence evidence) {
        return RULES.stream().flatMap(rule -> rule.apply(evidence).stream()).sorted(Comparator.comparing(Problem::severity)).toList();
    }

    /**
     * Returns whether there is any trouble, that is a problem that would make a run fail or slower than it has to be, and not only notes.
     *
     * @param found all problems of a check, troubles and notes
     */
    public static boolean any(List<Problem> found) {
        return found.stream().anyMatch(problem -> problem.severity() == Severity.TROUBLE);
    }
}
