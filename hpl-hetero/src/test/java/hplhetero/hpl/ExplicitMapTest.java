package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.CommException;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapCheck;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.RankReport;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Maps given block by block, and ranks left out. */
@Timeout(300)
@Slow
class ExplicitMapTest {
    private static final DenseKernels VECTOR = World.kernels("vector");

    private static MapSpec.Explicit map(String owners, List<Integer> rho, List<Integer> kappa) {
        return new MapSpec.Explicit(((MapSpec.Cells) Cases.cells(owners)).owners(), rho, kappa);
    }

    /** Cyclic but for the last virtual column, which has the first block only. */
    private static MapSpec.Explicit lateColumnsLacking(String owners, int n, int nb) {
        MapSpec.Explicit shape = map(owners, List.of(), List.of());
        int cols = shape.owners().getFirst().size();
        List<Integer> kappa = new ArrayList<>(IntStream.range(0, (n + nb) / nb).map(k -> k % (cols - 1)).boxed().toList());
        kappa.set(0, cols - 1);
        return new MapSpec.Explicit(shape.owners(), IntStream.range(0, (n + nb - 1) / nb).map(k -> k % shape.owners().size()).boxed()
                .toList(),
                kappa);
    }

    /** Rank 0, the one that reports, is left out, and so are one between others and the last. */
    @Test
    void shouldSolveWithoutTheRanksLeftOut() {
        HplCase c = Cases.of(300, 16).grid(1, 3).map(lateColumnsLacking("1,3,4/1,4,3/3,3,1", 300, 16)).make();
        assertThat(c.ranks()).isEqualTo(5);
        CaseResult result = World.solve(6, 2, VECTOR, List.of(c)).getFirst();
        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
        assertThat(result.singular()).isFalse();
        assertThat(result.seconds()).isPositive();
        assertThat(result.ranks()).extracting(RankReport::rank).containsExactly(1, 3, 4);
        assertThat(result.ranks().stream().mapToDouble(RankReport::blockShare).sum()).isCloseTo(1, within(1e-12));
    }

    /** A case long enough to be warmed up, whose warm-ups have other numbers of blocks than the map: fewer and more. */
    @Test
    void shouldRehearseWithTheEndsOfTheSequences() {
        HplCase large = Cases.of(1200, 40).grid(1, 3).map(lateColumnsLacking("1,2,3", 1200, 40)).make();
        HplCase wide = Cases.of(600, 200).grid(1, 2).map(lateColumnsLacking("2,0", 600, 200)).make();
        List<CaseResult> results = World.solve(4, 1, VECTOR, List.of(large, wide));
        assertThat(results).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
        assertThat(results.getLast().ranks()).extracting(RankReport::rank).containsExactly(0, 2);
    }

    @Test
    void shouldGoOnAfterACaseThatLeftRanksOut() {
        List<CaseResult> results = World.solve(3, 1, VECTOR, List.of(Cases.of(90, 8).grid(1, 1).map(lateColumnsLacking("2,2", 90, 8))
                .make(),
                Cases.of(90, 8).grid(1, 3).make(), Cases.of(0, 8).grid(1, 1).map(map("2", List.of(), List.of(0))).make()));
        assertThat(results).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
    }

    @Test
    void shouldTakeTheEndsOfTheSequencesForSmallerMatrices() {
        MapSpec.Explicit map = map("0,1,2", Collections.nCopies(4, 0), List.of(2, 0, 1, 1));
        assertThat(BlockMap.of(Cases.of(20, 8).grid(1, 3).map(map).make()).kappa()).containsExactly(0, 1, 1);
        assertThat(BlockMap.of(Cases.of(40, 8).grid(1, 3).map(map).make()).kappa()).containsExactly(1, 1, 2, 0, 1, 1);
    }

    @Test
    void shouldGiveARankLeftOutNoElements() {
        HplCase c = Cases.of(64, 8).grid(1, 2).map(lateColumnsLacking("1,3", 64, 8)).make();
        BlockMap map = BlockMap.of(c);
        assertThat(IntStream.range(0, 5).filter(map::takesPart)).containsExactly(1, 3);
        assertThat(new LocalLayout(map, 0).elements()).isZero();
        assertThat(CaseMemory.bytes(c, 0, 1)).isLessThan(CaseMemory.bytes(c, 1, 1));
        assertThat(IntStream.range(0, 4).mapToLong(rank -> CaseMemory.bytes(c, rank, 1)).sum()).isEqualTo(CaseMemory.bytes(c, 1));
    }

    @Test
    void shouldRefuseMapsThatDoNotFit() {
        List<Integer> three = List.of(0, 0, 0);
        refused(map("0,1", three, List.of(0, 1, 0)), 2, "kappa has 3 entries, N=24 NB=8 makes 4 block columns");
        refused(map("0,1", List.of(0, 0), List.of(0, 1, 0, 1)), 2, "rho has 2 entries, N=24 NB=8 makes 3 block rows");
        refused(map("0,1", three, List.of(0, 1, 0, 2)), 2, "kappa[3]=2 leaves blocks without an owner: choose 0..1");
        refused(map("0,1", List.of(0, -1, 0), List.of(0, 1, 0, 1)), 2, "rho[1]=-1 leaves blocks without an owner");
        refused(map("0,1,2", three, List.of(0, 1, 0, 1)), 3, "rank=2 owns cells but no block of N=24 NB=8");
        refused(map("0,1", three, List.of(0, 1, 0, 1)), 3, "2 ranks own cells, P=1 Q=3: choose P x Q = 2");
        refused(map("0,-1", three, List.of(0, 1, 0, 1)), 2, "owner=-1 is no rank");
        refused(map("0,1/0", three, List.of(0, 1, 0, 1)), 2, "rows of different lengths");
        refused(new MapSpec.Explicit(List.of(), three, List.of(0, 0, 0, 0)), 1, "empty rows");
        assertThat(MapCheck.problem(Cases.of(24, 8).grid(1, 2).map(map("4,1", three, List.of(0, 1, 0, 1))).make())).isEmpty();
    }

    private static void refused(MapSpec map, int q, String why) {
        assertThat(MapCheck.problem(Cases.of(24, 8).grid(1, q).map(map).make()).orElse("nothing")).contains(why);
    }

    @Test
    void shouldRefuseAnOwnerOutsideTheWorld() {
        HplCase c = Cases.of(24, 8).grid(1, 2).map(lateColumnsLacking("0,7", 24, 8)).make();
        assertThatThrownBy(() -> World.solve(2, 1, VECTOR, List.of(c))).isInstanceOf(CommException.class)
                .hasMessageContaining("rank=7 owns cells, ranks=2");
    }
}
