package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With reproducible kernels the bits of a solve depend on N, NB and the panel variant alone, not on the plan: grid,
 * map, workers, broadcast, swap, look-ahead.
 */
@Slow
class PlanIdentityTest {
    private static final long SEED = Long.getLong("hpl.test.seed", 20_261_120L);
    private static final int PLANS = Integer.getInteger("hpl.test.plans", 30);
    private static final DenseKernels VECTOR = World.kernels("vector");

    /** What must not change the bits. */
    private record Plan(long seed, HplCase hplCase, int workers) {

        static Plan random(long seed, int n, int nb, PanelVariant panel) {
            Random random = new Random(seed);
            int[][] grids = {{1, 2}, {2, 1}, {2, 2}, {1, 3}, {3, 1}, {2, 3}, {3, 2}, {1, 5}, {4, 1}};
            int[] grid = grids[random.nextInt(grids.length)];
            MapSpec map = random.nextInt(3) == 0 ? explicit(random, n, nb) : map(random, grid[0], grid[1]);
            Cases c = Cases.of(n, nb).panel(panel).grid(grid[0], grid[1]).map(map)
                    .mapping(any(random, ProcessMapping.values())).depth(random.nextInt(4))
                    .broadcast(any(random, BroadcastAlgorithm.values()))
                    .swap(any(random, SwapAlgorithm.values()), random.nextInt(100)).equilibrate(random.nextBoolean());
            return new Plan(seed, c.make(), 1 + random.nextInt(3));
        }

        private static <T> T any(Random random, T[] values) {
            return values[random.nextInt(values.length)];
        }

        private static MapSpec map(Random random, int p, int q) {
            return switch (random.nextInt(4)) {
                case 0 -> new MapSpec.Cyclic();
                case 1 -> new MapSpec.Weighted(weights(random, p), weights(random, q));
                default -> cells(random, p * q);
            };
        }

        /** Any owners of a world of which some are left out, any sequences: some rows or columns may have no block. */
        private static MapSpec explicit(Random random, int n, int nb) {
            List<Integer> world = IntStream.range(0, 2 + random.nextInt(4)).boxed().collect(Collectors.toList());
            Collections.shuffle(world, random);
            List<Integer> ranks = world.subList(0, 1 + random.nextInt(world.size()));
            int rows = 1 + random.nextInt(4);
            int cols = 1 + random.nextInt(5);
            List<List<Integer>> owners = IntStream.range(0, rows)
                    .mapToObj(r -> random.ints(cols, 0, ranks.size()).mapToObj(ranks::get).toList()).toList();
            return new MapSpec.Explicit(owners, random.ints((n + nb - 1) / nb, 0, rows).boxed().toList(),
                    random.ints((n + nb) / nb, 0, cols).boxed().toList());
        }

        private static List<Double> weights(Random random, int parts) {
            return random.nextInt(4) == 0 ? List.of() : random.doubles(parts, 1, 4).boxed().toList();
        }

        /** Any owners, as long as each rank owns a cell. */
        private static MapSpec cells(Random random, int ranks) {
            int rows = 1 + random.nextInt(4);
            int cols = (ranks + rows - 1) / rows + random.nextInt(3);
            List<Integer> flat = new ArrayList<>();
            for (int i = 0; i < rows * cols; i++) {
                flat.add(i < ranks ? i : random.nextInt(ranks));
            }
            Collections.shuffle(flat, random);
            return new MapSpec.Cells(IntStream.range(0, rows).mapToObj(r -> List.copyOf(flat.subList(r * cols, (r + 1) * cols))).toList());
        }
    }

    /** The problems: N a multiple of NB and not, NB wider and narrower than a kernel's tile, every panel variant. */
    static List<HplCase> problems() {
        Factorization[] f = Factorization.values();
        return List.of(Cases.of(150, 16).panel(new PanelVariant(f[0], 2, f[2], 4)).make(),
                Cases.of(160, 32).panel(new PanelVariant(f[1], 3, f[0], 2)).make(),
                Cases.of(97, 5).panel(new PanelVariant(f[2], 2, f[1], 1)).make(),
                Cases.of(121, 40).panel(new PanelVariant(f[0], 3, f[0], 8)).make(),
                Cases.of(610, 48).panel(new PanelVariant(f[1], 2, f[2], 8)).make(),
                Cases.of(61, 1).panel(new PanelVariant(f[2], 2, f[2], 4)).make());
    }

    @ParameterizedTest
    @MethodSource("problems")
    void shouldAgreeWithATextbookOnOneRank(HplCase c) {
        Solve.Outcome one = Solve.netlibs(c, 1, VECTOR);
        DenseOracle oracle = new DenseOracle(DenseOracle.netlibs(c.n()), c.n());
        assertThat(one.pivots()).containsExactly(oracle.pivots());
        assertThat(one.zeroPivot()).isZero();
        for (int i = 0; i < c.n(); i++) {
            for (int j = i; j <= c.n(); j++) {
                assertThat(Math.abs(one.u()[i][j - i] - oracle.get(i, j))).as("U %d,%d", i, j).isLessThan(1e-10);
            }
        }
        assertThat(one.residual().scaled()).isLessThan(1);
    }

    @Test
    void shouldGiveTheSameBitsWithEveryPlan() {
        List<HplCase> problems = problems();
        List<Solve.Outcome> references = problems.stream().map(c -> Solve.netlibs(c, 1, VECTOR)).toList();
        for (int i = 0; i < PLANS; i++) {
            HplCase c = problems.get(i % problems.size());
            Plan plan = Plan.random(SEED + i, c.n(), c.nb(), c.panel());
            same(Solve.netlibs(plan.hplCase, plan.workers, VECTOR), references.get(i % problems.size()), plan);
        }
    }

    @Test
    void shouldChooseTheSameOfEquallyGoodPivots() {
        int n = 48;
        Random signs = new Random(3);
        double[] values = signs.ints((long) n * (n + 1), 0, 2).mapToDouble(bit -> bit == 0 ? -1 : 1).toArray();
        Solve.Entries ties = (i, j) -> values[i * (n + 1) + j];
        PanelVariant panel = new PanelVariant(Factorization.RIGHT, 2, Factorization.LEFT, 2);
        Solve.Outcome reference = Solve.of(ties, Cases.of(n, 7).panel(panel).make(), 1, VECTOR);
        for (int i = 0; i < 10; i++) {
            Plan plan = Plan.random(SEED - 1 - i, n, 7, panel);
            same(Solve.of(ties, plan.hplCase, plan.workers, VECTOR), reference, plan);
        }
    }

    private static void same(Solve.Outcome actual, Solve.Outcome expected, Plan plan) {
        assertThat(actual.pivots()).as("pivots of %s", plan).containsExactly(expected.pivots());
        for (int i = 0; i < expected.u().length; i++) {
            assertThat(bits(actual.u()[i])).as("row %d of U and y, %s", i, plan).containsExactly(bits(expected.u()[i]));
        }
        assertThat(bits(actual.x())).as("x of %s", plan).containsExactly(bits(expected.x()));
    }

    private static long[] bits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }
}
