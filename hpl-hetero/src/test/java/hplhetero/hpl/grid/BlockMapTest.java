package hplhetero.hpl.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockMapTest {

    @Test
    void shouldMergeLikeColumnsAndKeepTheirBlocksInOrder() {
        BlockMap map = BlockMap.of(Cases.of(60, 10).grid(1, 2).map(Cases.cells("0,1,0,0")).make());
        assertThat(map.grid().cols()).isEqualTo(2);
        assertThat(map.kappa()).containsExactly(0, 1, 0, 0, 0, 1, 0);
        LocalLayout fast = new LocalLayout(map, 0);
        assertThat(fast.localColumns()).hasSize(1);
        assertThat(fast.localColumns().getFirst().cols().blockCount()).isEqualTo(5);
        assertThat(fast.localColumns().getFirst().cols().global(10)).isEqualTo(20);
    }

    @Test
    void shouldMergeLikeRowsButNotRowsWithOtherOwners() {
        BlockMap map = BlockMap.of(Cases.of(60, 10).grid(2, 2).map(Cases.cells("0,1/2,3/0,1/0,3")).make());
        assertThat(map.grid().rows()).isEqualTo(3);
        assertThat(map.rho()).containsExactly(0, 1, 0, 2, 0, 1);
    }

    @Test
    void shouldGiveEveryBlockToItsCellsOwner() {
        String text = "0,1,2/0,3,1/2,0,3";
        List<List<Integer>> cells = ((MapSpec.Cells) Cases.cells(text)).owners();
        HplCase c = Cases.of(70, 10).grid(2, 2).map(Cases.cells(text)).make();
        BlockMap map = BlockMap.of(c);
        for (int i = 0; i < 7; i++) {
            for (int j = 0; j < 8; j++) {
                assertThat(map.owner(i, j)).isEqualTo(cells.get(i % 3).get(j % 3));
            }
        }
    }

    @Test
    void shouldShareARowSetAmongStripsWithTheSameRows() {
        BlockMap map = BlockMap.of(Cases.of(60, 10).grid(1, 3).map(Cases.cells("0,1,0/0,2,0/1,0,2")).make());
        LocalLayout layout = new LocalLayout(map, 0);
        assertThat(layout.localColumns()).extracting(LocalLayout.LocalColumn::column).containsExactly(0, 1, 2);
        assertThat(layout.localColumns()).extracting(LocalLayout.LocalColumn::rowSet).containsExactly(0, 1, 0);
        assertThat(layout.rowSets().get(0).virtualRows()).containsExactly(0, 1);
        assertThat(layout.rowSets().get(1).virtualRows()).containsExactly(2);
    }

    @Test
    void shouldCoverTheMatrixOnceOnEveryLayout() {
        for (int n : new int[] {1, 2, 9, 10, 11, 35}) {
            for (Cases layout : Solve.layouts(n, 5)) {
                HplCase c = layout.make();
                long elements = 0;
                for (int rank = 0; rank < c.ranks(); rank++) {
                    elements += new LocalLayout(BlockMap.of(c), rank).elements();
                }
                assertThat(elements).as("%s", c).isEqualTo((long) n * (n + 1));
            }
        }
    }

    @Test
    void shouldLeaveARankWithoutBlocksEmpty() {
        LocalLayout layout = new LocalLayout(BlockMap.of(Cases.of(5, 8).grid(2, 2).make()), 3);
        BlockList rows = layout.rowSets().getFirst().rows();
        assertThat(rows.size()).isZero();
        assertThat(rows.blockCount()).isZero();
        assertThat(rows.start(0)).isZero();
        assertThat(rows.start(1)).isZero();
        assertThat(rows.firstFrom(0)).isZero();
        assertThat(layout.localColumns().getFirst().cols().size()).isZero();
        assertThat(layout.elements()).isZero();
    }

    @Test
    void shouldLetBStandAloneInItsBlock() {
        BlockMap map = BlockMap.of(Cases.of(16, 8).grid(1, 3).make());
        assertThat(map.panels()).isEqualTo(2);
        BlockList b = new LocalLayout(map, 2).localColumns().getFirst().cols();
        assertThat(b.size()).isEqualTo(1);
        assertThat(b.global(0)).isEqualTo(16);
    }

    @Test
    void shouldPutBBehindTheLastColumns() {
        BlockMap map = BlockMap.of(Cases.of(17, 8).grid(1, 3).make());
        assertThat(map.panels()).isEqualTo(3);
        assertThat(map.width(2)).isEqualTo(1);
        BlockList last = new LocalLayout(map, 2).localColumns().getFirst().cols();
        assertThat(last.size()).isEqualTo(2);
        assertThat(last.global(1)).isEqualTo(17);
        assertThat(last.start(3)).isEqualTo(2);
    }

    @Test
    void shouldDealBlocksSoThatEveryTrailingMatrixIsBalanced() {
        long seed = 99;
        Random random = new Random(seed);
        for (int t = 0; t < 100; t++) {
            List<Double> speeds = new ArrayList<>();
            int parts = 1 + random.nextInt(6);
            for (int i = 0; i < parts; i++) {
                speeds.add(Math.pow(10, random.nextDouble() * (t % 4)));
            }
            BlockMap map = BlockMap.of(Cases.of(random.nextInt(200), 1).grid(parts, 1)
                    .map(new MapSpec.Weighted(speeds, List.of())).make());
            checkBalance(map.rho(), speeds, "seed " + seed + " round " + t);
        }
    }

    /** No other way to deal the same blocks ends sooner: one that does would give some i fewer and so some j more. */
    private static void checkBalance(int[] rho, List<Double> speeds, String what) {
        int[] count = new int[speeds.size()];
        for (int k = rho.length - 1; k >= 0; k--) {
            count[rho[k]]++;
            double slowest = 0;
            double oneMore = Double.MAX_VALUE;
            for (int i = 0; i < count.length; i++) {
                slowest = Math.max(slowest, count[i] / speeds.get(i));
                oneMore = Math.min(oneMore, (count[i] + 1) / speeds.get(i));
            }
            assertThat(slowest).as("%s, trailing matrix %d of %s", what, k, Arrays.toString(rho)).isLessThanOrEqualTo(oneMore);
        }
    }

    @Test
    void shouldDealCyclicallyWithoutWeights() {
        HplCase c = Cases.of(35, 5).grid(2, 3).map(new MapSpec.Weighted(List.of(), List.of())).make();
        assertThat(BlockMap.of(c).rho()).containsExactly(0, 1, 0, 1, 0, 1, 0);
        assertThat(BlockMap.of(c).kappa()).containsExactly(0, 1, 2, 0, 1, 2, 0, 1);
    }

    @Test
    void shouldRefuseAGridWithoutAnOwnerForEachCell() {
        assertThatIllegalArgumentException().isThrownBy(() -> new VirtualGrid(2, 2, new int[3])).withMessageContaining("owners=3");
        assertThatIllegalArgumentException().isThrownBy(() -> new VirtualGrid(0, 2, new int[0])).withMessageContaining("rows=0");
    }
}
