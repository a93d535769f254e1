package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.Cases;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapCheck;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final SolveVariant VARIANT = Clusters.variant(1);
    private static final long MIB = 1 << 20;

    private static PlanRequest free(int nb) {
        return new PlanRequest(OptionalInt.empty(), List.of(nb), Optional.empty(), Optional.empty(), VARIANT);
    }

    private static PlanRequest order(int n, int nb) {
        return new PlanRequest(OptionalInt.of(n), List.of(nb), Optional.empty(), Optional.empty(), VARIANT);
    }

    private static long elements(Plan plan, int rank) {
        return new LocalLayout(BlockMap.of(plan.n(), plan.nb(), plan.map()), rank).elements();
    }

    private static long bytes(Plan plan, int rank) {
        return CaseMemory.bytes(Cases.of(plan.n(), plan.nb()).depth(VARIANT.depth()).make(),
                new LocalLayout(BlockMap.of(plan.n(), plan.nb(), plan.map()), rank), 1);
    }

    @Test
    void shouldKeepNetlibsMapOnEqualRanks() {
        for (int ranks : new int[] {1, 2, 4, 6, 7, 12}) {
            PlanChoice choice = Planner.plan(Clusters.equal(ranks, 20).make(), PlanRequest.of(8000, VARIANT));
            assertThat(choice.best().kind()).isEqualTo("cyclic");
            assertThat(choice.best()).isEqualTo(choice.uniform().orElseThrow());
            assertThat(choice.gain()).isEqualTo(1);
        }
    }

    @Test
    void shouldBeatUniformOnThePapersClusters() {
        PlanChoice three = Planner.plan(Clusters.of(20, 20, 20, 10).make(), PlanRequest.of(10000, VARIANT));
        assertThat(three.gain()).isGreaterThan(1.6);
        PlanChoice two = Planner.plan(Clusters.of(20, 10, 20, 10).make(), PlanRequest.of(10000, VARIANT));
        assertThat(two.gain()).isGreaterThan(1.4);
        assertThat(two.runnerUp().orElseThrow()).isNotEqualTo(two.best());
        assertThat(two.notes()).anyMatch(note -> note.startsWith("map: "));
    }

    @Test
    void shouldLeaveOutARankThatHoldsTheOthersUpAndSaySo() {
        PlanChoice choice = Planner.plan(Clusters.of(20, 20, 20, 1, 20, 20).make(), order(6000, 128));
        assertThat(choice.best().map().owners().stream().flatMap(List::stream)).doesNotContain(3);
        assertThat(choice.best().prediction().busy().get(3)).isZero();
        assertThat(choice.notes()).anyMatch(note -> note.startsWith("rank 3 is left out: 20.0 times slower than the median"));
    }

    @Test
    void shouldPutRanksOfASiteIntoAdjacentColumns() {
        PlanRequest oneRow = new PlanRequest(OptionalInt.of(10000), List.of(128), Optional.of(new PlanRequest.Grid(1, 6)), Optional.empty(),
                VARIANT);
        Cluster cluster = Clusters.equal(6, 20).sites(0, 1, 0, 1, 0, 1).make();
        PlanChoice choice = Planner.plan(cluster, oneRow);
        List<Integer> sites = choice.best().map().owners().getFirst().stream().map(rank -> cluster.network().siteOf().get(rank)).toList();
        assertThat(sites).isIn(List.of(0, 0, 0, 1, 1, 1), List.of(1, 1, 1, 0, 0, 0));
        assertThat(choice.gain()).isGreaterThan(1.03);
        assertThat(choice.notes()).anyMatch(note -> note.startsWith("2 sites"));
    }

    @Test
    void shouldKeepTwoPairsOfHostsTogetherInAnyOrderOfRanks() {
        for (Integer[] sites : List.of(new Integer[] {0, 0, 1, 1}, new Integer[] {0, 1, 0, 1}, new Integer[] {0, 1, 1, 0},
                new Integer[] {1, 0, 0, 1}, new Integer[] {1, 0, 1, 0}, new Integer[] {1, 1, 0, 0})) {
            for (double[] speeds : List.of(new double[] {20, 20, 20, 20}, new double[] {20, 10, 15, 20})) {
                Cluster cluster = Clusters.of(speeds).sites(sites).make();
                for (BroadcastAlgorithm broadcast : BroadcastAlgorithm.values()) {
                    PlanRequest request = new PlanRequest(OptionalInt.of(6000), List.of(128), Optional.of(new PlanRequest.Grid(1, 4)),
                            Optional.empty(), new SolveVariant(1, broadcast, SwapAlgorithm.MIX, 64));
                    List<Integer> row = Planner.plan(cluster, request).best().map().owners().getFirst().stream()
                            .distinct().map(rank -> sites[rank]).toList();
                    assertThat(row.stream().distinct().flatMap(site -> row.stream().filter(site::equals)).toList())
                            .as("%s %s %s", broadcast, List.of(sites), Arrays.toString(speeds)).isEqualTo(row);
                }
            }
        }
    }

    @Test
    void shouldExchangeRowsWithinASiteOnAGridOfSeveralRows() {
        for (Integer[] sites : List.of(new Integer[] {0, 0, 1, 1}, new Integer[] {0, 1, 0, 1}, new Integer[] {0, 1, 1, 0})) {
            Cluster cluster = Clusters.equal(4, 20).sites(sites).make();
            for (Optional<PlanRequest.Grid> grid : List.of(Optional.of(new PlanRequest.Grid(2, 2)), Optional.<PlanRequest.Grid>empty())) {
                Plan plan = Planner.plan(cluster, new PlanRequest(OptionalInt.of(6000), List.of(128), grid, Optional.empty(), VARIANT))
                        .best();
                for (int c = 0; c < plan.q(); c++) {
                    int column = c;
                    assertThat(plan.map().owners().stream().map(row -> sites[row.get(column)]).distinct()).as("%s", plan.map().owners())
                            .hasSize(1);
                }
            }
        }
    }

    @Test
    void shouldFillASmallMemoryAndDealTheRestBySpeed() {
        Cluster cluster = Clusters.of(20, 20, 10).memory(60 * MIB, 4000 * MIB, 4000 * MIB).make();
        PlanRequest request = new PlanRequest(OptionalInt.of(8000), List.of(64), Optional.of(new PlanRequest.Grid(1, 3)),
                Optional.of(MapKind.WEIGHTED), VARIANT);
        PlanChoice choice = Planner.plan(cluster, request);
        assertThat(bytes(choice.best(), 0)).isBetween(50 * MIB, 60 * MIB);
        assertThat(elements(choice.best(), 1) / (double) elements(choice.best(), 2)).isCloseTo(2, within(0.1));
        assertThat(choice.uniform()).isEmpty();
        assertThat(choice.notes()).anyMatch(note -> note.contains("does not fit into the memory of the rank that has the least"));
    }

    @Test
    void shouldLeaveOutAFastRankWithoutMemoryForItsWorkSpace() {
        Cluster cluster = Clusters.of(10, 12, 10, 10).memory(7 * 1024 * MIB, 128 * MIB, 7 * 1024 * MIB, 7 * 1024 * MIB).make();
        PlanChoice choice = Planner.plan(cluster, order(30000, 192));
        assertThat(choice.best().map().ranks()).containsExactly(0, 2, 3);
        assertThat(choice.notes().get(PlanChoice.LEFT_OUT)).startsWith("left out: rank 1 (128 MiB), too little memory");
    }

    @Test
    void shouldChooseTheLargestOrderThatFits() {
        Cluster cluster = Clusters.equal(4, 20).memory(100 * MIB, 100 * MIB, 100 * MIB, 100 * MIB).make();
        Plan plan = Planner.plan(cluster, free(64)).best();
        assertThat(plan.n() % 64).isZero();
        assertThat(IntStream.range(0, 4).mapToLong(rank -> bytes(plan, rank)).max().orElseThrow()).isBetween(95 * MIB, 100 * MIB);
        Plan larger = new Plan(plan.n() + 64, 64, Clusters.cyclic(plan.n() + 64, 64, plan.map().owners()), "", plan.siteOf(),
                plan.prediction());
        assertThat(IntStream.range(0, 4).mapToLong(rank -> bytes(larger, rank)).max().orElseThrow()).isGreaterThan(100 * MIB);
    }

    @Test
    void shouldNotChooseAnOrderAtWhichUnlikeMemoryUnbalancesTheRun() {
        Cluster cluster = Clusters.of(20, 20, 20).memory(100 * MIB, 800 * MIB, 800 * MIB).make();
        PlanChoice choice = Planner.plan(cluster, free(64));
        Plan balanced = Planner.plan(Clusters.equal(3, 20).memory(100 * MIB, 100 * MIB, 100 * MIB).make(), free(64)).best();
        assertThat(choice.best().n()).isGreaterThanOrEqualTo(balanced.n());
        for (int rank : choice.best().map().owners().getFirst()) {
            assertThat(bytes(choice.best(), rank)).isLessThanOrEqualTo(cluster.ranks().get(rank).memoryBytes());
        }
        // ranks of equal speed keep netlib's map where another one is up to 1 % faster, in either cluster
        assertThat(PlanChoice.rate(choice.best())).isGreaterThanOrEqualTo(0.98 * PlanChoice.rate(balanced));
    }

    @Test
    void shouldNotLoseByAFasterRank() {
        long seed = 3;
        Random random = new Random(seed);
        for (int round = 0; round < 6; round++) {
            double[] speeds = random.doubles(5, 10, 40).toArray();
            double before = Planner.plan(Clusters.of(speeds).make(), order(5000, 128)).best().prediction().seconds();
            int faster = random.nextInt(5);
            speeds[faster] *= 1.1 + random.nextDouble();
            double after = Planner.plan(Clusters.of(speeds).make(), order(5000, 128)).best().prediction().seconds();
            // maps of whole blocks are found by search: a trace may be lost
            assertThat(after).as("seed %d round %d rank %d", seed, round, faster).isLessThanOrEqualTo(1.005 * before);
        }
    }

    @Test
    void shouldTakeTheKindAndGridThatAreAskedFor() {
        PlanRequest request = new PlanRequest(OptionalInt.of(5000), List.of(100), Optional.of(new PlanRequest.Grid(2, 2)),
                Optional.of(MapKind.CELLS), VARIANT);
        Plan plan = Planner.plan(Clusters.of(20, 10, 20, 10, 20).make(), request).best();
        assertThat(plan.kind()).startsWith("cells");
        assertThat(plan.map().owners().stream().flatMap(List::stream).distinct()).hasSize(4);
    }

    @Test
    void shouldGiveEveryRankOfAGridABlockOrTakeNetlibsMap() {
        List<Optional<MapKind>> kinds = new ArrayList<>(List.of(Optional.empty()));
        Arrays.stream(MapKind.values()).map(Optional::of).forEach(kinds::add);
        for (Cluster cluster : List.of(Clusters.of(20, 10, 20, 15).make(), Clusters.of(20, 20, 20, 0.5).make(),
                Clusters.equal(4, 20).make())) {
            for (int[] grid : new int[][] {{1, 4}, {2, 2}, {4, 1}}) {
                for (int[] size : new int[][] {{1, 8}, {15, 691}, {100, 33}, {150, 50}, {849, 258}, {1200, 100}}) {
                    for (Optional<MapKind> kind : kinds) {
                        PlanChoice choice = Planner.plan(cluster, new PlanRequest(OptionalInt.of(size[0]), List.of(size[1]),
                                Optional.of(new PlanRequest.Grid(grid[0], grid[1])), kind, VARIANT));
                        HplCase run = Cases.of(size[0], size[1]).grid(grid[0], grid[1]).map(choice.best().map()).make();
                        assertThat(choice.best().equals(choice.uniform().orElseThrow()) || MapCheck.problem(run).isEmpty())
                                .as("%s on %s: %s", kind, run, MapCheck.problem(run)).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void shouldPriceFewPlansForManyRanks() {
        double[] speeds = new Random(5).doubles(256, 10, 40).toArray();
        PlanChoice choice = Planner.plan(Clusters.of(speeds).make(), order(30000, 320));
        assertThat(choice.priced()).isLessThan(120);
        assertThat(choice.gain()).isGreaterThan(1.2);
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        Cluster cluster = Clusters.equal(2, 20).memory(10 * MIB, 10 * MIB).make();
        assertThatIllegalArgumentException().isThrownBy(() -> Planner.plan(cluster, order(20000, 64))).withMessageContaining("N=20000")
                .withMessageContaining("rank 0 on host0 has the least memory, 10 MiB");
        assertThatIllegalArgumentException().isThrownBy(() -> Planner.plan(Clusters.equal(2, 20).make(), free(64)))
                .withMessageContaining("memory of rank 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Planner.plan(cluster, new PlanRequest(OptionalInt.of(100), List.of(64),
                Optional.of(new PlanRequest.Grid(2, 2)), Optional.empty(), VARIANT))).withMessageContaining("P=2 Q=2");
        assertThatIllegalArgumentException().isThrownBy(() -> PlanRequest.of(0, VARIANT));
    }
}
