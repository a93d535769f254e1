package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.results.burnin.HostRuns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Which hosts of a burn-in solve HPL together. */
final class GroupRoundsTest {
    private static HostRuns host(String name, String kind) {
        return new HostRuns(name, kind, List.of(), "");
    }

    private static List<HostRuns> hosts(int count) {
        return IntStream.range(0, count).mapToObj(i -> host("n" + i, "kind")).toList();
    }

    @Test
    void shouldPairEachHostWithTwoOthersAtLeast() {
        for (int count = 3; count < 20; count++) {
            List<List<List<String>>> rounds = GroupRounds.pairs(hosts(count)).rounds();
            assertThat(rounds).hasSize(3);
            Set<List<String>> all = new HashSet<>();
            List<String> met = new ArrayList<>();
            for (List<List<String>> round : rounds) {
                List<String> busy = round.stream().flatMap(List::stream).toList();
                assertThat(busy).as(count + " hosts").doesNotHaveDuplicates();
                assertThat(all.addAll(round)).isTrue();
                met.addAll(busy);
            }
            assertThat(all).as(count + " hosts").hasSize(rounds.stream().mapToInt(List::size).sum());
            hosts(count).forEach(host -> assertThat(met.stream().filter(host.host()::equals).count()).isGreaterThanOrEqualTo(2));
        }
        assertThat(GroupRounds.pairs(hosts(2)).rounds()).containsExactly(List.of(List.of("n0", "n1")));
        assertThat(GroupRounds.pairs(hosts(1)).rounds()).isEmpty();
    }

    @Test
    void shouldPairHostsOfAKind() {
        List<List<List<String>>> rounds = GroupRounds.pairs(List.of(host("a", "old"), host("b", "new"), host("c", "old"), host("d", "new"),
                host("e", "odd"), host("f", "rare"))).rounds();
        assertThat(rounds).containsExactly(List.of(List.of("a", "c"), List.of("b", "d"), List.of("e", "f")));
    }

    @Test
    void shouldGroupHostsByTheirLeafSwitch() {
        List<String> names = List.of("n2", "n0", "n1", "n3", "n4");
        List<List<String>> leaves = GroupRounds.leaves(names, TopologyFileReader.parse("""
                fabric fattree
                level 1 children=2
                level 2 children=3
                """).placement(names, "topology"));
        assertThat(leaves).containsExactly(List.of("n2", "n3"), List.of("n0", "n1"), List.of("n4"));
        assertThat(GroupRounds.of(leaves, List.of(host("n0", ""), host("n1", ""), host("n3", ""), host("n4", ""))).rounds())
                .containsExactly(List.of(List.of("n0", "n1")));
    }

    @Test
    void shouldRefuseLeavesOfANetworkThatIsNotKnown() {
        GroupsOption option = new GroupsOption();
        new CommandLine(option).setCaseInsensitiveEnumValuesAllowed(true).parseArgs("--groups", "leaves");
        assertThatThrownBy(() -> option.rounds(List.of("a"))).isInstanceOf(InputException.class).hasMessage("--groups leaves: the network "
                + "is not known: give --topology FILE, or take --groups pairs");
    }
}
