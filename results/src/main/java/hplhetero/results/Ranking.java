package hplhetero.results;

import hplhetero.hpl.problem.HplCase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The cases of a sweep, fastest first, and which of them may be called the best. Where cases ran several times, a case is the best alone
 * only if each of its runs was faster than every run of every other case.
 *
 * @param cases at least one case, in descending order of median rate; cases without a rate that counts come last
 */
public record Ranking(List<Repeats> cases) {
    private static final int NAMED_EQUALS = 2;

    /**
     * Checks that there is a case to rank.
     *
     * @throws IllegalArgumentException when there is no case
     */
    public Ranking {
        cases = List.copyOf(cases);
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("cases=0: must be at least one");
        }
    }

    /**
     * Returns the ranking of the cases of a sweep, that is of tests with equal parameters, by the median rate of their tests that passed or
     * were not to be checked.
     *
     * @param tests all tests of the sweep, at least one
     */
    public static Ranking of(List<TestResult> tests) {
        return new Ranking(Repeats.ranked(Repeats.of(tests)));
    }

    /** Returns the number of tests, over all cases. */
    public int tests() {
        return cases.stream().mapToInt(one -> one.tests().size()).sum();
    }

    /** Returns whether some case ran more than once. */
    public boolean repeated() {
        return cases.size() < tests();
    }

    /**
     * Returns the fastest test of the case with the highest median rate. Only tests that passed or were not to be checked are looked at;
     * empty where there is none.
     */
    public Optional<TestResult> best() {
        return cases.getFirst().best();
    }

    /**
     * Returns the first case and those that may be as fast: some test of theirs was at least as fast as the slowest test of the first case.
     * Only tests that passed or were not to be checked are looked at. Returns the first case alone where none may be as fast, or where
     * every case ran once.
     */
    public List<Repeats> alike() {
        Repeats first = cases.getFirst();
        return !repeated() ? List.of(first) : cases.stream().filter(one -> one == first
                || !one.gflops().isEmpty() && !first.clearlyFasterThan(one)).toList();
    }

    /**
     * Returns the names of the cases that may be the fastest ({@link #alike}), such as {@code N=8000 NB=128 2x2 and N=8000 NB=192 2x2}.
     * Beyond two cases, only the number of further cases is said.
     */
    public String names() {
        List<Repeats> all = alike();
        String named = all.stream().limit(NAMED_EQUALS).map(one -> name(one.hplCase())).collect(Collectors.joining(
                all.size() == NAMED_EQUALS ? " and " : ", "));
        return all.size() > NAMED_EQUALS ? named + " and " + (all.size() - NAMED_EQUALS) + " more" : named;
    }

    /**
     * Returns the name of a case, such as {@code N=8000 NB=128 2x2}. Where several cases of this ranking have this N, NB, P and Q, netlib's
     * code of the algorithms follows, such as {@code WR11C2R4}.
     *
     * @param c a case of this ranking
     */
    public String name(HplCase c) {
        String name = "N=" + c.n() + " NB=" + c.nb() + " " + c.p() + "x" + c.q();
        boolean told = cases.stream().filter(one -> same(one.hplCase(), c)).count() == 1;
        return told ? name : name + " " + c.variantCode();
    }

    private static boolean same(HplCase a, HplCase b) {
        return a.n() == b.n() && a.nb() == b.nb() && a.p() == b.p() && a.q() == b.q();
    }
}
