package hplhetero.network.lid.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LidBudgetTest {

    @ParameterizedTest
    @CsvSource({
        // nodes, switches, greatest LMC
        "30, 12, 7",
        "383, 127, 7",
        "383, 128, 6",
        "648, 54, 6",
        "1000, 100, 5",
        "1535, 31, 5",
        "1536, 0, 4",
        "1728, 432, 4",
        "11664, 1620, 2",
        "49000, 151, 0",
    })
    void shouldFindTheGreatestLmc(int nodes, int switches, int lmc) {
        assertThat(LidBudget.mostLmc(nodes, switches)).isEqualTo(lmc);
        LidBudget.require(nodes, switches, lmc);
        assertThat(lmc == LidBudget.MOST_LMC || LidBudget.needed(nodes, switches, lmc + 1) > LidBudget.UNICAST_LIDS).isTrue();
    }

    /** Blocks dealt out one after the other, switches before and behind them: as many as the formula says, and not one more. */
    @ParameterizedTest
    @CsvSource({"0, 3, 2", "3, 1000, 40", "7, 383, 127", "5, 1535, 31", "4, 3071, 15"})
    void shouldBeWhatBlocksLeave(int lmc, int nodes, int most) {
        int size = 1 << lmc;
        int end = size + nodes * size;
        assertThat(end).isLessThanOrEqualTo(LidBudget.UNICAST_LIDS + 1);
        int room = size - 1 + LidBudget.UNICAST_LIDS + 1 - end;
        assertThat(room).isGreaterThanOrEqualTo(most);
        LidBudget.require(nodes, room, lmc);
        assertThatThrownBy(() -> LidBudget.require(nodes, room + 1, lmc)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSayWhatThereMayBe() {
        assertThatThrownBy(() -> LidBudget.require(1728, 432, 7)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nodes=1728 switches=432 lmc=7: need 221616 LIDs, an InfiniBand subnet has 49151: take LMC 4 or less");
        assertThatThrownBy(() -> LidBudget.mostLmc(60000, 5000)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nodes=60000 switches=5000 lmc=0: need 65000 LIDs, an InfiniBand subnet has 49151: divide the fabric into "
                        + "several subnets");
        assertThatThrownBy(() -> LidBudget.needed(1, 1, 8)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("lmc=8");
    }

    @Test
    void shouldFindTheLeastLmc() {
        assertThat(new int[] {LidBudget.lmc(1), LidBudget.lmc(2), LidBudget.lmc(3), LidBudget.lmc(6), LidBudget.lmc(128)})
                .containsExactly(0, 1, 2, 3, 7);
        assertThatThrownBy(() -> LidBudget.lmc(129)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("paths=129");
    }
}
