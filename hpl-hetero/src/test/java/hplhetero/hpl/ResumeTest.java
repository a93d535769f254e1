package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.checkpoint.CheckpointPlan.Start;
import hplhetero.hpl.problem.Bitflip;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Solves that are broken off and resumed, which a solve that runs through equals bit for bit. */
@Timeout(300)
@Slow
class ResumeTest {
    private static final DenseKernels VECTOR = World.kernels("vector");
    private static final double NEVER = 1e9;

    @TempDir
    private Path folder;
    /** What is tested while a case is solved. */
    private TrustSettings trust = TrustSettings.NONE;
    /** How far each rank was when its clock started, in the last solve; 0..1 of the columns, by rank. */
    private final Map<Integer, Double> begun = new ConcurrentHashMap<>();

    /** What rank 0 hears of states. */
    private static final class Heard implements SolveListener {
        private final List<Integer> written = new ArrayList<>();
        private final List<String> notWritten = new ArrayList<>();

        @Override
        public void factored(HplCase hplCase, int columns, long nanos) {
            // only states count here
        }

        @Override
        public boolean stateWritten(HplCase hplCase, int columns) {
            written.add(columns);
            return true;
        }

        @Override
        public void stateNotWritten(String why) {
            notWritten.add(why);
        }
    }

    private CheckpointPlan plan(double seconds, Start start) {
        return new CheckpointPlan(folder.toString(), 1, seconds, start, null);
    }

    /** Returns the plan with the test whose state it goes on from, on the same map. */
    private static CheckpointPlan on(HplCase c, CheckpointPlan plan) {
        return plan.start() == Start.ANEW ? plan : plan.from(plan.start(), new CheckpointPlan.Before(plan.series(), c));
    }

    /**
     * Solves in a fresh world.
     *
     * @param asks number of questions after which one rank is told to end; 0: never
     * @return the result, null where the ranks ended before
     */
    private CaseResult solve(HplCase c, CheckpointPlan plan, int asks, Heard heard) {
        AtomicReference<CaseResult> result = new AtomicReference<>();
        World.run(c.ranks(), world -> {
            AtomicInteger asked = new AtomicInteger();
            try (HplSolver solver = World.solver(world, VECTOR, 1 + c.nb() % 3, heard)) {
                solver.verify(trust);
                solver.tellEachStep(begins(world.rank()));
                solver.endWhen(() -> world.rank() == c.ranks() - 1 && asks > 0 && asked.incrementAndGet() >= asks);
                CaseResult mine = solver.solve(c, plan.before() == null ? on(c, plan) : plan);
                if (world.rank() == 0) {
                    result.set(mine);
                }
            }
        });
        return result.get();
    }

    /** Returns a listener that notes the first share of the columns that it hears of. */
    private RankProgress begins(int rank) {
        begun.remove(rank);
        return new RankProgress() {
            @Override
            public void reached(double columns, double seconds) {
                begun.putIfAbsent(rank, columns);
            }

            @Override
            public void left() {
                // only the beginning counts here
            }
        };
    }

