package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DragonflyTest {
    private static Dragonfly fly(int p, int a, int h, int g) {
        return Dragonfly.of(new Dragonfly.Size(p, a, h, g));
    }

    /** Returns how many messages pass each link while each node sends one to each other node, indexed by link. */
    private static int[] uniform(Dragonfly fly) {
        int[] passed = new int[fly.links()];
        int[] links = new int[fly.longestRoute()];
        for (int from = 0; from < fly.nodes(); from++) {
            for (int to = 0; to < fly.nodes(); to++) {
                int hops = fly.route(from, to, links);
                for (int i = 0; i < hops; i++) {
                    passed[links[i]]++;
                }
            }
        }
        return passed;
    }

    @ParameterizedTest
    @CsvSource({
        // p, a, h, g, global cables between two groups, longest route by minimal and by Valiant routes, in links between routers
        "2, 4, 2, 9, 1, 3, 5",
        "1, 2, 1, 3, 1, 3, 5",
        "2, 4, 3, 4, 4, 3, 4",
        "3, 5, 2, 4, 3, 3, 5",
        "2, 4, 2, 2, 8, 2, 2",
        "2, 4, 2, 1, 0, 1, 1",
        "2, 1, 5, 6, 1, 1, 2",
        "1, 1, 1, 1, 0, 0, 0",
    })
    void shouldJoinAllPairsByRoutesOfTheLengthThatTheyShouldHave(int p, int a, int h, int g, int parallel, int minimal, int valiant) {
        Dragonfly fly = fly(p, a, h, g);
        assertThat(fly.nodes()).isEqualTo(p * a * g);
        assertThat(fly.parallelCables()).isEqualTo(parallel);
        assertThat(fly.links()).isEqualTo(2 * p * a * g + g * a * (a - 1) + g * parallel * (g - 1));
        assertThat(longest(fly)).isEqualTo(minimal);
        assertThat(longest(fly.with(Routing.VALIANT))).isEqualTo(valiant);
    }

    /** Returns the longest route in links between routers. Checks that each route joins its nodes and passes no link twice. */
    private static int longest(Dragonfly fly) {
        int[] links = new int[fly.longestRoute()];
        int longest = 0;
        for (int from = 0; from < fly.nodes(); from++) {
            assertThat(fly.route(from, from, links)).isZero();
            for (int to = 0; to < fly.nodes(); to++) {
                if (to != from) {
                    int hops = fly.route(from, to, links);
                    String at = fly.nodeName(from);
                    Set<Integer> seen = new HashSet<>();
                    for (int i = 0; i < hops; i++) {
                        Link link = fly.link(links[i]);
                        assertThat(link.from()).isEqualTo(at);
                        assertThat(seen.add(links[i])).isTrue();
                        at = link.to();
                    }
                    assertThat(at).isEqualTo(fly.nodeName(to));
                    longest = Math.max(longest, hops - 2);
                }
            }
        }
        assertThat(longest).isBetween(0, fly.longestRoute() - 2);
        return longest;
    }

    /** Each link has a link back, no two links of one direction join the same routers, and no router has more than h global cables. */
    @Test
    void shouldLinkRoutersWithinGroupsAndGroupsToEachOther() {
        for (int g = 2; g <= 9; g++) {
            Dragonfly fly = fly(2, 4, 2, g);
            Map<String, Integer> ports = new HashMap<>();
            Map<String, Integer> between = new HashMap<>();
            for (int id = fly.firstGlobalLink(); id < fly.links(); id++) {
                Link link = fly.link(id);
                ports.merge(link.from(), 1, Integer::sum);
                between.merge(link.from().replaceFirst("\\..*", "") + link.to().replaceFirst("\\..*", ""), 1, Integer::sum);
            }
            assertThat(between).hasSize(g * (g - 1));
            assertThat(between.values()).containsOnly(8 / (g - 1));
            assertThat(ports.values()).allMatch(count -> count <= 2);
            Map<String, Integer> ends = new HashMap<>();
            for (int id = 0; id < fly.links(); id++) {
                ends.merge(fly.link(id).from() + " " + fly.link(id).to(), 1, Integer::sum);
            }
            ends.forEach((pair, count) -> assertThat(ends.get(pair.replaceFirst("(.*) (.*)", "$2 $1"))).isEqualTo(count));
        }
    }

    /** Under uniform traffic each of the k cables between two groups carries (a p)^2 / k messages each way, by Valiant twice as many. */
    @ParameterizedTest
    @CsvSource({"2, 4, 2, 9, 64", "2, 4, 3, 4, 16", "2, 8, 4, 5, 32", "2, 4, 3, 10, 64"})
    void shouldLoadAllGlobalLinksAlikeUnderUniformTraffic(int p, int a, int h, int g, int each) {
        Dragonfly fly = fly(p, a, h, g);
        assertThat(Arrays.stream(uniform(fly)).skip(fly.firstGlobalLink())).containsOnly(each);
    }

    /** Where the g - 2 intermediate groups divide the nodes of a group, the load by Valiant routes is exactly twice the minimal one. */
    @ParameterizedTest
    @CsvSource({"2, 4, 3, 10, 128", "2, 4, 3, 4, 32"})
    void shouldLoadGlobalLinksTwiceAsMuchByValiant(int p, int a, int h, int g, int each) {
        Dragonfly fly = fly(p, a, h, g).with(Routing.VALIANT);
        int[] passed = uniform(fly);
        assertThat(Arrays.stream(passed).skip(fly.firstGlobalLink())).containsOnly(each);
    }

    /** In a balanced dragonfly the g - 2 intermediate groups cannot divide its a p nodes; the loads then differ by a p / (g - 2). */
    @ParameterizedTest
    @CsvSource({"2, 4, 2, 9", "2, 6, 3, 19", "4, 8, 4, 33"})
    void shouldLoadGlobalLinksNearlyAlikeByValiantInBalancedDragonflies(int p, int a, int h, int g) {
        Dragonfly fly = fly(p, a, h, g).with(Routing.VALIANT);
        int[] passed = uniform(fly);
        double mean = 2.0 * p * a * p * a;
        assertThat(Arrays.stream(passed).skip(fly.firstGlobalLink()).average().orElseThrow()).isEqualTo(mean);
        assertThat(Arrays.stream(passed).skip(fly.firstGlobalLink())).allMatch(load -> Math.abs(load - mean) <= 0.13 * mean);
    }

    /** All nodes of a group send to the next group: minimal routes share one cable, Valiant's spread over all groups. */
    @Test
    void shouldSpreadAdversarialTrafficByValiant() {
        Dragonfly fly = fly(2, 4, 2, 9);
        assertThat(mostToTheNextGroup(fly)).isEqualTo(8);
        assertThat(mostToTheNextGroup(fly.with(Routing.VALIANT))).isEqualTo(3);
    }

    private static int mostToTheNextGroup(Dragonfly fly) {
        int[] passed = new int[fly.links()];
        int[] links = new int[fly.longestRoute()];
        int group = fly.size().p() * fly.size().a();
        for (int from = 0; from < fly.nodes(); from++) {
            int hops = fly.route(from, (from + group) % fly.nodes(), links);
            for (int i = 0; i < hops; i++) {
                passed[links[i]]++;
            }
        }
        return Arrays.stream(passed, fly.firstGlobalLink(), fly.links()).max().orElseThrow();
    }

    @Test
    void shouldTellBandwidthsAndNames() {
        Dragonfly fly = fly(2, 4, 2, 9).with(new Dragonfly.Cables(2, 0.5)).withSlots(3);
        assertThat(fly.link(0)).isEqualTo(new Link("n0", "g0.r0", 1));
        assertThat(fly.link(72)).isEqualTo(new Link("g0.r0", "n0", 1));
        assertThat(fly.link(144)).isEqualTo(new Link("g0.r0", "g0.r1", 2));
        assertThat(fly.link(fly.firstGlobalLink())).isEqualTo(new Link("g0.r0", "g1.r3", 0.5));
        for (int id = 0; id < fly.links(); id++) {
            assertThat(fly.bandwidth(id)).isEqualTo(fly.link(id).bandwidth());
        }
        assertThat(fly.slots(71)).isEqualTo(3);
        assertThat(fly.name()).isEqualTo("dragonfly p=2 a=4 h=2 g=9");
        assertThat(fly.with(Routing.VALIANT).name()).isEqualTo("dragonfly p=2 a=4 h=2 g=9, valiant routes");
        assertThat(Locality.SWITCH.groups(Placement.of(fly, 0, 1, 2, 8))).containsExactly(0, 0, 1, 2);
        assertThat(Locality.GROUP.groups(Placement.of(fly, 0, 7, 8, 71))).containsExactly(0, 0, 1, 2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0, 1, 1, 1             | p=0: must be >= 1",
        "1, 0, 1, 1             | a=0: must be >= 1",
        "1, 1, 0, 1             | h=0: must be >= 1",
        "1, 1, 1, 0             | g=0: must be >= 1",
        "2, 4, 2, 10            | g=10: a=4 routers with h=2 global ports each link at most g=a*h+1=9 groups",
        "65536, 65536, 1, 65537 | nodes=4295032832: must be <= 1048576",
    })
    void shouldRefuseSizesThatCannotBe(String size, String message) {
        int[] is = Arrays.stream(size.split(",")).map(String::strip).mapToInt(Integer::parseInt).toArray();
        assertThatThrownBy(() -> fly(is[0], is[1], is[2], is[3])).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
