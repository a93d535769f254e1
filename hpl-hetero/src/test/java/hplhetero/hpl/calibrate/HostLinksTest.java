package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HostLinksTest {

    @Test
    void shouldLetEveryTwoHostsMeetOnceWithoutTwoAtATime() {
        for (int hosts = 2; hosts <= 17; hosts++) {
            Set<Set<Integer>> met = new HashSet<>();
            for (int round = 0; round < (hosts + 1) / 2 * 2 - 1; round++) {
                for (int i = 0; i < hosts; i++) {
                    int other = HostLinks.opponent(i, round, hosts);
                    if (other >= 0) {
                        assertThat(other).isNotEqualTo(i).isLessThan(hosts);
                        assertThat(HostLinks.opponent(other, round, hosts)).isEqualTo(i);
                        met.add(Set.of(i, other));
                    }
                }
            }
            assertThat(met).as("%d hosts", hosts).hasSize(hosts * (hosts - 1) / 2);
        }
    }

    /** All pairs, by a time for each. */
    private static HostLinks links(int hosts, IntBinaryOperator millis) {
        HostLinks links = new HostLinks(hosts);
        IntStream.range(0, hosts).forEach(b -> IntStream.range(0, b)
                .forEach(a -> links.add(HostLinks.line(a, b, 1e-3 * millis.applyAsInt(a, b)))));
        return links;
    }

    @Test
    void shouldGroupHostsByFastLinks() {
        assertThat(links(5, (a, b) -> a % 2 == b % 2 ? 2 : 20).groups()).containsExactly(0, 1, 0, 1, 0);
        assertThat(links(4, (a, b) -> 2 + (a + b) % 3).groups()).as("noise").containsOnly(0);
        assertThat(links(4, (a, b) -> b - a == 1 ? 2 : 20).groups()).as("linked over others").containsOnly(0);
        assertThat(links(3, (a, b) -> b == 2 ? 20 : 2).groups()).as("one alone").containsExactly(0, 0, 2);
    }

    @Test
    void shouldDoubtTheFastestLinkBetweenTwoGroups() {
        HostLinks links = links(4, (a, b) -> a / 2 == b / 2 ? 2 : 20 - a - b);
        assertThat(links.suspicious()).containsExactly(new HostLinks.Pair(1, 3));
        links.add(HostLinks.line(1, 3, 3e-3));
        assertThat(links.groups()).containsOnly(0);
        assertThat(links.suspicious()).isEmpty();
    }
}
