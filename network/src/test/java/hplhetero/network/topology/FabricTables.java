package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

/** Compares two descriptions of one network. */
final class FabricTables {

    private FabricTables() {
    }

    /** The same nodes, links under the same numbers, and routes. */
    static void checkSame(Fabric one, Fabric other) {
        assertThat(other.nodes()).isEqualTo(one.nodes());
        assertThat(other.links()).isEqualTo(one.links());
        for (int id = 0; id < one.links(); id++) {
            assertThat(other.link(id)).isEqualTo(one.link(id));
        }
        int[] a = new int[one.longestRoute()];
        int[] b = new int[other.longestRoute()];
        for (int from = 0; from < one.nodes(); from++) {
            assertThat(other.nodeName(from)).isEqualTo(one.nodeName(from));
            for (int to = 0; to < one.nodes(); to++) {
                int hops = one.route(from, to, a);
                assertThat(other.route(from, to, b)).isEqualTo(hops);
                assertThat(Arrays.equals(a, 0, hops, b, 0, hops)).as("%s: %d to %d", one, from, to).isTrue();
            }
        }
    }
}
