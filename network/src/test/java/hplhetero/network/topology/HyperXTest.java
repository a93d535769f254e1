package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HyperXTest {
    private static HyperX hyperX(String s, int k, int t) {
        return HyperX.of(new HyperX.Size(Stream.of(s.split("x")).map(Integer::valueOf).toList(), k, t));
    }

    /** Returns how many messages pass each link while each node sends one to the node {@code distance} later, indexed by link. */
    private static int[] shift(HyperX hyperX, int distance, int[] passed) {
        int[] links = new int[hyperX.longestRoute()];
        for (int from = 0; from < hyperX.nodes(); from++) {
            int hops = hyperX.route(from, (from + distance) % hyperX.nodes(), links);
            for (int i = 0; i < hops; i++) {
                passed[links[i]]++;
            }
        }
        return passed;
    }

    /** Returns how many messages pass each link while each node sends one to each other node, indexed by link. */
    private static int[] uniform(HyperX hyperX) {
        int[] passed = new int[hyperX.links()];
        for (int distance = 1; distance < hyperX.nodes(); distance++) {
            shift(hyperX, distance, passed);
        }
        return passed;
    }

    @ParameterizedTest
    @CsvSource({
        // S, K, T, links, longest route by minimal and by Valiant routes, in links between switches
        "4x3, 1, 2, 108, 2, 4",
        "4x2, 2, 1, 80, 2, 3",
        "5, 3, 3, 90, 1, 2",
        "3x1x3, 1, 2, 72, 2, 4",
        "2x2x2x2, 1, 1, 96, 4, 4",
        "1, 1, 4, 8, 0, 0",
    })
    void shouldJoinAllPairsByRoutesOfTheLengthThatTheyShouldHave(String s, int k, int t, int links, int minimal, int valiant) {
        HyperX hyperX = hyperX(s, k, t);
        assertThat(hyperX.links()).isEqualTo(links);
        Routes.check(hyperX);
        Routes.check(hyperX.with(Routing.VALIANT));
        assertThat(hyperX.longestRoute()).isEqualTo(2 + minimal);
        assertThat(hyperX.with(Routing.VALIANT).longestRoute()).isEqualTo(2 + valiant);
    }

    /** Two switches have K cables each way if they differ in one coordinate, else none. */
    @Test
    void shouldLinkSwitchesThatDifferInOneCoordinate() {
        HyperX hyperX = hyperX("3x2x4", 2, 1);
        Map<String, Integer> cables = new HashMap<>();
        for (int id = hyperX.firstLink(0); id < hyperX.links(); id++) {
            cables.merge(hyperX.link(id).from() + hyperX.link(id).to(), 1, Integer::sum);
        }
        assertThat(cables).hasSize(24 * (2 + 1 + 3));
        cables.forEach((ends, count) -> {
            String[] at = ends.replaceAll("[s(]", "").split("\\)");
            String[] from = at[0].split(",");
            String[] to = at[1].split(",");
            assertThat(count).isEqualTo(2);
            assertThat(Stream.of(0, 1, 2).filter(d -> !from[d].equals(to[d]))).hasSize(1);
        });
    }

    /**
     * Each node sends to each other node. The messages over one link of dimension i come from or go to all switches of a row in each other
     * dimension: T^2 x switches / S_i of them on K cables, by Valiant twice as many.
     */
    @ParameterizedTest
    @CsvSource({"4x3, 1, 2", "4x4, 2, 4", "3x2x4, 1, 2", "6, 2, 4"})
    void shouldLoadAllLinksOfADimensionAlikeUnderUniformTraffic(String s, int k, int t) {
        HyperX hyperX = hyperX(s, k, t);
        int[] minimal = uniform(hyperX);
        int[] valiant = uniform(hyperX.with(Routing.VALIANT));
        for (int d = 0; d < hyperX.size().s().size(); d++) {
            int length = hyperX.size().s().get(d);
            int each = t * t * hyperX.nodes() / t / length / k;
            int detours = length > 2 ? 2 : 1;
            assertThat(Arrays.stream(minimal, hyperX.firstLink(d), hyperX.firstLink(d + 1))).containsOnly(each);
            assertThat(Arrays.stream(valiant, hyperX.firstLink(d), hyperX.firstLink(d + 1)).average().orElseThrow())
                    .isEqualTo(detours * each);
            assertThat(Arrays.stream(valiant, hyperX.firstLink(d), hyperX.firstLink(d + 1)))
                    .allMatch(load -> load <= 1.5 * detours * each);
        }
    }

    /** All nodes of a switch send to the next switch: minimal routes share one cable, Valiant's spread over the dimension. */
    @Test
    void shouldSpreadAdversarialTrafficByValiant() {
        HyperX hyperX = hyperX("8", 1, 6);
        assertThat(mostBetweenSwitches(hyperX)).isEqualTo(6);
        assertThat(mostBetweenSwitches(hyperX.with(Routing.VALIANT))).isLessThanOrEqualTo(2);
    }

    private static int mostBetweenSwitches(HyperX hyperX) {
        int[] passed = shift(hyperX, hyperX.size().t(), new int[hyperX.links()]);
        return Arrays.stream(passed, hyperX.firstLink(0), hyperX.links()).max().orElseThrow();
    }

    @Test
    void shouldTellBandwidthsAndNames() {
        HyperX hyperX = hyperX("4x3", 2, 2).withBandwidth(0.5).withSlots(3);
        assertThat(hyperX.link(0)).isEqualTo(new Link("n0", "s(0,0)", 1));
        assertThat(hyperX.link(24)).isEqualTo(new Link("s(0,0)", "n0", 1));
        assertThat(hyperX.link(hyperX.firstLink(0))).isEqualTo(new Link("s(0,0)", "s(1,0)", 0.5));
        assertThat(hyperX.link(hyperX.firstLink(1) + 1)).isEqualTo(new Link("s(0,0)", "s(0,1)", 0.5));
        for (int id = 0; id < hyperX.links(); id++) {
            assertThat(hyperX.bandwidth(id)).isEqualTo(hyperX.link(id).bandwidth());
        }
        assertThat(hyperX.slots(23)).isEqualTo(3);
        assertThat(hyperX.name()).isEqualTo("hyperx 4x3 t=2 k=2");
        assertThat(hyperX("4", 1, 2).with(Routing.VALIANT)).hasToString("hyperx 4 t=2, valiant routes");
        assertThat(Locality.SWITCH.groups(Placement.of(hyperX, 0, 1, 2, 8))).containsExactly(0, 0, 1, 2);
        assertThat(Locality.GROUP.groups(Placement.of(hyperX, 0, 7, 8, 23))).containsExactly(0, 0, 1, 2);
    }

    @Test
    void shouldRefuseSizesThatCannotBe() {
        assertThatThrownBy(() -> hyperX("4x0", 1, 1)).hasMessage("s=0: must be >= 1");
        assertThatThrownBy(() -> hyperX("4", 0, 1)).hasMessage("k=0: must be >= 1");
        assertThatThrownBy(() -> hyperX("4", 1, 0)).hasMessage("t=0: must be >= 1");
        assertThatThrownBy(() -> HyperX.of(new HyperX.Size(List.of(), 1, 1))).hasMessage("dimensions=0: must be 1..16");
        assertThatThrownBy(() -> hyperX("1024x1024", 1, 2)).hasMessageContaining("nodes=2097152: must be <= 1048576");
        assertThatThrownBy(() -> hyperX("1048576", 1, 1)).hasMessageContaining("links=");
        assertThatThrownBy(() -> hyperX("4", 1, 1).withBandwidth(0)).hasMessageContaining("bandwidth=0.0");
    }
}
