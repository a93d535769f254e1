package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.slowed.SlowedKernels;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.MapMove;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that are solved on ranks of unlike speed. Slowed kernels sleep, so their ratios hold also where other programs take the cores. */
@Timeout(300)
@Slow
@Daily(2)
class FollowingTest {
    private static final DenseKernels VECTOR = World.kernels("vector");
    private static final int ATTEMPTS = 20;
    private static final Rebalance FOLLOWS = new Rebalance(true, 0.3);

    private static CaseResult solved(HplCase c, Map<Integer, Double> slowdown) {
        List<CaseResult> results = new ArrayList<>();
        World.run(c.ranks(), world -> {
            DenseKernels kernels = SlowedKernels.of(VECTOR, slowdown.getOrDefault(world.rank(), 3.0));
            try (HplSolver solver = new HplSolver(world, kernels, 1, SolveListener.NONE)) {
                solver.useLinks(1e9);
                CaseResult result = solver.solve(c);
                if (world.rank() == 0) {
                    results.add(result);
                }
            }
        });
        return results.getFirst();
    }

    @Test
    void shouldMoveColumnsFromASlowRankAndGiveTheSameBits() {
        for (HplCase c : List.of(Cases.of(1800, 24).grid(1, 3).make(), Cases.of(1800, 24).grid(2, 2).depth(2).make())) {
            CaseResult stays = solved(c, Map.of(1, 15.0));
            CaseResult follows = solved(c.with(FOLLOWS), Map.of(1, 15.0));
            // where other programs keep the cores busy, a rank that is slow may not stand out
            for (int i = 1; i < ATTEMPTS && follows.adaptation().moves().isEmpty(); i++) {
                follows = solved(c.with(FOLLOWS), Map.of(1, 15.0));
            }
            Adaptation seen = follows.adaptation();
            assertThat(follows.status()).isEqualTo(CheckStatus.PASSED);
            assertThat(follows.residual()).isEqualTo(stays.residual());
            assertThat(stays.adaptation()).isEqualTo(Adaptation.NONE);
            assertThat(seen.moves()).as(seen.rates().toString()).isNotEmpty();
            MapMove first = seen.moves().getFirst();
            assertThat(first.after().get(1)).isLessThan(first.before().get(1));
            assertThat(first.after().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(first.before().stream().mapToInt(Integer::intValue).sum());
            assertThat(first.why()).contains("rank 1 at 0.");
            assertThat(seen.kappa()).hasSize(1801 / 24 + 1);
        }
    }

    @Test
    void shouldLeaveColumnsWhereRanksAreAlike() {
        HplCase c = Cases.of(1800, 24).grid(1, 3).make();
        CaseResult result = solved(c.with(FOLLOWS), Map.of());
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(result.adaptation().watched()).isTrue();
        assertThat(result.adaptation().rates()).isNotEmpty();
        assertThat(result.adaptation().moves()).isEmpty();
        assertThat(result.adaptation().kappa()).isEmpty();
    }
}
