package hplhetero.hpl.plan.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.hpl.Cases;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapCheck;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MapsTest {

    static long[] unlimited(int ranks) {
        long[] capacity = new long[ranks];
        Arrays.fill(capacity, Long.MAX_VALUE);
        return capacity;
    }

    private static Maps maps(int n, int nb, Double... speeds) {
        return new Maps(n, nb, StepCost.constant(List.of(speeds)), unlimited(speeds.length));
    }

    private static List<List<Integer>> row(int ranks) {
        return List.of(IntStream.range(0, ranks).boxed().toList());
    }

    private static double seconds(int n, int nb, StepCost cost, MapSpec.Explicit map) {
        return MapBalance.of(n, nb, cost, 1, map).seconds();
    }

    /** Elements that each rank holds. */
    private static long[] held(int n, int nb, int ranks, MapSpec.Explicit map) {
        long[] held = new long[ranks];
        for (int i = 0; i < map.rho().size(); i++) {
            for (int j = 0; j < map.kappa().size(); j++) {
                held[map.owners().get(map.rho().get(i)).get(map.kappa().get(j))] +=
                        (long) Math.min(nb, n - i * nb) * Math.min(nb, n + 1 - j * nb);
            }
        }
        return held;
    }

    private static long likeNeighbours(MapSpec.Explicit map) {
        return IntStream.range(1, map.rho().size()).filter(k -> map.kappa().get(k).equals(map.kappa().get(k - 1))).count();
    }

    @Test
    void shouldMakeMapsThatFitTheirCase() {
        Random random = new Random(5);
        for (int i = 0; i < 40; i++) {
            int p = 1 + random.nextInt(3);
            int q = 2 + random.nextInt(4);
            int nb = 1 + random.nextInt(40);
            int n = nb * (20 + random.nextInt(40)) + random.nextInt(nb);
            Double[] speeds = random.doubles(p * q + 2, 1, 3).boxed().toArray(Double[]::new);
            Maps maps = maps(n, nb, speeds);
            List<Integer> ranks = IntStream.range(0, p * q + 2).boxed().collect(Collectors.toList());
            Collections.shuffle(ranks, random);
            List<List<Integer>> grid = maps.placed(ranks.subList(0, p * q), p, q);
            assertThat(grid.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(ranks.subList(0, p * q));
            MapSpec.Explicit weighted = maps.weighted(grid).orElseThrow();
            for (MapSpec.Explicit map : List.of(weighted, maps.cyclic(grid).orElseThrow(), maps.cells(grid).orElseThrow(),
                    maps.shared(ranks.subList(0, p * q), 2).orElseThrow(), maps.refined(weighted, 100_000))) {
                assertThat(MapCheck.problem(Cases.of(n, nb).grid(p, q).map(map).make())).as("%s", map).isEmpty();
            }
        }
    }

    @Test
    void shouldGiveEveryRankABlock() {
        MapSpec.Explicit inARow = maps(400, 16, 1.0, 1.0, 1e-4).weighted(row(3)).orElseThrow();
        assertThat(MapCheck.problem(Cases.of(400, 16).grid(1, 3).map(inARow).make())).isEmpty();
        Maps onAGrid = maps(400, 16, 1.0, 1.0, 1e-4, 1e-4);
        MapSpec.Explicit map = onAGrid.weighted(List.of(List.of(0, 1), List.of(2, 3))).orElseThrow();
        assertThat(MapCheck.problem(Cases.of(400, 16).grid(2, 2).map(map).make())).isEmpty();
        assertThat(MapCheck.problem(Cases.of(400, 16).grid(2, 2).map(onAGrid.refined(map, 100_000)).make())).isEmpty();
    }

    @Test
    void shouldTakeThePapersIntegers() {
        MapSpec.Explicit map = maps(6400, 64, 2.0, 2.0, 2.0, 1.0).cells(row(4)).orElseThrow();
        List<Integer> owners = map.owners().getFirst();
        assertThat(owners.size() % 7).isZero();
        assertThat(owners.stream().filter(rank -> rank == 3)).hasSize(owners.size() / 7);
        assertThat(likeNeighbours(new MapSpec.Explicit(map.owners(), owners, owners))).isZero();
    }

    @Test
    void shouldGiveCellsInColumnsToo() {
        // speeds of no rank one: no row and column weights use them all, cells do
        MapSpec.Explicit map = maps(6400, 64, 3.0, 1.0, 1.0, 3.0).cells(List.of(List.of(0, 1), List.of(2, 3))).orElseThrow();
        int cells = map.owners().size() * map.owners().getFirst().size();
        assertThat(map.owners().stream().flatMap(List::stream).filter(rank -> rank == 0).count() * 8).isEqualTo(cells * 3L);
        assertThat(map.owners().stream().flatMap(List::stream).filter(rank -> rank == 2).count() * 8).isEqualTo(cells);
    }

    @Test
    void shouldSpreadCells() {
        assertThat(CellCounts.spread(new int[] {2, 1, 1})).containsSubsequence(1, 0, 2);
        assertThat(CellCounts.spread(new int[] {3, 1, 1, 1})).hasSize(6)
                .satisfies(c -> IntStream.range(0, 6).forEach(k -> assertThat(c[k] == c[(k + 1) % 6]).isFalse()));
        assertThat(CellCounts.spread(new int[] {1})).containsExactly(0);
        assertThat(CellCounts.of(new double[] {1, 1000}, 4)).containsExactly(1, 3);
    }

    @Test
    void shouldCapARankThatIsFullAndShareTheRestBySpeed() {
        int n = 6400;
        long[] capacity = {n * 640L, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        Maps maps = new Maps(n, 64, StepCost.constant(List.of(4.0, 1.0, 1.0, 2.0)), capacity);
        MapSpec.Explicit map = maps.weighted(row(4)).orElseThrow();
        long[] held = held(n, 64, 4, map);
        assertThat(held[0]).isBetween(n * 570L, n * 640L);
        assertThat(held[3]).isBetween((long) (1.9 * held[1]), (long) (2.1 * held[1]));
        // early in the run it is full; later it leads
        assertThat(map.kappa().subList(60, 101).stream().filter(j -> j == 0).count()).isEqualTo(10);
        assertThat(held(n, 64, 4, maps.refined(map, 1_000_000))[0]).isLessThanOrEqualTo(n * 640L);
        assertThat(held(n, 64, 4, maps.shared(row(4).getFirst(), 2).orElseThrow())[0]).isLessThanOrEqualTo(n * 640L);
    }

    @Test
    void shouldFindRoomOnAGridThatIsNearlyFull() {
        int n = 2048;
        long quarter = n * (n + 1L) / 4;
        long[] capacity = {quarter * 6 / 10, quarter * 15 / 10, quarter * 9 / 10, quarter * 22 / 10};
        Maps maps = new Maps(n, 16, StepCost.constant(List.of(4.0, 1.0, 1.0, 1.0)), capacity);
        MapSpec.Explicit map = maps.weighted(List.of(List.of(0, 1), List.of(2, 3))).orElseThrow();
        long[] held = held(n, 16, 4, map);
        for (int rank = 0; rank < 4; rank++) {
            assertThat(held[rank]).as("rank %d", rank).isLessThanOrEqualTo(capacity[rank]);
        }
    }

    @Test
    void shouldMakeNoMapThatDoesNotFit() {
        long[] little = {3000, 3000, 3000, 3000};
        Maps maps = new Maps(120, 8, StepCost.constant(List.of(1.0, 1.0, 1.0, 1.0)), little);
        List<List<Integer>> square = List.of(List.of(0, 1), List.of(2, 3));
        assertThat(List.of(maps.weighted(row(4)), maps.weighted(square), maps.cyclic(square), maps.cells(row(4)),
                maps.shared(List.of(0, 1, 2, 3), 2))).containsOnly(Optional.empty());
    }

    @Test
    void shouldLeaveRoomForTheWorkSpace() {
        int n = 2000;
        long memory = 15_000_000;
        List<RankProfile> ranks = IntStream.range(0, 4).mapToObj(rank -> new RankProfile(rank, "host", 2, UpdateCost.constant(1 + rank),
                PanelCost.constant(1), rank == 3 ? memory : Long.MAX_VALUE, Peak.UNKNOWN, 0)).toList();
        Cluster cluster = new Cluster(ranks, new Network(new EnumMap<>(PairClass.class), List.of(0, 0, 0, 0), List.of(0, 0, 0, 0)), "test");
        for (int p = 1; p <= 2; p++) {
            Maps maps = new Maps(n, 32, StepCost.of(cluster, 32), Maps.capacity(cluster, n, 32, p, 4 / p));
            MapSpec.Explicit map = maps.weighted(maps.placed(List.of(0, 1, 2, 3), p, 4 / p)).orElseThrow();
            long bytes = CaseMemory.bytes(Cases.of(n, 32).grid(p, 4 / p).broadcast(BroadcastAlgorithm.values()[1]).map(map).make(), 3, 2);
            assertThat(bytes).as("p=%d", p).isBetween(memory / 2, memory);
        }
    }

    /** A rank that is slow on small matrices should be given less of these. */
    @Test
    void shouldUseSpeedsThatDependOnSize() {
        int n = 6400;
        UpdateCost even = UpdateCost.constant(10);
        UpdateCost late = new UpdateCost(0.02, 0, 0, 0.05e-9, 0, 0.05e-9);
        List<RankProfile> ranks = IntStream.range(0, 4).mapToObj(rank -> new RankProfile(rank, "host", 1, rank < 3 ? even : late,
                PanelCost.constant(1), Long.MAX_VALUE, Peak.UNKNOWN, 0)).toList();
        Cluster cluster = new Cluster(ranks, new Network(new EnumMap<>(PairClass.class), List.of(0, 0, 0, 0), List.of(0, 0, 0, 0)), "test");
        StepCost measured = StepCost.of(cluster, 64);
        MapSpec.Explicit map = new Maps(n, 64, measured, unlimited(4)).weighted(row(4)).orElseThrow();
        assertThat(map.kappa().subList(80, 100)).doesNotContain(3);
        assertThat(map.kappa().subList(0, 30)).contains(3);
        for (double speed : new double[] {5, 10, 15, 20}) {
            MapSpec.Explicit constant = maps(n, 64, 10.0, 10.0, 10.0, speed).weighted(row(4)).orElseThrow();
            assertThat(seconds(n, 64, measured, map)).isLessThan(seconds(n, 64, measured, constant));
        }
    }

    @Test
    void shouldMakeNeighboursUnlikeWhereThatCostsNothing() {
        StepCost cost = StepCost.constant(List.of(1.0, 1.0, 1.0));
        MapSpec.Explicit paired = new MapSpec.Explicit(row(3), Collections.nCopies(60, 0),
                IntStream.range(0, 60).map(k -> k / 2 % 3).boxed().toList());
        MapSpec.Explicit spread = new Maps(479, 8, cost, unlimited(3)).refined(paired, 1_000_000);
        assertThat(likeNeighbours(spread)).isZero();
        assertThat(seconds(479, 8, cost, spread)).isLessThan(seconds(479, 8, cost, paired));
        Random random = new Random(8);
        for (int i = 0; i < 20; i++) {
            Double[] speeds = random.doubles(3, 1, 9).boxed().toArray(Double[]::new);
            Maps maps = maps(1279, 8, speeds);
            MapSpec.Explicit dealt = maps.weighted(row(3)).orElseThrow();
            MapSpec.Explicit refined = maps.refined(dealt, 300_000);
            assertThat(likeNeighbours(refined)).isLessThanOrEqualTo(likeNeighbours(dealt));
        }
    }

    @Test
    void shouldNeverRefineToSomethingWorse() {
        Random random = new Random(6);
        for (int i = 0; i < 10; i++) {
            List<Double> speeds = random.doubles(6, 1, 4).boxed().toList();
            StepCost cost = StepCost.constant(speeds);
            Maps maps = new Maps(1000, 16, cost, unlimited(6));
            MapSpec.Explicit dealt = maps.weighted(maps.placed(row(6).getFirst(), 2, 3)).orElseThrow();
            double before = seconds(1000, 16, cost, dealt);
            MapSpec.Explicit refined = maps.refined(dealt, 1_000_000);
            assertThat(seconds(1000, 16, cost, refined)).isLessThanOrEqualTo(before * (1 + 1e-9));
            assertThat(maps.refined(dealt, 0)).isEqualTo(dealt);
        }
    }

    @Test
    void shouldServeAThousandRanks() {
        Double[] speeds = new Random(1).doubles(1024, 1, 4).boxed().toArray(Double[]::new);
        Maps maps = maps(1000 * 64 - 1, 64, speeds);
        List<List<Integer>> grid = maps.placed(row(1024).getFirst(), 32, 32);
        MapSpec.Explicit map = maps.weighted(grid).orElseThrow();
        assertThat(MapBalance.of(1000 * 64 - 1, 64, StepCost.constant(List.of(speeds)), 1024, map).efficiency()).isGreaterThan(0.94);
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThatIllegalArgumentException().isThrownBy(() -> maps(0, 8, 1.0)).withMessageContaining("n=0");
        assertThatIllegalArgumentException().isThrownBy(() -> maps(8, 8, 1.0, 1.0).placed(List.of(0, 1), 1, 3))
                .withMessageContaining("ranks=2");
    }
}
