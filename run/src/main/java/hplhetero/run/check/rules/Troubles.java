package hplhetero.run.check.rules;

import hplhetero.run.check.rules.Trouble.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Finds what is not as it should be; docs/check.md explains each. */
public final class Troubles {
    private static final List<Function<Evidence, List<Trouble>>> RULES =
            List.of(ProgramRules::of, PairRules::of, NetworkRules::of, MachineRules::of, ClockRules::of, RateRules::of, MemoryRules::of);

    private Troubles() {
    }

    /** Troubles first, then notes. */
    public static List<Trouble> of(Evidence evidence) {
        return RULES.stream().flatMap(rule -> rule.apply(evidence).stream()).sorted(Comparator.comparing(Trouble::severity)).toList();
    }

    /** Whether one is more than a note. */
    public static boolean any(List<Trouble> found) {
        return found.stream().anyMatch(trouble -> trouble.severity() == Severity.TROUBLE);
    }
}
