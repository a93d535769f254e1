package hplhetero.network.model;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Torus;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkBytesTest {
    private static final NetworkCost FREE = new NetworkCost(LinkCost.hockney(0, 1), LinkCost.hockney(0, 1), 0);

    /** Three ranks of ten bytes each to two others; two of them share a node. */
    @Test
    void shouldSumOverStages() {
        Placement placement = Placement.of(FlatSwitch.of(2), 0, 0, 1);
        Traffic ring = Algorithms.of(Collective.ALLTOALL, "ring").traffic(3, 10, 0);
        LinkBytes all = LinkBytes.of(placement, ring);
        assertThat(List.of(all.bytes(0), all.bytes(1), all.bytes(2), all.bytes(3))).containsExactly(20L, 20L, 20L, 20L);
        // 0 to 1, 1 to 2, 2 to 0
        LinkBytes first = LinkBytes.of(placement, ring, 0);
        assertThat(List.of(first.bytes(0), first.bytes(1), first.bytes(2), first.bytes(3))).containsExactly(10L, 10L, 10L, 10L);
        assertThat(first.used()).isEqualTo(4);
        assertThat(LinkBytes.of(placement, List.of(PlacedTraffic.of(ring), PlacedTraffic.of(ring))).bytes(3)).isEqualTo(40);
    }

    @Test
    void shouldFindTheMostLoadedLinkByItsBandwidth() {
        Placement placement = Placement.full(TableFabric.sites(List.of("a", "b", "c"), new int[] {0, 0, 1}, 0.1));
        LinkBytes loads = LinkBytes.of(placement, Algorithms.of(Collective.ALLTOALL, "ring").traffic(3, 10, 0));
        assertThat(loads.fabric().link(loads.worst()).from()).isEqualTo("site0");
        assertThat(loads.load(loads.worst())).isEqualTo(200);
        assertThat(loads.bytes(loads.worst())).isEqualTo(20);
        LinkBytes nothing = LinkBytes.of(placement, Algorithms.of(Collective.BARRIER, "dissemination").traffic(3, 0, 0));
        assertThat(nothing.worst()).isEqualTo(StageLoad.NO_LINK);
        assertThat(nothing.used()).isZero();
    }

    /** Stage for stage the most loaded link is that of the price. */
    @Test
    void shouldAgreeWithThePrice() {
        Placement placement = Placement.of(Torus.torus(4, 3, 2), 0, 5, 7, 8, 1, 2, 23, 20, 11);
        for (Collective collective : List.of(Collective.ALLTOALL, Collective.BROADCAST, Collective.ALLGATHER, Collective.ALLREDUCE)) {
            for (Algorithm algorithm : Algorithms.of(collective)) {
                if (!algorithm.takes(placement.ranks())) {
                    continue;
                }
                Traffic traffic = algorithm.traffic(placement.ranks(), 1000, 0);
                Price price = new Pricer(placement).price(FREE, traffic);
                for (int stage = 0; stage < traffic.stages(); stage++) {
                    LinkBytes loads = LinkBytes.of(placement, traffic, stage);
                    assertThat(loads.worst()).as("%s, stage %d", algorithm.label(), stage).isEqualTo(price.link(stage));
                    assertThat(loads.worst() < 0 ? 0 : loads.load(loads.worst())).isEqualTo(price.load(stage));
                }
            }
        }
    }
}
