package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.burnin.GroupRun;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What measured pairs of hosts say of the links between them. */
final class LinksTest {
    private static PairTiming timing(String from, String to, double latency, double rate) {
        return new PairTiming(from, to, "eth0", latency, rate, "");
    }

    @Test
    void shouldCountTheSlowerDirectionOfAPair() {
        Links links = Links.of(List.of(), List.of(timing("a", "b", 2e-5, 1e9), timing("b", "a", 3e-5, 2e7), timing("a", "c", 1e-5, 1e9)),
                Map.of());
        assertThat(links.pairs()).containsExactlyInAnyOrder(new GroupRun(List.of("a", "b"), 2e7, 1e6 * 2e-5, ""),
                new GroupRun(List.of("a", "c"), 1e9, 1e6 * 1e-5, ""));
    }

    @Test
    void shouldTellWhyAPairCouldNotBeMeasured() {
        Links links = Links.of(List.of(new Reachability("b", "c", List.of())), List.of(timing("a", "b", 2e-5, 1e9),
                new PairTiming("b", "a", "eth0", 0, 0, "connection reset")), Map.of("d", "no answer"));
        assertThat(links.pairs()).extracting(GroupRun::hosts).containsExactlyInAnyOrder(List.of("b", "a"), List.of("b", "c"));
        assertThat(links.pairs()).extracting(GroupRun::problem).containsExactlyInAnyOrder("connection reset", "b cannot connect to c");
        assertThat(links.pairs()).allMatch(pair -> Double.isNaN(pair.bytesPerSecond()) && Double.isNaN(pair.microseconds()));
        assertThat(links.lost()).isEqualTo(Map.of("d", "no answer"));
    }

    @Test
    void shouldTellOfAPairThatConnectsInOneDirectionOnly() {
        Links links = Links.of(List.of(new Reachability("b", "a", List.of())), List.of(timing("a", "b", 2e-5, 1e9)), Map.of());
        assertThat(links.pairs()).hasSize(1).allMatch(pair -> pair.problem().equals("b cannot connect to a"));
    }
}
