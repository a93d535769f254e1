package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.VectorRef;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What solves record as they go. */
@Timeout(300)
@Slow
class RecordingTest {
    private static final DenseKernels VECTOR = World.kernels("vector");
    /** Spans and points are seconds made of nanoseconds. */
    private static final double ROUNDING = 1e-9;

    static Stream<HplCase> cases() {
        MapSpec shared = Cases.cells("0,1,2/0,3,1/2,0,3");
        return Stream.of(Cases.of(700, 32), Cases.of(700, 32).depth(0), Cases.of(700, 32).depth(3).grid(2, 2),
                Cases.of(700, 32).grid(1, 3), Cases.of(400, 16).grid(2, 2).map(shared), Cases.of(40, 64).grid(1, 2), Cases.of(1, 1),
                Cases.of(600, 2).grid(2, 1)).map(Cases::make);
    }

    private static CaseResult solved(HplCase c, int workers, DenseKernels kernels, Recording recording) {
        AtomicReference<CaseResult> result = new AtomicReference<>();
        World.run(c.ranks(), world -> {
            try (HplSolver solver = World.solver(world, kernels, workers, SolveListener.NONE)) {
                solver.record(recording);
                CaseResult mine = solver.solve(c);
                if (world.rank() == 0) {
                    result.set(mine);
                }
            }
        });
        return result.get();
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("cases")
    void shouldRecordItsTimeSeries(HplCase c) {
        for (int workers = 1; workers <= 2; workers++) {
            CaseResult result = solved(c, workers, VECTOR, Recording.TIME_SERIES);
            assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
            TimeSeries series = result.timeSeries().orElseThrow();
            int panels = (c.n() + c.nb() - 1) / c.nb();
            assertThat(series.panels()).isEqualTo(panels);
            assertThat(series.after()).isSorted().endsWith(panels, panels).doesNotContain(0);
            assertThat(series.operations(c, series.after().size() - 1)).isCloseTo(c.flops(), within(1e-9 * c.flops()));
            assertThat(series.ranks()).extracting(RankSeries::rank).containsExactlyElementsOf(result.ranks().stream().map(RankReport::rank)
                    .toList());
            for (int i = 0; i < series.ranks().size(); i++) {
                shouldAgree(series, series.ranks().get(i), result.ranks().get(i), result.seconds());
            }
            assertThat(series.ranks().stream().mapToDouble(rank -> rank.seconds().getLast()).max().orElseThrow())
                    .isCloseTo(result.seconds(), within(ROUNDING));
        }
    }

    private static void shouldAgree(TimeSeries series, RankSeries rank, RankReport report, double seconds) {
        assertThat(rank.seconds()).hasSameSizeAs(series.after()).isSorted();
        assertThat(rank.seconds().getLast()).isLessThanOrEqualTo(seconds + ROUNDING);
        rank.workerSeconds().forEach((phase, sums) -> {
            assertThat(sums).as("%s", phase).hasSameSizeAs(series.after()).isSorted();
            assertThat(sums.getLast()).as("%s", phase).isCloseTo(report.seconds().get(phase), within(ROUNDING));
        });
        assertThat(rank.workerSeconds()).hasSize(Phase.values().length - 1).doesNotContainKey(Phase.WAITING);
        assertThat(rank.spans()).extracting(Span::begin).isSorted();
        for (int worker = 0; worker < report.workers(); worker++) {
            double before = 0;
            for (Span span : rank.spans()) {
                if (span.worker() == worker) {
                    assertThat(span.begin()).isGreaterThanOrEqualTo(before - ROUNDING);
                    assertThat(span.end()).isGreaterThan(span.begin());
                    shouldLieInItsStep(series, rank, span);
                    before = span.end();
                }
            }
        }
        assertThat(rank.spans()).allSatisfy(span -> assertThat(span.worker()).isBetween(0, report.workers() - 1));
    }

    /** Between the points around its step; each panel has one where they are few. */
    private static void shouldLieInItsStep(TimeSeries series, RankSeries rank, Span span) {
        int next = IntStream.range(0, series.after().size()).filter(i -> series.after().get(i) > span.step()).findFirst().orElseThrow();
        double begin = next == 0 ? 0 : rank.seconds().get(next - 1);
        assertThat(span.begin()).isGreaterThanOrEqualTo(begin - ROUNDING);
        assertThat(span.end()).isLessThanOrEqualTo(rank.seconds().get(next) + ROUNDING);
    }

    /** The sums by phase of the steps that are told span by span are those of the points around them. */
    @Test
    void shouldTellAllOfAStepInSpans() {
        CaseResult result = solved(Cases.of(900, 64).grid(1, 2).make(), 2, VECTOR, Recording.TIME_SERIES);
        TimeSeries series = result.timeSeries().orElseThrow();
        for (RankSeries rank : series.ranks()) {
            for (int step : new int[] {7, 13}) {
                for (Phase phase : rank.workerSeconds().keySet()) {
                    List<Double> sums = rank.workerSeconds().get(phase);
                    double told = rank.spans().stream().filter(s -> s.step() == step && s.phase() == phase)
                            .mapToDouble(s -> s.end() - s.begin()).sum();
                    // gaps of less than a microsecond are told with what follows
                    assertThat(told).as("%s of step %d", phase, step).isCloseTo(sums.get(step) - sums.get(step - 1), within(2e-4));
                }
            }
        }
    }

    @ParameterizedTest
    @Daily(4)
    @MethodSource("cases")
    void shouldSolveBitForBitTheSameWithoutRecording(HplCase c) {
        CaseResult recorded = solved(c, 2, VECTOR, Recording.TIME_SERIES);
        CaseResult sums = solved(c, 2, VECTOR, Recording.SUMS);
        assertThat(sums.timeSeries()).isEmpty();
        assertThat(sums.residual()).isEqualTo(recorded.residual());
    }

    /** Rank 0, which gathers, is left out, and so are others. */
    @Test
    void shouldHaveNoTimeSeriesOfARankLeftOut() {
        List<Integer> kappa = IntStream.range(0, 19).map(k -> k % 3).boxed().toList();
        List<Integer> rho = IntStream.range(0, 19).map(k -> k % 2).boxed().toList();
        MapSpec.Explicit map = new MapSpec.Explicit(List.of(List.of(1, 3, 4), List.of(1, 4, 3)), rho, kappa);
        HplCase c = Cases.of(300, 16).grid(1, 3).map(map).make();
        CaseResult result = World.solve(6, 2, VECTOR, List.of(c)).getFirst();
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        TimeSeries series = result.timeSeries().orElseThrow();
        assertThat(series.ranks()).extracting(RankSeries::rank).containsExactly(1, 3, 4);
        for (int i = 0; i < 3; i++) {
            shouldAgree(series, series.ranks().get(i), result.ranks().get(i), result.seconds());
        }
        assertThat(series.of(3)).isPresent();
        assertThat(series.of(2)).isEmpty();
    }

    @Test
    void shouldRecordSomeOfManyRanks() {
        CaseResult result = solved(Cases.of(70, 1).grid(1, 70).make(), 1, VECTOR, Recording.TIME_SERIES);
        assertThat(result.ranks()).hasSize(70);
        TimeSeries series = result.timeSeries().orElseThrow();
        assertThat(series.ranks()).hasSize(64);
        assertThat(series.ranks()).extracting(RankSeries::rank).startsWith(0).endsWith(69).doesNotHaveDuplicates();
        for (RankSeries rank : series.ranks()) {
            shouldAgree(series, rank, result.ranks().get(rank.rank()), result.seconds());
        }
    }

    @Test
    void shouldRecordNothingOfAnEmptyMatrix() {
        CaseResult result = solved(Cases.of(0, 8).grid(1, 2).make(), 1, VECTOR, Recording.TIME_SERIES);
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(result.timeSeries()).isEmpty();
    }

    @Test
    void shouldRecordASingularMatrix() {
        DenseKernels faulty = Faults.before(VECTOR, "idamax", arguments -> {
            VectorRef x = (VectorRef) arguments[0];
            for (int i = 0; i < x.n(); i++) {
                x.set(i, 0);
            }
        });
        HplCase c = Cases.of(64, 8).grid(2, 2).make();
        CaseResult result = solved(c, 1, faulty, Recording.TIME_SERIES);
        assertThat(result.singular()).isTrue();
        TimeSeries series = result.timeSeries().orElseThrow();
        assertThat(series.after()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 8);
        for (int i = 0; i < 4; i++) {
            shouldAgree(series, series.ranks().get(i), result.ranks().get(i), result.seconds());
        }
    }

    /** Each of the tests of a sweep has its own. */
    @Test
    void shouldBeginAnewWithEachTest() {
        HplCase[] tests = {Cases.of(600, 64).make(), Cases.of(300, 64).make(), Cases.of(600, 64).make()};
        List<CaseResult> results = World.solve(1, 2, VECTOR, Arrays.asList(tests));
        for (CaseResult result : results) {
            TimeSeries series = result.timeSeries().orElseThrow();
            shouldAgree(series, series.ranks().getFirst(), result.ranks().getFirst(), result.seconds());
        }
        assertThat(results.get(1).timeSeries().orElseThrow().panels()).isEqualTo(5);
    }
}
