package hplhetero.run.job;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.job.DeviceDeal.Seen;
import hplhetero.run.job.DeviceDeal.View;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DeviceDealTest {
    private static final String NO_ADDRESS = "";

    /** Ranks of one host; the launcher shows each of them the devices that {@code shown} tells. */
    private static RankTable ranks(String... shown) {
        return new RankTable(Arrays.stream(shown).map(devices -> new RankFacts("a", "p", "x", 25, "amd64", "L", List.of(), 2, devices, 5))
                .toList());
    }

    private static View sees(String... addresses) {
        return new View(Arrays.stream(addresses).map(address -> new Seen(address, 0)).toList());
    }

    /** Sees devices that are at addresses "0", "1" and so on, with these numbers of its cores near. */
    private static View near(Integer... cores) {
        return new View(IntStream.range(0, cores.length).mapToObj(i -> new Seen(String.valueOf(i), cores[i])).toList());
    }

    private static List<Integer> dealt(RankTable table, View... views) {
        return DeviceDeal.of(table, List.of(views)).numbers();
    }

    @Test
    void shouldGiveEachRankTheNextDeviceWhereNoPlaceIsKnown() {
        View both = sees(NO_ADDRESS, NO_ADDRESS);
        assertThat(dealt(ranks("", "", ""), both, both, both)).containsExactly(0, 1, 2);
        assertThat(dealt(ranks("0,1", "2,3", "0,1"), both, both, both)).containsExactly(0, 0, 1);
    }

    /** The cores of ranks 0 and 1 are near to devices 2 and 3, those of ranks 2 and 3 to devices 0 and 1. */
    @Test
    void shouldGiveEachRankADeviceNearToItsCores() {
        View first = near(0, 0, 4, 4);
        View second = near(4, 4, 0, 0);
        assertThat(dealt(ranks("", "", "", ""), first, first, second, second)).containsExactly(2, 3, 0, 1);
    }

    /** Rank 0 has cores on both memory nodes, rank 1 only near to device 0. */
    @Test
    void shouldLeaveADeviceToTheRankThatHasMoreCoresNear() {
        assertThat(dealt(ranks("", ""), near(2, 2), near(4, 0))).containsExactly(1, 0);
    }

    /** A control group may hide devices from a rank, and no variable of the environment tells of this. */
    @Test
    void shouldSeeThatOneNumberMeansDifferentDevices() {
        assertThat(dealt(ranks("", "", ""), sees("3b"), sees("af"), sees("3b"))).containsExactly(0, 0, 1);
    }

    @Test
    void shouldSeeThatDifferentNumbersMeanOneDevice() {
        assertThat(dealt(ranks("0,1", "1,0"), sees("3b", "af"), sees("af", "3b"))).containsExactly(0, 0);
        assertThat(dealt(ranks("0", "1,0"), sees("3b"), sees("3b", "af"))).containsExactly(0, 1);
    }

    @Test
    void shouldCountPartsOfADeviceAsDevices() {
        assertThat(dealt(ranks("MIG-1", "MIG-2"), sees("3b"), sees("3b"))).containsExactly(0, 0);
    }

    @Test
    void shouldLeaveRanksOutThatSeeNone() {
        assertThat(dealt(ranks("", "", ""), sees(), sees("3b"), sees())).containsExactly(0, 0, 0);
    }
}
