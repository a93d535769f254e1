package hplhetero.hpl.choose;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.Solve;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.StepSpan;
import hplhetero.hpl.result.StepsDone;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real solves in which steps take one algorithm after another: the same bits as with any one of them, and all ranks agree. */
@Timeout(300)
@Slow
class ForcedStepsTest {
    private static final DenseKernels VECTOR = World.kernels("vector");
    private static final int N = 407;
    private static final int NB = 16;
    private static final StepChoice USUAL = new StepChoice(BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX);

    private static List<StepChoice> all() {
        return Stream.of(BroadcastAlgorithm.values()).flatMap(b -> Stream.of(SwapAlgorithm.values()).map(s -> new StepChoice(b, s)))
                .toList();
    }

    /** Cyclic grids of 1 to 6 ranks, and several cells a rank. */
    private static List<Cases> layouts() {
        return List.of(Cases.of(N, NB), Cases.of(N, NB).grid(1, 2), Cases.of(N, NB).grid(3, 1), Cases.of(N, NB).grid(2, 2),
                Cases.of(N, NB).grid(1, 5), Cases.of(N, NB).grid(2, 3), Cases.of(N, NB).grid(2, 2).map(Cases.cells("0,1,2/0,3,1/2,0,3")));
    }

    private static void requireSame(Solve.Outcome one, Solve.Outcome other, String what) {
        assertThat(one.x()).as(what).containsExactly(other.x());
        assertThat(one.pivots()).as(what).containsExactly(other.pivots());
        assertThat(one.residual().scaled()).as(what).isLessThan(16);
    }

    @Test
    void shouldSolveToTheSameBitsWhateverEachPhaseTakes() {
        for (Cases layout : layouts()) {
            for (int depth = 0; depth <= 2; depth++) {
                for (int workers = 1; workers <= 2; workers++) {
                    HplCase fixed = layout.depth(depth).swap(SwapAlgorithm.MIX, 40).make();
                    List<StepPhase> phases = all().stream().map(choice -> new StepPhase(choice, List.of())).toList();
                    HplCase mixed = fixed.with(new StepChoices(Free.BOTH, phases, "forced"));
                    requireSame(Solve.netlibs(mixed, workers, VECTOR), Solve.netlibs(fixed, workers, VECTOR),
                            mixed.p() + "x" + mixed.q() + " depth " + depth + " workers " + workers);
                }
            }
        }
    }

    /** As the words that come with panels say, some panels to come take something else. */
    private record WordChooser(int depth, List<StepChoice> choices) implements Chooser {

        @Override
        public void heard(int j, long word, StepTable table) {
            Random random = new Random(word ^ j);
            int from = Math.min(table.panels(), j + depth + 1 + random.nextInt(2));
            int end = Math.min(table.panels(), from + 1 + random.nextInt(3));
            table.take(choices.get(random.nextInt(choices.size())), from, end);
        }
    }

    @Test
    void shouldHaveAllRanksTakeWhatOneOfThemTells() {
        int changes = 0;
        for (Cases layout : layouts()) {
            for (int depth = 0; depth <= 2; depth++) {
                HplCase fixed = layout.depth(depth).swap(SwapAlgorithm.MIX, 40).make();
                HplCase open = fixed.with(new StepChoices(Free.BOTH, List.of(new StepPhase(USUAL, all())), "to be changed"));
                int panels = BlockMap.of(open).panels();
                long seed = 31L * depth + open.ranks();
                ConcurrentHashMap<Integer, StepLearner> learners = new ConcurrentHashMap<>();
                Chooser chooser = new WordChooser(BlockMap.of(open).lookAhead(depth), all());
                Solve.Outcome outcome = Solve.learning(open, 1, VECTOR, rank -> learners.computeIfAbsent(rank,
                        r -> StepLearner.of(open, chooser, new Random(seed + r)::nextLong)));
                requireSame(outcome, Solve.netlibs(fixed, 1, VECTOR),
                        "seed " + seed + ", " + open.p() + "x" + open.q() + " depth " + depth);
                List<StepsDone> done = learners.values().stream().map(learner -> StepLearner.done(learner.report())).toList();
                assertThat(done).hasSize(open.ranks()).allMatch(done.getFirst()::equals);
                assertThat(done.getFirst().spans().getFirst().first()).isZero();
                assertThat(done.getFirst().spans().getLast().last()).isEqualTo(panels - 1);
                changes += done.getFirst().spans().size() - 1;
            }
        }
        assertThat(changes).isGreaterThan(200);
    }

    /** Panels then go by what is taken within the site of their owner alone. */
    @Test
    void shouldSolveToTheSameBitsAcrossSites() {
        HplCase fixed = Cases.of(N, NB).grid(2, 3).make();
        List<StepPhase> phases = all().stream().map(choice -> new StepPhase(choice, List.of())).toList();
        List<Integer> sums = new ArrayList<>();
        World.run(6, world -> {
            try (HplSolver solver = World.solver(world, VECTOR, 1, SolveListener.NONE)) {
                for (List<Integer> sites : List.of(List.of(0, 0, 0, 0, 0, 0), List.of(0, 0, 1, 0, 1, 1))) {
                    solver.useSites(sites);
                    for (HplCase one : List.of(fixed, fixed.with(new StepChoices(Free.BOTH, phases, "forced")))) {
                        CaseResult result = solver.solve(one);
                        if (world.rank() == 0) {
                            assertThat(result.steps().spans().size()).isEqualTo(one == fixed ? 0 : phases.size());
                            sums.add(result.residual().orElseThrow().xSum());
                        }
                    }
                }
            }
        });
        assertThat(sums).hasSize(4).containsOnly(sums.getFirst());
    }

    /** Rank 0 owns no block, and tells what the others did all the same. */
    @Test
    void shouldTellWhatWasDoneOnRanksThatRankZeroIsNotAmong() {
        MapSpec withoutRank0 = new MapSpec.Explicit(List.of(List.of(1, 2)), Collections.nCopies(7, 0), List.of(0, 1, 0, 1, 0, 1, 0));
        HplCase open = Cases.of(110, 16).grid(1, 2).map(withoutRank0).make().with(new StepChoices(Free.BOTH, List.of(new StepPhase(USUAL,
                List.of()), new StepPhase(all().getFirst(), List.of())), "forced"));
        CaseResult result = World.solve(3, 1, VECTOR, List.of(open)).getFirst();
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(result.steps().spans()).containsExactly(new StepSpan(0, 3, USUAL), new StepSpan(4, 6, all().getFirst()));
    }

    /** A rank that has no part in the factorization says so. */
    @Test
    void shouldTellWhatWasDone() {
        HplCase open = Cases.of(N, NB).grid(1, 2).make().with(new StepChoices(Free.BOTH, List.of(new StepPhase(USUAL, all()),
                new StepPhase(all().get(4), List.of(USUAL))), "to be changed"));
        StepLearner learner = StepLearner.of(open, (j, word, table) -> table.take(all().get(17), 5, 8), () -> 0);
        learner.start();
        assertThat(learner.report()).containsOnly(Double.NEGATIVE_INFINITY);
        learner.hear(0, 0);
        assertThat(StepLearner.done(learner.report()).spans()).containsExactly(new StepSpan(0, 4, USUAL),
                new StepSpan(5, 7, all().get(17)), new StepSpan(8, 12, USUAL), new StepSpan(13, 25, all().get(4)));
        learner.start();
        assertThat(learner.table().at(5)).isEqualTo(USUAL);
    }
}
