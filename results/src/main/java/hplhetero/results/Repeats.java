package hplhetero.results;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CheckStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * All runs of one case in a sweep: equal parameters, different seconds. The rate of a run counts if the run passed or was not to be
 * checked.
 *
 * @param hplCase the parameters of the case
 * @param tests   at least one run, in the order in which they ran
 */
public record Repeats(HplCase hplCase, List<TestResult> tests) {

    /**
     * Checks that the case has a run.
     *
     * @throws IllegalArgumentException when there is no test
     */
    public Repeats {
        tests = List.copyOf(tests);
        if (tests.isEmpty()) {
            throw new IllegalArgumentException("tests=0: must be at least one");
        }
    }

    /** Groups the tests of a sweep by case: returns the cases, each with all of its runs, in the order in which the cases first ran. */
    public static List<Repeats> of(List<TestResult> tests) {
        Map<HplCase, List<TestResult>> byCase = new LinkedHashMap<>();
        tests.forEach(test -> byCase.computeIfAbsent(test.result().hplCase(), c -> new ArrayList<>()).add(test));
        return byCase.entrySet().stream().map(entry -> new Repeats(entry.getKey(), entry.getValue())).toList();
    }

    /**
     * Returns cases in descending order of their median rates. Cases of which no run passed or went unchecked have no rate and come last,
     * in the order given.
     */
    public static List<Repeats> ranked(List<Repeats> cases) {
        return cases.stream().sorted(Comparator.comparingDouble((Repeats one) -> one.medianGflops().orElse(-1)).reversed()).toList();
    }

    /** Returns whether a test's rate counts: the test passed, or was not to be checked. */
    public static boolean counts(TestResult test) {
        CheckStatus status = test.result().status();
        return status == CheckStatus.PASSED || status == CheckStatus.UNCHECKED;
    }

    /**
     * Returns the GFLOPS of the runs that count, in ascending order. A run counts if it passed or was not to be checked; empty where none
     * does.
     */
    public List<Double> gflops() {
        return counted(test -> test.result().gflops());
    }

    /**
     * Returns the median GFLOPS of the runs that count, which are those that passed or were not to be checked; of an even number of runs,
     * the mean of the two in the middle. Empty where no run counts.
     */
    public OptionalDouble medianGflops() {
        return median(gflops());
    }

    /**
     * Returns the median seconds of the runs that count, which are those that passed or were not to be checked; of an even number of runs,
     * the mean of the two in the middle. Empty where no run counts.
     */
    public OptionalDouble medianSeconds() {
        return median(counted(test -> test.result().seconds()));
    }

    /**
     * Returns (fastest - slowest) / median of the rates of the runs that count, which are those that passed or were not to be checked;
     * empty where fewer than two count.
     */
    public OptionalDouble spread() {
        List<Double> all = gflops();
        return all.size() < 2 ? OptionalDouble.empty()
                : OptionalDouble.of((all.getLast() - all.getFirst()) / median(all).orElseThrow());
    }

    /** Returns the fastest of the runs that count, which are those that passed or were not to be checked; empty where no run counts. */
    public Optional<TestResult> best() {
        return tests.stream().filter(Repeats::counts).max(Comparator.comparingDouble(test -> test.result().gflops()));
    }

    /**
     * Returns whether every rate of this case is above every rate of {@code other}: the two cases differ by more than either varies. Only
     * runs that passed or were not to be checked count. Where no run of {@code other} counts, returns whether one of this case does. The
     * answer means nothing where both cases ran only once.
     */
    public boolean clearlyFasterThan(Repeats other) {
        List<Double> mine = gflops();
        List<Double> its = other.gflops();
        return !mine.isEmpty() && (its.isEmpty() || mine.getFirst() > its.getLast());
    }

    /**
     * Returns the worst status among the runs of this case: failed, else skipped, else still being checked, else not to be checked, else
     * passed.
     */
    public CheckStatus status() {
        return tests.stream().map(test -> test.result().status()).max(Comparator.comparingInt(Repeats::badness)).orElseThrow();
    }

    private static int badness(CheckStatus status) {
        return switch (status) {
            case PASSED -> 0;
            case UNCHECKED -> 1;
            case CHECKING -> 2;
            case SKIPPED -> 3;
            case FAILED -> 4;
        };
    }

    private List<Double> counted(ToDoubleFunction<TestResult> of) {
        return tests.stream().filter(Repeats::counts).mapToDouble(of).sorted().boxed().toList();
    }

    private static OptionalDouble median(List<Double> sorted) {
        int half = sorted.size() / 2;
        return sorted.isEmpty() ? OptionalDouble.empty()
                : DoubleStream.of(sorted.get(half), sorted.get(sorted.size() - 1 - half)).average();
    }
}
