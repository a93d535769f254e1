package hplhetero.run.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DeviceInfo;
import hplhetero.input.text.InputException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RankTableTest {

    private static RankFacts rank(String host, String process, String build, String order, long available) {
        return new RankFacts(host, process, build, 25, "amd64", order, List.of(), 2, "", available);
    }

    private static RankFacts seeing(String host, String devices) {
        return new RankFacts(host, "p", "x", 25, "amd64", "L", List.of(), 2, devices, 5);
    }

    private final RankTable rankTable = new RankTable(List.of(rank("b", "b 1", "x", "LITTLE_ENDIAN", 5),
            rank("a", "a 7", "x", "LITTLE_ENDIAN", 9),
            rank("b", "b 1", "x", "LITTLE_ENDIAN", 4), rank("b", "b 2", "x", "LITTLE_ENDIAN", 6)));

    @Test
    void shouldKnowWhoIsWhere() {
        assertThat(rankTable.hosts()).containsExactly("b", "a");
        assertThat(rankTable.ranksOn("b")).containsExactly(0, 2, 3);
        assertThat(rankTable.localIndex(2)).isEqualTo(1);
        assertThat(rankTable.mostOnAHost()).isEqualTo(3);
        assertThat(rankTable.ownProcess(1)).isTrue();
        assertThat(rankTable.ownProcess(2)).isFalse();
        assertThat(rankTable.availableBytes("b")).isEqualTo(4);
    }

    private static RankInfo on(int number, String address) {
        return new RankInfo(1, "", "", "", "", 1, List.of(), List.of(), List.of(new DeviceInfo(number, "GPU", address, "", 1, 0, "")), 1);
    }

    /** Ranks 0 and 1 see different devices under the same number, ranks 0 and 2 the same one under different numbers. */
    @Test
    void shouldTellDevicesApartByTheirAddresses() {
        RankTable table = new RankTable(List.of(seeing("a", ""), seeing("a", ""), seeing("a", "2,0"), seeing("b", "")));
        List<RankInfo> infos = List.of(on(0, "0000:3b:00.0"), on(0, "0000:af:00.0"), on(1, "0000:3b:00.0"), on(0, "0000:3b:00.0"));
        assertThat(IntStream.range(0, 4).mapToObj(rank -> table.sharers(rank, infos))).containsExactly(2, 1, 2, 1);
    }

    /** Both ranks have a part of one device. */
    @Test
    void shouldTellPartsOfADeviceApartByWhatTheLauncherShows() {
        RankTable table = new RankTable(List.of(seeing("a", "MIG-1"), seeing("a", "MIG-2"), seeing("a", "MIG-2")));
        List<RankInfo> infos = List.of(on(0, "0000:3b:00.0"), on(0, "0000:3b:00.0"), on(0, "0000:3b:00.0"));
        assertThat(IntStream.range(0, 3).mapToObj(rank -> table.sharers(rank, infos))).containsExactly(1, 2, 2);
    }

    @Test
    void shouldRefuseUnlikeBuildsAndByteOrdersNamingTheHosts() {
        assertThatCode(rankTable::requireAlike).doesNotThrowAnyException();
        assertThatThrownBy(() -> new RankTable(List.of(rank("a", "1", "x", "L", 1), rank("b", "1", "y", "L", 1))).requireAlike())
                .isInstanceOf(InputException.class).hasMessageContaining("x on a; y on b").hasMessageContaining("copy the same build");
        assertThatThrownBy(() -> new RankTable(List.of(rank("a", "1", "x", "L", 1), rank("b", "1", "x", "B", 1))).requireAlike())
                .isInstanceOf(InputException.class).hasMessageContaining("byte orders: L on a; B on b");
    }
}
