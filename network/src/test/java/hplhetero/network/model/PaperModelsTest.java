package hplhetero.network.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperModelsTest {
    private static final double EXACT = 1e-12;
    private static final Torus TOFU = Tofu.system(Dimension.ring("X", 8), Dimension.ring("Y", 8), Dimension.ring("Z", 8));

    private static EffectiveBisection tofu(int x, int y, int z) {
        return EffectiveBisection.of(Tofu.job(TOFU, new int[3], x, y, z));
    }

    /** Eight of a mesh: 8 nodes / 4 on the longest side, c = 2 / 4; as a torus twice that. */
    @Test
    void shouldHaveTheBisectionOfABox() {
        EffectiveBisection mesh = EffectiveBisection.of(Placement.full(Torus.mesh(4, 2)));
        assertThat(mesh.links()).isEqualTo(2);
        assertThat(mesh.asPrinted()).isEqualTo(0.5);
        assertThat(mesh.corrected()).isEqualTo(0.5);
        EffectiveBisection torus = EffectiveBisection.of(Placement.full(Torus.torus(8, 2)));
        assertThat(torus.asPrinted()).isEqualTo(0.5);
        // half of a ring is none
        assertThat(EffectiveBisection.of(Placement.of(Torus.torus(8), 0, 1, 2, 3)).asPrinted()).isEqualTo(0.5);
        assertThatThrownBy(() -> EffectiveBisection.of(Placement.full(FlatSwitch.of(2)))).hasMessageContaining("must be a mesh or torus");
    }

    /** 4x3x2 is two units: X 2, A 2, B 3, C 2. B, the longest, wraps and is full. */
    @Test
    void shouldClampTwoUnitsOfTofu() {
        EffectiveBisection two = tofu(4, 3, 2);
        assertThat(two.shape().longest()).isEqualTo(3);
        assertThat(two.links()).isEqualTo(8);
        assertThat(two.asPrinted()).isCloseTo(4.0 / 3, within(EXACT));
        assertThat(two.corrected()).isEqualTo(1);
        // 8x3x1: four units in X, open there; 4x3x4: X 2, Z 2
        assertThat(tofu(8, 3, 1).asPrinted()).isEqualTo(0.5);
        assertThat(tofu(4, 3, 4).asPrinted()).isCloseTo(4.0 / 3, within(EXACT));
    }

    @Test
    void shouldHaveTable1() {
        // P = 8, L = 1, M / B = 2 c: with c = 1/2, 4
        LinkCost cost = LinkCost.hockney(1, 0.5);
        double[] expected = {7 + 28, 35, 35 + 3, 35 + 21, 35 + 7, 3 + 8 * 4 * 3 / 2.0};
        for (int i = 0; i < expected.length; i++) {
            assertThat(AlltoallModel.TORUS.get(i).seconds(8, 4, cost, 0.5)).as(AlltoallModel.TORUS.get(i).title())
                    .isCloseTo(expected[i], within(EXACT * expected[i]));
        }
        assertThat(AlltoallModel.FAT_TREE).hasSize(9);
        assertThat(AlltoallModel.PAIRWISE_MPI_BARRIER.seconds(8, 4, cost, 0.5)).isCloseTo(35 + 21, within(EXACT * 56));
        // logarithms are not rounded
        assertThat(AlltoallModel.BRUCK.seconds(24, 0, cost, 1)).isCloseTo(Math.log(24) / Math.log(2), within(EXACT));
    }

    /** What the paper's formula gives for RICC's patterns at 64 processes, one a node. */
    @ParameterizedTest
    @CsvSource({"0, 3.72", "1, 1.91", "2, 1.00", "3, 1.79", "4, 2.74"})
    void shouldSlowRiccDownAsThePapersFormulaDoes(int pattern, double expected) {
        AverageBandwidth average = AverageBandwidth.of(PaperPlacements.ricc(pattern, 64));
        assertThat(average.slowdownAsPrinted()).isCloseTo(expected, within(0.01 * expected));
        assertThat(average.slowdownCorrected()).isEqualTo(average.slowdownAsPrinted());
    }

    /** Pattern 0 by hand: 16 leaves of 4 nodes behind uplink 0. RCV = 1 + 3 x 60 / 63, of 63 others 3 on the leaf. */
    @Test
    void shouldCountReceivers() {
        AverageBandwidth average = AverageBandwidth.of(PaperPlacements.ricc(0, 64));
        assertThat(average.leaves()).hasSize(16).first().isEqualTo(new AverageBandwidth.Leaf(0, 4, List.of(4, 0, 0, 0)));
        double rcv = average.receivers(average.leaves().getFirst(), 4);
        assertThat(rcv).isCloseTo(1 + 180.0 / 63, within(EXACT));
        assertThat(average.slowdownAsPrinted()).isCloseTo((3 + 60 * rcv) / 63, within(EXACT));
    }

    /**
     * Two ranks a node on two leaves of two nodes, one uplink each: RCV = 1 + (2 x 2 - 1) x 2 x 2 / 7 = 19/7. Others: 1 on the node,
     * 2 on the leaf at half speed (4), and 4 elsewhere; printed as 2.
     */
    @Test
    void shouldCorrectSeveralRanksANode() {
        FatTree tree = FatTree.of(2, 2, 1, 1);
        AverageBandwidth average = AverageBandwidth.of(Placement.of(tree, IntStream.range(0, 8).map(r -> r / 2).toArray()));
        assertThat(average.perNode()).isEqualTo(2);
        assertThat(average.slowdownAsPrinted()).isCloseTo((1 + 4 + 2 * 19.0 / 7) / 7, within(EXACT));
        assertThat(average.slowdownCorrected()).isCloseTo((1 + 4 + 4 * 19.0 / 7) / 7, within(EXACT));
    }

    @Test
    void shouldKnowOneLeafAndOneRank() {
        FatTree tree = FatTree.of(2, 4, 1, 2);
        assertThat(AverageBandwidth.of(Placement.of(tree, 0, 1, 2, 3)).slowdownCorrected()).isEqualTo(1);
        assertThat(AverageBandwidth.of(Placement.of(tree, 5)).slowdownCorrected()).isEqualTo(1);
        assertThatThrownBy(() -> AverageBandwidth.of(Placement.full(FatTree.kary(2, 3)))).hasMessageContaining("of two levels");
        assertThatThrownBy(() -> AverageBandwidth.of(Placement.full(Torus.mesh(2)))).hasMessageContaining("fabric=mesh 2");
    }
}
