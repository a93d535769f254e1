package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Residual;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Solves on ranks of which the solver knows at which site they are. */
@Slow
class HierarchicalSolveTest {
    private static final int NB = 48;
    private static final int N = 2400;

    private static Network network(int... siteOf) {
        return new Network(Map.of(), IntStream.range(0, siteOf.length).boxed().toList(), IntStream.of(siteOf).boxed().toList());
    }

    private static CaseResult solved(Network network, HplCase c, DenseKernels kernels) {
        List<CaseResult> results = new ArrayList<>();
        World.run(c.ranks(), world -> {
            try (HplSolver solver = World.solver(world, kernels, 1, SolveListener.NONE)) {
                solver.useSites(network.siteOf());
                CaseResult result = solver.solve(c);
                if (world.rank() == 0) {
                    results.add(result);
                }
            }
        });
        return results.getFirst();
    }

    @ParameterizedTest
    @Daily(4)
    @EnumSource
    void shouldGiveTheSameBitsWhateverTheSites(BroadcastAlgorithm algorithm) {
        DenseKernels kernels = World.kernels("vector");
        List<Cases> layouts = List.of(Cases.of(150, 16).grid(2, 3), Cases.of(150, 16).grid(1, 6).depth(2),
                Cases.of(150, 16).grid(2, 3).map(Cases.cells("0,1,2,5/0,3,4,1/2,0,3,4")));
        for (Cases layout : layouts) {
            HplCase c = layout.broadcast(algorithm).make();
            Residual expected = solved(network(0, 0, 0, 0, 0, 0), c, kernels).residual().orElseThrow();
            assertThat(solved(network(0, 1, 0, 1, 2, 2), c, kernels).residual()).as("%s", c).hasValue(expected);
        }
    }

    /** Of 2 x 2 ranks 0 and 2 are a process column, 1 and 3 the other. */
    @ParameterizedTest
    @Daily(4)
    @CsvSource({"2, 2, 0 0 1 1", "2, 2, 0 1 1 0", "4, 1, 0 1 0 1", "4, 1, 0 0 1 1", "3, 1, 0 0 1",
            "2, 3, 0 1 2 1 0 0", "3, 2, 0 0 1 1 2 2"})
    void shouldGiveTheSameBitsWhereColumnsPartSites(int p, int q, String siteOf) {
        DenseKernels kernels = World.kernels("vector");
        Network sites = network(Stream.of(siteOf.split(" ")).mapToInt(Integer::parseInt).toArray());
        Residual expected = solved(network(new int[p * q]), Cases.of(150, 16).grid(p, q).make(), kernels).residual().orElseThrow();
        for (SwapAlgorithm swap : SwapAlgorithm.values()) {
            for (int depth = 0; depth <= 2; depth++) {
                HplCase c = Cases.of(150, 16).grid(p, q).depth(depth).swap(swap, 20).make();
                assertThat(solved(sites, c, kernels).residual()).as("%s", c).hasValue(expected);
            }
        }
    }

    /** Panels of some 300 KB cross too: 245 rows of 160 columns. */
    @Test
    void shouldGiveTheSameBitsWhereLongMessagesGoInSegments() {
        DenseKernels kernels = World.kernels("vector");
        HplCase c = Cases.of(490, 160).grid(2, 2).make();
        Residual expected = solved(network(0, 0, 0, 0), c, kernels).residual().orElseThrow();
        assertThat(solved(network(0, 1, 1, 0), c, kernels).residual()).hasValue(expected);
    }

    /** U once, half of the leaving rows, of each column's candidates one, in half the cases the current row too. */
    @ParameterizedTest
    @Daily(4)
    @CsvSource({"2, 2, 0 0 1 1", "4, 1, 0 0 1 1", "4, 1, 0 1 0 1"})
    void shouldCrossNoOftenerThanItMustWhereColumnsPartSites(int p, int q, String text) {
        int[] siteOf = Stream.of(text.split(" ")).mapToInt(Integer::parseInt).toArray();
        assertThat(crossed(siteOf, Cases.of(N, NB).grid(p, q).threshold(0).make(), network(siteOf))).isBetween(1.4, 1.58);
    }

    /** Bytes that cross between sites in a 1 x 4 run, in units of 4 N^2, when the process is warm. */
    private static double crossed(int[] siteOf, BroadcastAlgorithm algorithm, Network told) {
        return crossed(siteOf, Cases.of(N, NB).grid(1, 4).broadcast(algorithm).threshold(0).make(), told);
    }

    private static double crossed(int[] siteOf, HplCase c, Network told) {
        EmulatedNetwork network = new EmulatedNetwork(new int[] {0, 1, 2, 3}, siteOf, EmulatedNetwork.Speeds.UNLIMITED);
        DenseKernels kernels = World.kernels("native");
        long[] before = new long[1];
        World.run(4, world -> {
            try (HplSolver solver = World.solver(network.join(world), kernels, 1, SolveListener.NONE)) {
                solver.useSites(told.siteOf());
                solver.solve(c);
                if (world.rank() == 0) {
                    before[0] = network.bytesBetweenSites();
                }
                solver.solve(c);
            }
        });
        return (network.bytesBetweenSites() - before[0]) / (4.0 * N * N);
    }

    @ParameterizedTest
    @Daily(4)
    @EnumSource
    void shouldSendEachPanelOnceToTheOtherSiteAndLittleElse(BroadcastAlgorithm algorithm) {
        int[] siteOf = {0, 0, 1, 1};
        assertThat(crossed(siteOf, algorithm, network(siteOf))).isBetween(1.0, 1.05);
    }

    @Test
    void shouldCrossMoreOftenWhereTheSitesAreNotKnown() {
        assertThat(crossed(new int[] {0, 0, 1, 1}, BroadcastAlgorithm.RING, network(0, 0, 0, 0))).isGreaterThan(1.45);
    }

    /** Of 2 x 2 ranks 0 and 1 are a row, 2 and 3 the other. */
    @ParameterizedTest
    @Daily(4)
    @CsvSource({"1, 4, 0 0 1 1, true", "2, 2, 0 0 1 1, false", "2, 2, 0 1 0 1, true", "4, 1, 0 1 0 1, false", "1, 4, 2 2 2 2, false",
            "1, 2, 0 0 1 1, false"})
    void shouldTellWhosePanelsGoToOtherSites(int p, int q, String sites, boolean crosses) {
        World.run(4, world -> {
            try (HplSolver solver = World.solver(world, World.kernels("vector"), 1, SolveListener.NONE)) {
                solver.useSites(Stream.of(sites.split(" ")).map(Integer::valueOf).toList());
                assertThat(solver.crossesSites(Cases.of(150, 16).grid(p, q).make())).isEqualTo(crosses);
                assertThat(solver.crossesSites(Cases.of(0, 16).grid(p, q).make())).isFalse();
            }
        });
    }

    @Test
    void shouldRefuseTheNetworkOfOtherRanks() {
        World.run(1, world -> {
            try (HplSolver solver = World.solver(world, World.kernels("vector"), 1, SolveListener.NONE)) {
                assertThatIllegalArgumentException().isThrownBy(() -> solver.useSites(network(0, 1).siteOf()))
                        .withMessageContaining("ranks=1");
            }
        });
    }
}
