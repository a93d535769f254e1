package hplhetero.comm.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** By which addresses hosts reach each other. */
final class RankHostTest {

    @Test
    void shouldListenToThisHostOnlyWhereAllRanksAreOnIt() {
        assertThat(RankHost.towardsOthers("a", List.of(RankHost.here("a"), RankHost.here("a")), "ADDRESS").isLoopbackAddress()).isTrue();
    }

    @Test
    void shouldBeReachedByTheInterfaceTowardsTheOthers() throws Exception {
        for (InterfaceAddress own : InterfaceAddresses.here()) {
            byte[] neighbour = own.getAddress().getAddress();
            neighbour[neighbour.length - 1] ^= 1;
            RankHost there = RankHost.decoded(new RankHost("b", List.of(own.getAddress(), InetAddress.getByAddress(neighbour))).encoded());
            if (own.getNetworkPrefixLength() < 8 * neighbour.length) {
                assertThat(RankHost.towardsOthers("a", List.of(RankHost.here("a"), there), "ADDRESS")).isEqualTo(own.getAddress());
            }
        }
    }

    @Test
    void shouldAskForAnAddressWhereThereIsNone() {
        assertThatThrownBy(() -> RankHost.towardsOthers("a", List.of(RankHost.here("a"), new RankHost("b", List.of())), "ADDRESS"))
                .isInstanceOf(CommException.class).hasMessageContaining("no address in a network of b").hasMessageContaining("ADDRESS");
    }

    @Test
    void shouldListenOnlyWhereRanksComeFrom() throws Exception {
        RankHost here = RankHost.here("a");
        assertThat(RankHost.towardsAll("a", List.of(here, here))).containsExactly(InetAddress.getLoopbackAddress());
        for (InterfaceAddress own : InterfaceAddresses.here()) {
            byte[] neighbour = own.getAddress().getAddress();
            neighbour[neighbour.length - 1] ^= 1;
            RankHost there = new RankHost("b", List.of(InetAddress.getByAddress(neighbour)));
            if (own.getNetworkPrefixLength() < 8 * neighbour.length) {
                assertThat(RankHost.towardsAll("a", List.of(here, there)))
                        .containsExactly(InetAddress.getLoopbackAddress(), own.getAddress());
            }
        }
    }

    @Test
    void shouldListenOnAllInterfacesWhereNoneSeemsToLeadToARank() {
        RankHost here = RankHost.here("a");
        assertThat(RankHost.towardsAll("a", List.of(here, new RankHost("b", List.of())))).containsAll(here.addresses());
    }
}
