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
 * All runs of one case in a sweep: what was asked is equal, only the seconds are not. Rates count of those that passed, or were not to be
 * checked.
 *
 * @param hplCase what was asked
 * @param tests   at least one, in the order in which they ran
 */
public record Repeats(HplCase hplCase, List<TestResult> tests) {

    public Repeats {
        tests = List.copyOf(tests);
        if (tests.isEmpty()) {
            throw new IllegalArgumentException("tests=0: must be at least one");
        }
    }

    /** The cases of a sweep, each with all of its runs, in the order in which they first ran. */
    public static List<Repeats> of(List<TestResult> tests) {
        Map<HplCase, List<TestResult>> byCase = new LinkedHashMap<>();
        tests.forEach(test -> byCase.computeIfAbsent(test.result().hplCase(), c -> new ArrayList<>()).add(test));
        return byCase.entrySet().stream().map(entry -> new Repeats(entry.getKey(), entry.getValue())).toList();
    }

    /** The fastest first, by their medians; those without a rate last, in the order given. */
    public static List<Repeats> ranked(List<Repeats> cases) {
        return cases.stream().sorted(Comparator.comparingDouble((Repeats one) -> one.medianGflops().orElse(-1)).reversed()).toList();
    }

    /** Whether a test's rate counts. */
    public static boolean counts(TestResult test) {
        CheckStatus status = test.result().status();
        return status == CheckStatus.PASSED || status == CheckStatus.UNCHECKED;
    }

    /** GFLOPS of the runs that count, ascending. */
    public List<Double> gflops() {
        return counted(test -> test.result().gflops());
    }

    /** Of the runs that count, by their GFLOPS; of an even number the mean of the two in the middle. */
    public OptionalDouble medianGflops() {
        return median(gflops());
    }

    /** The same of their seconds. */
    public OptionalDouble medianSeconds() {
        return median(counted(test -> test.result().seconds()));
    }

    /** (fastest - slowest) / median of the rates that count; empty where they are fewer than two. */
    public OptionalDouble spread() {
        List<Double> all = gflops();
        return all.size() < 2 ? OptionalDouble.empty()
                : OptionalDouble.of((all.getLast() - all.getFirst()) / median(all).orElseThrow());
    }

    /** The fastest of the runs that count. */
    public Optional<TestResult> best() {
        return tests.stream().filter(Repeats::counts).max(Comparator.comparingDouble(test -> test.result().gflops()));
    }

    /**
     * Whether each rate of this case is above each of the other's: the two differ by more than either varies. Not to be told of two cases
     * that both ran once.
     */
    public boolean clearlyFasterThan(Repeats other) {
        List<Double> mine = gflops();
        List<Double> its = other.gflops();
        return !mine.isEmpty() && (its.isEmpty() || mine.getFirst() > its.getLast());
    }

    /** How all of its runs ended: the worst of them. */
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
