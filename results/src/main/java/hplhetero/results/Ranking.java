package hplhetero.results;

import hplhetero.hpl.problem.HplCase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The cases of a sweep, the fastest first, and which of them may be called the best: where cases ran several times, only one that the
 * others come near by no run.
 *
 * @param cases at least one, by their medians; those without a rate that counts last
 */
public record Ranking(List<Repeats> cases) {
    private static final int NAMED_EQUALS = 2;

    public Ranking {
        cases = List.copyOf(cases);
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("cases=0: must be at least one");
        }
    }

    /** @param tests at least one */
    public static Ranking of(List<TestResult> tests) {
        return new Ranking(Repeats.ranked(Repeats.of(tests)));
    }

    /** How often cases ran, all together. */
    public int tests() {
        return cases.stream().mapToInt(one -> one.tests().size()).sum();
    }

    /** Whether some case ran more than once. */
    public boolean repeated() {
        return cases.size() < tests();
    }

    /** The fastest run of the case that ranks first; empty where no run counts. */
    public Optional<TestResult> best() {
        return cases.getFirst().best();
    }

    /** Those that cannot be told from the one that ranks first, it among them; it alone where it is clearly the best, or each ran once. */
    public List<Repeats> alike() {
        Repeats first = cases.getFirst();
        return !repeated() ? List.of(first) : cases.stream().filter(one -> one == first
                || !one.gflops().isEmpty() && !first.clearlyFasterThan(one)).toList();
    }

    /** Those of {@link #alike}, such as {@code N=8000 NB=128 2x2 and N=8000 NB=192 2x2}. */
    public String names() {
        List<Repeats> all = alike();
        String named = all.stream().limit(NAMED_EQUALS).map(one -> name(one.hplCase())).collect(Collectors.joining(
                all.size() == NAMED_EQUALS ? " and " : ", "));
        return all.size() > NAMED_EQUALS ? named + " and " + (all.size() - NAMED_EQUALS) + " more" : named;
    }

    /** With the variant where cases differ in nothing else. */
    public String name(HplCase c) {
        String name = "N=" + c.n() + " NB=" + c.nb() + " " + c.p() + "x" + c.q();
        boolean told = cases.stream().filter(one -> same(one.hplCase(), c)).count() == 1;
        return told ? name : name + " " + c.variantCode();
    }

    private static boolean same(HplCase a, HplCase b) {
        return a.n() == b.n() && a.nb() == b.nb() && a.p() == b.p() && a.q() == b.q();
    }
}