    static Stream<HplCase> cases() {
        MapSpec shared = Cases.cells("0,1,2/0,3,1/2,0,3");
        MapSpec weighted = new MapSpec.Weighted(List.of(1.0, 2.0), List.of(3.0, 1.0));
        return Stream.of(Cases.of(490, 16), Cases.of(490, 16).depth(0), Cases.of(493, 17).depth(3).grid(2, 2),
                Cases.of(400, 18).grid(1, 3), Cases.of(400, 16).grid(2, 2).map(shared), Cases.of(400, 16).grid(2, 2).map(weighted),
                Cases.of(401, 16).grid(1, 4).map(Cases.cells("3,1,3")), Cases.of(496, 8).grid(2, 1)).map(Cases::make);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldComputeTheBitsOfARunThrough(HplCase c) {
        CaseResult through = solve(c, CheckpointPlan.NONE, 0, new Heard());
        Heard heard = new Heard();
        CaseResult result = solve(c, plan(NEVER, Start.ANEW), 1, heard);
        int parts = 1;
        while (result == null) {
            assertThat(heard.written).as("states").hasSize(parts);
            result = solve(c, plan(NEVER, Start.FROM_STATE), parts < 3 ? parts : 0, heard);
            parts++;
        }
        assertThat(parts).isGreaterThan(2);
        assertThat(heard.written).isSorted().doesNotHaveDuplicates();
        assertThat(heard.notWritten).isEmpty();
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(result.residual()).isEqualTo(through.residual());
        assertThat(result.resumption().times()).isEqualTo(parts - 1);
        assertThat(result.resumption().columns()).isEqualTo(heard.written.getLast());
        assertThat(begun.values()).hasSize(c.ranks()).containsOnly(result.resumption().columns() / (double) c.n());
        assertThat(result.seconds()).isGreaterThan(result.resumption().seconds());
        assertThat(through.resumption().happened()).isFalse();
    }

    /** Checksums are not written. They are made anew from the state, and all steps after it are tested again. */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldTestStepsBeforeAndAfterAState(HplCase c) {
        CaseResult through = solve(c, CheckpointPlan.NONE, 0, new Heard());
        for (VerifySteps steps : List.of(VerifySteps.SAMPLE, VerifySteps.ALL)) {
            trust = new TrustSettings(steps, false);
            Heard heard = new Heard();
            assertThat(solve(c, plan(NEVER, Start.ANEW), 1, heard)).isNull();
            CaseResult result = solve(c, plan(NEVER, Start.FROM_STATE), 0, heard);
            assertThat(result.stepTests().findings()).isEmpty();
            assertThat(result.stepTests().comparisons()).isPositive();
            assertThat(result.residual()).isEqualTo(through.residual());
        }
    }

    @Test
    void shouldEndByAnErrorBetweenStates() {
        HplCase c = Cases.of(490, 16).grid(2, 2).make();
        trust = new TrustSettings(VerifySteps.ALL, false, List.of(new Bitflip(2, 17, Bitflip.Phase.UPDATE, 57)));
        Heard heard = new Heard();
        CaseResult result = solve(c, plan(0, Start.ANEW), 0, heard);
        assertThat(result.status()).isEqualTo(CheckStatus.FAILED);
        assertThat(result.stepTests().findings()).singleElement().satisfies(finding -> assertThat(finding.rank()).isEqualTo(2));
        assertThat(heard.written).isNotEmpty().allMatch(columns -> columns <= 17 * 16);
    }

    @Test
    void shouldWriteStatesOnTheWayWithoutEnding() {
        HplCase c = Cases.of(490, 8).grid(2, 2).make();
        Heard heard = new Heard();
        CaseResult result = solve(c, plan(0, Start.ANEW), 0, heard);
        assertThat(result.residual()).isEqualTo(solve(c, CheckpointPlan.NONE, 0, new Heard()).residual());
        assertThat(heard.written).hasSizeGreaterThan(3).isSorted();
    }

    /** The newest state is damaged on one rank, or was never finished on it: the older one serves. */
    @Test
    void shouldGoOnFromTheOlderStateWhereTheNewestIsNotWholeEverywhere() throws IOException {
        HplCase c = Cases.of(490, 16).grid(2, 2).make();
        CaseResult through = solve(c, CheckpointPlan.NONE, 0, new Heard());
        Random random = new Random(7);
        for (int round = 0; round < 12; round++) {
            Heard heard = new Heard();
            assertThat(solve(c, plan(NEVER, Start.ANEW), 1, heard)).isNull();
            assertThat(solve(c, plan(NEVER, Start.FROM_STATE), 1, heard)).isNull();
            assertThat(heard.written).hasSize(2);
            Path newest = folder.resolve("1/rank-" + random.nextInt(4) + ".0");
            byte[] bytes = Files.readAllBytes(newest);
            if (round % 3 == 0) {
                Files.delete(newest);
            } else {
                bytes[random.nextInt(bytes.length)] ^= 16;
                Files.write(newest, bytes);
            }
            CaseResult result = solve(c, plan(NEVER, Start.FROM_STATE), 0, heard);
            assertThat(result.residual()).as("round %d", round).isEqualTo(through.residual());
            assertThat(result.resumption().columns()).isEqualTo(heard.written.getFirst());
        }
    }

    @Test
    void shouldSayWhichRankHasNoState() throws IOException {
        HplCase c = Cases.of(490, 16).grid(2, 2).make();
        assertThat(solve(c, plan(NEVER, Start.ANEW), 1, new Heard())).isNull();
        Files.delete(folder.resolve("1/rank-2.1"));
        assertThatThrownBy(() -> solve(c, plan(NEVER, Start.FROM_STATE), 0, new Heard()))
                .rootCause().hasMessageMatching("no rank finds state 1 of rank 2 \\(\\S+/1/rank-2\\.\\*\\): bring the files "
                        + "of all ranks there, or begin anew");
        CaseResult anew = solve(c, plan(NEVER, Start.FROM_STATE_IF_WHOLE), 0, new Heard());
        assertThat(anew.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(anew.resumption().happened()).isFalse();
    }

    /** The folder of one rank cannot be written: the run goes on, and ends well. */
    @Test
    void shouldGoOnWhereAStateCannotBeWritten() throws IOException {
        HplCase c = Cases.of(490, 16).grid(2, 2).make();
        Files.createDirectories(folder.resolve("1/rank-3.u"));
        Heard heard = new Heard();
        CaseResult result = solve(c, plan(0, Start.ANEW), 0, heard);
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(heard.written).isEmpty();
        assertThat(heard.notWritten).isNotEmpty().allMatch(why -> why.matches("rank 3 on \\S+: FileSystemException: .*rank-3\\.u: .*"));
    }

    @Test
    void shouldRemoveWhatEarlierTestsHaveWritten() {
        HplCase c = Cases.of(490, 16).make();
        assertThat(solve(c, plan(NEVER, Start.ANEW), 1, new Heard())).isNull();
        assertThat(folder.resolve("1")).isDirectory();
        CheckpointPlan second = CheckpointPlan.anew(folder.toString(), 2, NEVER);
        assertThat(solve(c, second, 0, new Heard()).status()).isEqualTo(CheckStatus.PASSED);
        assertThat(folder.resolve("1")).doesNotExist();
    }

    /** Fewer ranks, more ranks, another grid, cells and weights: from each the next one goes on. */
    @Test
    void shouldGoOnOnOtherMapsAndOtherNumbersOfRanks() {
        List<HplCase> maps = List.of(Cases.of(480, 10).grid(2, 2).make(), Cases.of(480, 10).grid(1, 3).make(),
                Cases.of(480, 10).grid(2, 2).map(Cases.cells("0,1,2/0,3,1/2,0,3")).make(), Cases.of(480, 10).make(),
                Cases.of(480, 10).grid(2, 3).make());
        Heard heard = new Heard();
        CaseResult result = solve(maps.getFirst(), plan(NEVER, Start.ANEW), 1, heard);
        for (int series = 2; series <= maps.size(); series++) {
            assertThat(result).isNull();
            CheckpointPlan plan = new CheckpointPlan(folder.toString(), series, NEVER, Start.FROM_STATE,
                    new CheckpointPlan.Before(series - 1, maps.get(series - 2)));
            result = solve(maps.get(series - 1), plan, series < maps.size() ? 1 : 0, heard);
            assertThat(folder.resolve(String.valueOf(series - 2))).doesNotExist();
        }
        assertThat(heard.written).isSorted().doesNotHaveDuplicates().hasSize(maps.size() - 1);
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(result.resumption().times()).isEqualTo(maps.size() - 1);
    }
}
