package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PaperPlacementsTest {

    @Test
    void shouldOfferAPathOverEachRoot() {
        FatTree tree = PaperPlacements.hotSpots(6, 5);
        assertThat(tree.nodes()).isEqualTo(30);
        assertThat(tree.switches(2)).isEqualTo(6);
        assertThat(tree.paths()).isEqualTo(6);
    }

    @Test
    void shouldTakeEachNodeEquallyOften() {
        FatTree tree = PaperPlacements.hotSpots(3, 6);
        Random random = new Random(1);
        int[] taken = new int[18];
        for (int i = 0; i < 9_000; i++) {
            int[] nodes = PaperPlacements.random(tree, 4, random).nodes();
            assertThat(nodes).hasSize(4).isSorted();
            for (int node : nodes) {
                taken[node]++;
            }
        }
        // 2,000 each; the standard deviation is 39
        assertThat(Arrays.stream(taken).boxed()).allSatisfy(times -> assertThat(times).isBetween(1_800, 2_200));
    }

    @Test
    void shouldRefuseMoreNodesThanThereAre() {
        FatTree tree = PaperPlacements.hotSpots(3, 6);
        assertThat(PaperPlacements.random(tree, 18, new Random(1)).ranks()).isEqualTo(18);
        assertThatThrownBy(() -> PaperPlacements.random(tree, 19, new Random(1))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nodes=19").hasMessageContaining("has 18");
    }
}
