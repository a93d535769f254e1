package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlatSwitchTest {

    @Test
    void shouldPassTheSendersLinkAndTheReceivers() {
        FlatSwitch fabric = FlatSwitch.of(4);
        assertThat(Routes.route(fabric, 1, 3)).containsExactly(1, 4 + 3);
        assertThat(fabric.link(1)).isEqualTo(new Link("n1", "switch", 1));
        assertThat(fabric.link(7)).isEqualTo(new Link("switch", "n3", 1));
        assertThat(fabric.links()).isEqualTo(8);
        Routes.check(fabric);
    }

    @Test
    void shouldPassNoLinkWithinAHost() {
        FlatSwitch hosts = FlatSwitch.of(List.of("a", "b"), new int[] {2, 4});
        assertThat(hosts.route(1, 1, new int[0])).isZero();
        assertThat(hosts.slots(0)).isEqualTo(2);
        assertThat(hosts.slots(1)).isEqualTo(4);
        assertThat(hosts.nodeName(1)).isEqualTo("b");
    }

    @Test
    void shouldRefuseWhatIsNoNetwork() {
        assertThatThrownBy(() -> FlatSwitch.of(0)).hasMessageContaining("nodes=0");
        assertThatThrownBy(() -> FlatSwitch.of(List.of("a", "a"))).hasMessageContaining("must differ");
        assertThatThrownBy(() -> FlatSwitch.of(List.of("a", "b"), new int[] {1})).hasMessageContaining("names=2 slots=1");
        assertThatThrownBy(() -> FlatSwitch.of(List.of("a"), new int[] {0})).hasMessageContaining("slots=0");
        assertThatThrownBy(() -> FlatSwitch.of(Integer.MAX_VALUE)).hasMessageContaining("nodes=2147483647");
        assertThatThrownBy(() -> FlatSwitch.of(2).route(0, 2, new int[2])).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
