package hplhetero.network.lid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class LidSelectionTest {
    private static final FatTree EIGHTEEN = FatTree.of(6, 3, 3, 1).withPaths(3);
    private static final NetworkCost COST = new NetworkCost(LinkCost.hockney(1e-6, 1e-9), LinkCost.hockney(1e-7, 1e-10), 0);

    private static LidSelection select(LidMethod method, Placement placement) {
        List<Traffic> algorithms = List.of(AlltoallKind.PAIRWISE.traffic(placement.ranks(), 1 << 20, 0),
                AlltoallKind.RING.traffic(placement.ranks(), 1 << 20, 0));
        return LidSelection.of(method, placement, 3, algorithms, COST);
    }

    /** Among 11 ranks pairwise has 11 stages, ring 10; over a table of its own, each is free. */
    @Test
    void shouldTakeTheAlgorithmWithFewerStagesWhereBothAreFree() {
        LidSelection selection = select(LidMethod.COLOURING, Placement.of(EIGHTEEN, 0, 1, 3, 4, 5, 6, 9, 10, 12, 13, 15));
        assertThat(selection.candidates()).hasSize(2).allMatch(candidate -> candidate.contention().free());
        assertThat(selection.best().algorithm().name()).isEqualTo("ring");
        assertThat(selection.best().seconds()).isLessThan(selection.candidates().getLast().seconds());
    }

    @Test
    void shouldPriceEachAlgorithmOverItsOwnTable() {
        Placement placement = Placement.of(EIGHTEEN, 0, 1, 2, 3, 4, 5, 6, 7);
        double coloured = select(LidMethod.COLOURING, placement).best().seconds();
        assertThat(coloured).isLessThan(select(LidMethod.SINGLE, placement).best().seconds());
    }

    @Test
    void shouldRefuseToChooseFromNothing() {
        assertThatThrownBy(() -> LidSelection.of(LidMethod.COLOURING, Placement.full(EIGHTEEN), 3, List.of(), COST))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("name an algorithm");
    }
}
