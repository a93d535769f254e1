package hplhetero.hpl.carry;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Factorizations of which block columns change owners on the way, in the memory in which they are. */
@Timeout(300)
@Slow
class MovingColumnsTest {
    private static final int CASES = 20;

    @ParameterizedTest
    @ValueSource(strings = {"reference", "vector", "native"})
    void shouldGiveTheBitsOfARunWhoseColumnsStay(String provider) {
        DenseKernels kernels = World.kernels(provider);
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        for (int round = 0; round < CASES; round++) {
            int nb = 8 + random.nextInt(12);
            List<Cases> layouts = Solve.layouts(100 + random.nextInt(60), nb).stream()
                    .filter(c -> BlockMap.of(c.make()).grid().cols() > 1).toList();
            double[] rooms = {0, 0.15, 1};
            HplCase stays = layouts.get(random.nextInt(layouts.size())).depth(random.nextInt(3)).make();
            HplCase moves = stays.with(new Rebalance(true, rooms[random.nextInt(rooms.length)]));
            int[] stops = random.ints(1 + random.nextInt(3), 0, BlockMap.of(stays).panels() + 1).sorted().toArray();
            int workers = 1 + random.nextInt(2);
            String what = "seed " + seed + " round " + round + ": " + moves;
            Solve.Outcome moved = Solve.rebalancing(moves, workers, kernels, random, stops);
            Solve.Outcome through = Solve.stopping(stays, workers, kernels, stops);
            assertThat(moved.pivots()).as(what).isEqualTo(through.pivots());
            assertThat(moved.zeroPivot()).as(what).isZero();
            assertThat(moved.residual().scaled()).as(what).isLessThan(16);
            if (!provider.equals("native")) {
                assertThat(moved.u()).as(what).isEqualTo(through.u());
                assertThat(moved.x()).as(what).isEqualTo(through.x());
            }
        }
    }
}
