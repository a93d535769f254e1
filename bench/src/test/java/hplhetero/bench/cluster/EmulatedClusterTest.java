package hplhetero.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class EmulatedClusterTest {
    private final EmulatedCluster threeAndOne = EmulatedCluster.parse("2,2,2,4");

    @Test
    void shouldDealInProportionToTheSpeeds() {
        assertThat(threeAndOne.weightedMap()).isEqualTo("weighted:cols=0.5,0.5,0.5,0.25");
        assertThat(EmulatedCluster.parse("2,2/4,4").weightedMap()).isEqualTo("weighted:rows=1,0.5;cols=0.5,0.5");
    }

    @Test
    void shouldDealCellsInTurn() {
        assertThat(threeAndOne.cellsMap()).isEqualTo("cells:0,1,2,3,0,1,2");
        assertThat(EmulatedCluster.parse("2,2/4,4").cellsMap()).isEqualTo("cells:0,1/2,3/0,1");
    }

    @Test
    void shouldLeaveTheSlowOnesOutOrSplitTheFastOnes() {
        assertThat(threeAndOne.fastOnes()).isEqualTo(new EmulatedCluster(List.of(2.0, 2.0, 2.0), 1, 3));
        assertThat(threeAndOne.severalProcesses()).isEqualTo(EmulatedCluster.parse("4,4,4,4,4,4,4"));
    }

    @Test
    void shouldKnowWhatAGridOfWholeRowsAndColumnsAllows() {
        assertThat(EmulatedCluster.parse("2,2/4,4").gridSpeed()).isCloseTo(1.5, within(1e-9));
        // three fast, one slow: 2 x the slower of two rows, or of two columns
        assertThat(EmulatedCluster.parse("2,2/2,4").gridSpeed()).isCloseTo(1.5, within(1e-9));
    }

    @Test
    void shouldSayWhatItIs() {
        assertThat(threeAndOne.title()).isEqualTo("3 + 1 at 2:1, 1 x 4");
        assertThat(EmulatedCluster.parse("2,2/2,4").fileName()).isEqualTo("2-2-2-4_2x2");
    }

    @Test
    void shouldRefuseWhatIsNoCluster() {
        for (String text : List.of("", "2,x", "2,0.5", "2,2/4", "2,NaN")) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> EmulatedCluster.parse(text));
        }
    }
}
