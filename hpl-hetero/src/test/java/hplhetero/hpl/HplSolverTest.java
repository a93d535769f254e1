package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.CommException;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class HplSolverTest {
    private static final DenseKernels VECTOR = World.kernels("vector");

    @Test
    void shouldCallItUncheckedWithoutAThresholdAndFailedBelowIt() {
        List<CaseResult> results = World.solve(2, 1, VECTOR, List.of(Cases.of(97, 8).grid(1, 2).threshold(0).make(),
                Cases.of(97, 8).grid(2, 1).threshold(-1).make(), Cases.of(97, 8).grid(2, 1).threshold(1e-9).make(),
                Cases.of(0, 8).threshold(0).make()));
        assertThat(results).extracting(CaseResult::status).containsExactly(CheckStatus.UNCHECKED, CheckStatus.UNCHECKED,
                CheckStatus.FAILED, CheckStatus.UNCHECKED);
        assertThat(results).extracting(r -> r.residual().isPresent()).containsExactly(false, false, true, false);
    }

    @Test
    void shouldPassWithNothingToDo() {
        CaseResult nothing = World.solve(1, 1, VECTOR, List.of(Cases.of(0, 8).make())).getFirst();
        assertThat(nothing.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(nothing.residual().orElseThrow().scaled()).isZero();
        assertThat(nothing.gflops()).isZero();
    }

    /** One block then, and no buffer larger than it. */
    @Test
    void shouldTakeNoMemoryForAnNbBeyondN() {
        for (int nb : new int[] {1_000_000, Integer.MAX_VALUE}) {
            List<HplCase> cases = Solve.layouts(10, nb).stream().map(Cases::make).toList();
            assertThat(cases).allMatch(c -> CaseMemory.bytes(c, 2) < c.ranks() * 1_000_000L);
            List<CaseResult> results = World.solve(6, 2, VECTOR, cases);
            assertThat(results).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
            assertThat(results).extracting(result -> result.hplCase().nb()).containsOnly(nb);
        }
    }

    /** The block of b is where it is without the limit. */
    @Test
    void shouldDealBlocksAlikeHoweverMuchNbIsAboveN() {
        HplCase huge = Cases.of(10, 1_000_000).grid(1, 2).make();
        assertThat(BlockMap.of(huge)).usingRecursiveComparison().isEqualTo(BlockMap.of(huge.with(10, 11, 16)));
        assertThat(BlockMap.of(huge).kappa()).containsExactly(0);
        assertThat(BlockMap.of(huge.with(10, 10, 16)).kappa()).containsExactly(0, 1);
    }

    @Test
    void shouldTellHowLongItWarmedUpBeforeTheClock() {
        long begin = System.nanoTime();
        CaseResult result = World.solve(2, 1, VECTOR, List.of(Cases.of(700, 32).grid(1, 2).make())).getFirst();
        double elapsed = (System.nanoTime() - begin) * 1e-9;
        // it has solved a matrix of order 517 at least
        assertThat(result.warmUpSeconds()).isBetween(1e-3, elapsed - result.seconds());
    }

    @Test
    void shouldReportOnEveryRank() {
        HplCase c = Cases.of(300, 16).grid(2, 2).map(Cases.cells("0,1,2/0,3,1/2,0,3")).make();
        CaseResult result = World.solve(5, 2, VECTOR, List.of(c)).getFirst();
        assertThat(result.hplCase()).isEqualTo(c);
        assertThat(result.note()).isEmpty();
        assertThat(result.start()).isBeforeOrEqualTo(result.end());
        assertThat(result.gflops()).isCloseTo(300.0 * 300 * (200 + 1.5) / 1e9 / result.seconds(), within(1e-9));
        assertThat(result.ranks()).extracting(RankReport::rank).containsExactly(0, 1, 2, 3);
        assertThat(result.ranks()).extracting(RankReport::workers).containsOnly(2);
        assertThat(result.ranks()).extracting(RankReport::host).doesNotContain("");
        assertThat(result.ranks().stream().mapToDouble(RankReport::blockShare).sum()).isCloseTo(1, within(1e-12));
        for (RankReport report : result.ranks()) {
            assertThat(report.seconds()).containsOnlyKeys(Phase.values());
            double sum = report.seconds().values().stream().mapToDouble(Double::doubleValue).sum();
            assertThat(sum).isCloseTo(2 * result.seconds(), within(0.02 * result.seconds()));
        }
    }

    /** Panels cannot be sent packed then. */
    @Test
    void shouldSolveOnRanksOfUnlikeKernels() {
        List<DenseKernels> kernels = List.of(VECTOR, World.kernels("native"), World.kernels("reference"));
        List<CaseResult> results = new ArrayList<>();
        World.run(3, world -> {
            try (HplSolver solver = new HplSolver(world, kernels.get(world.rank()), 1, SolveListener.NONE)) {
                for (int ranks = 2; ranks <= 3; ranks++) {
                    CaseResult result = solver.solve(Cases.of(200, 16).grid(1, ranks).make());
                    if (world.rank() == 0) {
                        results.add(result);
                    }
                }
            }
        });
        assertThat(results).extracting(CaseResult::status).containsExactly(CheckStatus.PASSED, CheckStatus.PASSED);
    }

    @Test
    void shouldTellOfEveryPanel() {
        List<Integer> heard = new ArrayList<>();
        HplCase c = Cases.of(110, 16).grid(2, 1).make();
        World.solve(2, 1, VECTOR, List.of(c), (told, columns, nanos) -> {
            assertThat(told).isEqualTo(c);
            assertThat(nanos).isPositive();
            heard.add(columns);
        });
        assertThat(heard).containsExactly(16, 32, 48, 64, 80, 96, 110);
    }

    /** Each rank hears how far it is, and that it has left the warm-up before the test, and the test. */
    @Test
    void shouldTellEachRankHowFarItIs() {
        HplCase c = Cases.of(110, 16).grid(1, 3).make();
        List<List<Double>> heard = Stream.generate(() -> (List<Double>) new ArrayList<Double>()).limit(3).toList();
        World.run(3, world -> {
            List<Double> mine = heard.get(world.rank());
            try (HplSolver solver = new HplSolver(world, VECTOR, 1, SolveListener.NONE)) {
                solver.tellEachStep(new RankProgress() {
                    private double before;

                    @Override
                    public void reached(double columns, double seconds) {
                        assertThat(seconds).isGreaterThanOrEqualTo(before);
                        before = seconds;
                        mine.add(columns);
                    }

                    @Override
                    public void left() {
                        mine.add(-1.0);
                    }
                });
                solver.warmUp(c, 0);
                solver.solve(c);
            }
        });
        assertThat(heard).allSatisfy(rank -> assertThat(rank).containsExactly(-1.0, 0.0, 16 / 110.0, 32 / 110.0, 48 / 110.0, 64 / 110.0,
                80 / 110.0, 96 / 110.0, 1.0, -1.0));
    }

    /** Rank 0 hears it, even where it owns no block. */
    @Test
    void shouldTellOfASolvedTestBeforeItIsChecked() {
        MapSpec withoutRank0 = new MapSpec.Explicit(List.of(List.of(1, 2)), Collections.nCopies(7, 0), List.of(0, 1, 0, 1, 0, 1, 0));
        for (HplCase c : List.of(Cases.of(110, 16).grid(2, 1).make(), Cases.of(110, 16).grid(1, 2).map(withoutRank0).make(),
                Cases.of(0, 16).make())) {
            List<CaseResult> heard = new ArrayList<>();
            CaseResult result = World.solve(3, 1, VECTOR, List.of(c), solvedTo(heard)).getFirst();
            assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
            assertThat(heard).singleElement().satisfies(solved -> {
                assertThat(solved.status()).isEqualTo(CheckStatus.CHECKING);
                assertThat(solved.residual()).isEmpty();
                assertThat(solved.checked(CheckStatus.PASSED, result.residual().orElseThrow())).isEqualTo(result);
            });
        }
        List<CaseResult> heard = new ArrayList<>();
        List<CaseResult> results = World.solve(1, 1, VECTOR, List.of(Cases.of(110, 16).threshold(0).make()), solvedTo(heard));
        assertThat(heard).isEqualTo(results);
    }

    private static SolveListener solvedTo(List<CaseResult> heard) {
        return new SolveListener() {
            @Override
            public void factored(HplCase hplCase, int columns, long nanos) {
            }

            @Override
            public void solved(CaseResult result) {
                heard.add(result);
            }
        };
    }

    @Test
    void shouldRefuseMoreRanksThanThereAre() {
        assertThatThrownBy(() -> World.solve(1, 1, VECTOR, List.of(Cases.of(10, 2).grid(2, 3).make())))
                .isInstanceOf(CommException.class).hasMessageContaining("P*Q=6 ranks=1");
    }

    @Test
    void shouldRefuseCasesThatMakeNoSense() {
        assertThatIllegalArgumentException().isThrownBy(() -> Cases.of(-1, 2).make()).withMessageContaining("n=-1");
        assertThatIllegalArgumentException().isThrownBy(() -> Cases.of(1, 0).make()).withMessageContaining("nb=0");
        assertThatIllegalArgumentException().isThrownBy(() -> Cases.of(1, 1).grid(0, 1).make()).withMessageContaining("p=0");
        assertThatIllegalArgumentException().isThrownBy(() -> Cases.of(1, 1).depth(-1).make()).withMessageContaining("depth=-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PanelVariant(Factorization.LEFT, 1, Factorization.LEFT, 1)).withMessageContaining("ndiv=1");
    }

    @Test
    void shouldWriteTheVariantAsNetlibDoes() {
        HplCase c = Cases.of(1, 1).panel(new PanelVariant(Factorization.CROUT, 2, Factorization.RIGHT, 4)).make();
        assertThat(c.variantCode()).isEqualTo("WR10C2R4");
    }

    /** Even one rank without memory: all of them skip the case together and go on. */
    @Test
    void shouldSkipWhatDoesNotFitIntoMemoryAndGoOn() {
        int n = 8_000_000;
        MapSpec allOnTheSecond = new MapSpec.Weighted(List.of(), List.of(1e-12, 1.0));
        List<CaseResult> results = World.solve(2, 1, VECTOR, List.of(Cases.of(n, 256).grid(1, 2).make(),
                Cases.of(n, 256).grid(1, 2).map(allOnTheSecond).make(), Cases.of(97, 16).grid(1, 2).make()));
        assertThat(results).extracting(CaseResult::status)
                .containsExactly(CheckStatus.SKIPPED, CheckStatus.SKIPPED, CheckStatus.PASSED);
        assertThat(results.getFirst().note()).contains("N=8000000").contains("smaller N");
        assertThat(results.get(1).note()).contains("rank 1 on ", "GiB");
        assertThat(results.getFirst().gflops()).isZero();
    }

    @Test
    void shouldAgreeOnTheExtremes() {
        World.run(5, ranks -> {
            Agreement agreement = new Agreement(ranks);
            double mine = Math.abs(ranks.rank() - 3);
            assertThat(agreement.smallest(mine)).isZero();
            assertThat(agreement.largest(mine)).isEqualTo(3);
        });
    }

    @Test
    void shouldNeedLittleMoreThanTheMatrix() {
        double matrix = 8.0 * 10_000 * 10_000;
        long mib = 1 << 20;
        for (int nb : new int[] {96, 128, 192, 256}) {
            assertThat((double) CaseMemory.bytes(Cases.of(10_000, nb).make(), 2)).as("nb=%d", nb)
                    .isBetween(matrix, 1.10 * matrix + 150 * mib);
        }
        int[] narrow = IntStream.range(0, 3).map(i -> 1000 * (i + 1)).toArray();
        assertThat(Arrays.stream(narrow).mapToLong(n -> CaseMemory.bytes(Cases.of(n, 64).make(), 2))).isSorted();
    }
}
