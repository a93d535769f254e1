package hplhetero.network.lid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContentionTest {
    /** The paper's 18 nodes: six leaves of three, three roots. */
    private static final FatTree EIGHTEEN = FatTree.of(6, 3, 3, 1).withPaths(3);

    private static Contention of(int... nodes) {
        Placement placement = Placement.of(EIGHTEEN, nodes);
        LidChoice choice = LidMethod.SINGLE.choose(LidQuestion.of(placement, List.of(ring(nodes.length))));
        return Contention.of(placement.over(choice.table()), ring(nodes.length));
    }

    private static Traffic ring(int ranks) {
        return AlltoallKind.RING.traffic(ranks, 1 << 20, 0);
    }

    /** Figure 2: nodes 3, 5, 6 and 9; at distance 2 nodes 3 and 5 both send over root 0. */
    @Test
    void shouldFindTheHotSpotOfThePapersFigure2() {
        Contention found = of(3, 5, 6, 9);
        assertThat(found.stages()).isEqualTo(3);
        assertThat(found.contended()).isPositive();
        assertThat(found.worst()).isEqualTo(2);
        assertThat(found.worstStage()).as("distance 2").isEqualTo(1);
        assertThat(EIGHTEEN.link(found.worstLink()).from()).isEqualTo("leaf1");
        assertThat(EIGHTEEN.link(found.worstLink()).to()).isEqualTo("root0");
    }

    /** Figure 3: nodes 0 to 7; at distance 3 nodes 3 and 5 both send over root 0. With as many on each leaf there is none. */
    @Test
    void shouldFindTheHotSpotOfThePapersFigure3() {
        assertThat(of(0, 1, 2, 3, 4, 5, 6, 7).free()).isFalse();
        assertThat(of(0, 1, 3, 4, 6, 7, 9, 10).free()).isTrue();
        assertThat(of(0, 1, 2, 3, 4, 5).free()).isTrue();
    }

    @Test
    void shouldNotCountWhatNodesThemselvesLimit() {
        // two ranks a node: each node's link carries two messages, and so may an uplink
        Placement twice = Placement.of(EIGHTEEN, 0, 0, 3, 3);
        Contention found = Contention.of(twice, AlltoallKind.RING.traffic(4, 1024, 0));
        assertThat(found.worst()).isEqualTo(1);
        assertThat(found.mean()).isEqualTo(1);
    }

    @Test
    void shouldRefuseATorus() {
        Placement placement = Placement.full(Torus.torus(4, 3));
        assertThatThrownBy(() -> Contention.of(placement, ring(12))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in fat trees only");
    }
}
