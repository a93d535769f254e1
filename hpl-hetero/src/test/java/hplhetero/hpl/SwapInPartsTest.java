package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.swap.SwapParts;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Matrices so wide that their rows are swapped part by part, while columns whose rows are there are updated. */
@Timeout(300)
@Slow
class SwapInPartsTest {
    private static final int N = 2300;
    private static final int NB = 64;
    private static final DenseKernels VECTOR = World.kernels("vector");
    private static Residual alone;

    @BeforeAll
    static void solveAlone() {
        alone = solve(Cases.of(N, NB).make(), 1);
        assertThat(alone.scaled()).isLessThan(16);
    }

    private static Residual solve(HplCase c, int... workers) {
        AtomicReference<CaseResult> result = new AtomicReference<>();
        World.run(workers.length, world -> {
            try (HplSolver solver = World.solver(world, VECTOR, workers[world.rank()], SolveListener.NONE)) {
                CaseResult mine = solver.solve(c);
                if (world.rank() == 0) {
                    result.set(mine);
                }
            }
        });
        return result.get().residual().orElseThrow();
    }

    @Test
    void shouldCutColumnsIntoWholeTasksOfTheUpdateAndNotWhereAllGoByBinaryExchange() {
        int task = SwapParts.task(NB);
        assertThat(task).isEqualTo(480);
        assertThat(new SwapParts(task, 64).count(N)).isEqualTo(5);
        assertThat(new SwapParts(task, 64).count(700)).isEqualTo(1);
        assertThat(new SwapParts(task, 64).count(4000)).isEqualTo(8);
        assertThat(new SwapParts(task, 64).count(100_000)).isEqualTo(16);
        assertThat(new SwapParts(task, N).count(N)).isEqualTo(1);
        assertThat(new SwapParts(task, 0).count(1)).isEqualTo(1);
        assertThat(new SwapParts(SwapParts.task(256), 64).count(4000)).isEqualTo(9);
    }

    /** One worker each: in the background; several on some rank: by its own thread; unlike numbers must come to the same messages. */
    @ParameterizedTest
    @Daily(4)
    @CsvSource({"1 1, 0", "1 1, 1", "1 1 1, 2", "2 2, 1", "1 3, 1", "3 1, 0", "2 1 1, 2"})
    void shouldGiveTheSameBitsAsOneRank(String workers, int depth) {
        int[] each = Arrays.stream(workers.split(" ")).mapToInt(Integer::parseInt).toArray();
        for (SwapAlgorithm swap : new SwapAlgorithm[] {SwapAlgorithm.SPREAD_ROLL, SwapAlgorithm.BINARY_EXCHANGE}) {
            HplCase c = Cases.of(N, NB).grid(each.length, 1).depth(depth).swap(swap, 64).make();
            assertThat(solve(c, each).xSum()).as("%s", swap).isEqualTo(alone.xSum());
        }
    }
}
