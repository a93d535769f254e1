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

    /** Returns all problems that the evidence of a check shows, troubles first, then notes. */
    public static List<Problem> of(Evidence evidence) {
        return RULES.stream().flatMap(rule -> rule.apply(evidence).stream()).sorted(Comparator.comparing(Problem::severity)).toList();
    }

    /**
     * Returns whether at least one problem is more than a note.
     *
     * @param found all problems and notes of a check
     */
    public static boolean any(List<Problem> found) {
        return found.stream().anyMatch(trouble -> trouble.severity() == Severity.TROUBLE);
    }
}
