package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalityTest {

    @Test
    void shouldGroupRanksByHost() {
        assertThat(Locality.HOST.groups(Placement.of(FlatSwitch.of(9), 8, 3, 8, 0))).containsExactly(0, 1, 0, 2);
        assertThat(Locality.SWITCH.groups(Placement.of(FlatSwitch.of(9), 8, 3, 8, 0))).containsOnly(0);
    }

    /** Leaves of 20 nodes; of a tree of three levels those of 2. */
    @Test
    void shouldGroupRanksByLeafSwitch() {
        assertThat(Locality.SWITCH.groups(Placement.of(PaperPlacements.ricc(), 40, 19, 59, 0))).containsExactly(0, 1, 0, 1);
        assertThat(Locality.SWITCH.groups(Placement.full(FatTree.kary(2, 3)))).containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
    }

    @Test
    void shouldGroupRanksByTheSwitchThatTablesLinkThemTo() {
        TableFabric sites = TableFabric.sites(List.of("a", "b", "c", "d"), new int[] {0, 1, 1, 0}, 0.5);
        assertThat(Locality.SWITCH.groups(Placement.full(sites))).containsExactly(0, 1, 1, 0);
        assertThat(Locality.SWITCH.groups(Placement.full(PaperPlacements.ricc().tables().build())))
                .isEqualTo(Locality.SWITCH.groups(Placement.full(PaperPlacements.ricc())));
    }

    @Test
    void shouldGroupRanksByLine() {
        assertThat(Locality.LINE.groups(Placement.full(Torus.torus(3, 2)))).containsExactly(0, 0, 0, 1, 1, 1);
        assertThat(Locality.LINE.groups(Placement.of(Torus.mesh(3, 2, 2), 11, 0, 9, 5))).containsExactly(0, 1, 0, 2);
        assertThat(Locality.LINE.groups(Placement.full(FlatSwitch.of(2)))).containsOnly(0);
    }
}
