package hplhetero.hpl.network.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.EmulatedNetwork;
import hplhetero.hpl.EmulatedNetwork.Speeds;
import hplhetero.hpl.World;
import hplhetero.hpl.network.probe.ProbedNetwork.Kind;
import hplhetero.network.model.LinkCost;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Networks of which it is known what they take: each message 1 us of the sender, then latency and bytes / bandwidth between hosts. */
@Timeout(300)
@Slow
class NetworkProbeTest {
    private static final Speeds SPEEDS = new Speeds(100e6, 10e6, 50e-6, 0);
    private static final List<Integer> BYTES = List.of(8, 1 << 10, 64 << 10, 512 << 10);

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    private static int[] digits(String text) {
        return text.chars().map(c -> c - '0').toArray();
    }

    private ProbeResult probe(String hosts, String sites, boolean all, Optional<Placement> placement) {
        EmulatedNetwork network = new EmulatedNetwork(digits(hosts), digits(sites), SPEEDS);
        List<ProbeResult> results = Collections.synchronizedList(new ArrayList<>());
        World.run(hosts.length(), world -> results.add(new NetworkProbe(network.join(world), new ProbeRequest(BYTES, 0.5, all),
                network.clock(world), told::add).measure(world.rank() == 0 ? placement : Optional.empty())));
        assertThat(results).hasSize(hosts.length()).allMatch(result -> result.equals(results.getFirst()));
        return results.getFirst();
    }

    private static void assertCost(LinkCost cost, double latency, double bandwidth) {
        assertThat(cost.latency()).isCloseTo(latency, within(1e-3 * latency));
        assertThat(cost.secondsPerByte()).isCloseTo(1 / bandwidth, within(1e-3 / bandwidth));
    }

    @Test
    void shouldFindWhatMessagesBetweenHostsTake() {
        ProbeResult result = probe("00112", "00000", true, Optional.empty());
        // each pair once
        assertThat(result.together()).hasSize(10).map(pair -> pair.a() + "-" + pair.b()).doesNotHaveDuplicates();
        assertThat(result.together()).allSatisfy(pair -> assertThat(pair.samples()).hasSize(4));
        ProbedNetwork network = ProbedNetwork.of(result, Optional.empty());
        assertThat(network.kinds()).extracting(Kind::title).containsExactly("same host", "other host");
        assertCost(network.kinds().get(1).cost(), 51e-6, 100e6);
        assertThat(network.kinds().get(1).error()).isLessThan(1e-3);
        assertThat(network.kinds().get(1).pairs()).hasSize(3);
        assertCost(network.network().orElseThrow(), 50e-6, 100e6);
        assertThat(network.network().get().sendOverhead()).isCloseTo(1e-6, within(1e-9));
        assertThat(network.network().get().receiveOverhead()).isZero();
        assertThat(network.sameHost().orElseThrow().latency()).isCloseTo(1e-6, within(1e-9));
        assertThat(network.found().placement().toString()).isEqualTo("5 ranks on 3 nodes of switch of 3 nodes");
        assertThat(told).first().asString().contains("slow links between 3 hosts");
        assertThat(told).contains("measuring 5 pairs, one by one", "measuring all pairs in 5 rounds",
                "measuring messages from many ranks to one");
    }

    /** The link into a host takes one message after the other: nothing is lost. */
    @Test
    void shouldFindNothingLostWhereLinksAreShared() {
        ProbeResult result = probe("01234", "00000", false, Optional.empty());
        assertThat(result.together()).isEmpty();
        assertThat(result.incasts()).extracting(ProbeResult.Incast::senders).containsExactly(1, 2, 4);
        assertThat(ProbedNetwork.of(result, Optional.empty()).manyToOne().orElseThrow()).isLessThan(0.01);
    }

    @Test
    void shouldPutSitesBehindTrunks() {
        ProbedNetwork network = ProbedNetwork.of(probe("0123", "0011", false, Optional.empty()), Optional.empty());
        assertThat(network.kinds()).extracting(Kind::title).containsExactly("other host", "other site");
        assertCost(network.kinds().get(0).cost(), 51e-6, 100e6);
        assertCost(network.kinds().get(1).cost(), 51e-6, 10e6);
        int[] links = new int[4];
        assertThat(network.found().placement().route(0, 2, links)).isEqualTo(4);
        assertThat(network.found().placement().fabric().bandwidth(links[1])).isCloseTo(0.1, within(1e-3));
    }

    @Test
    void shouldNotLookForHostsWhereTheNetworkTells() {
        Placement ring = Placement.full(Torus.torus(6));
        ProbeResult result = probe("012345", "000111", false, Optional.of(ring));
        assertThat(result.siteOf()).containsOnly(0);
        ProbedNetwork network = ProbedNetwork.of(result, Optional.of(new FoundPlacement(ring, "test", List.of())));
        assertThat(network.kinds()).extracting(Kind::title).containsExactly("1 link", "2 links", "3 links");
        assertThat(network.found().placement()).isEqualTo(ring);
    }

    @Test
    void shouldMeasureOneHostAndFewRanks() {
        ProbedNetwork one = ProbedNetwork.of(probe("000", "000", true, Optional.empty()), Optional.empty());
        assertThat(one.network()).isEmpty();
        assertThat(one.manyToOne()).isEmpty();
        assertThat(one.sameHost()).isPresent();
        ProbeResult two = probe("01", "00", true, Optional.empty());
        assertThat(two.incasts()).isEmpty();
        assertCost(ProbedNetwork.of(two, Optional.empty()).network().orElseThrow(), 50e-6, 100e6);
        ProbeResult alone = probe("0", "0", true, Optional.empty());
        assertThat(alone.alone()).isEmpty();
        assertThat(ProbedNetwork.of(alone, Optional.empty()).kinds()).isEmpty();
    }

    @Test
    void shouldRefuseOtherSizes() {
        for (List<Integer> bad : List.of(List.<Integer>of(), List.of(0), List.of(8, 8), List.of(64, 8))) {
            assertThatThrownBy(() -> new ProbeRequest(bad, 1, false)).hasMessageContaining("bytes=" + bad);
        }
        assertThatThrownBy(() -> new ProbeRequest(BYTES, 0, false)).hasMessageContaining("seconds=0");
    }
}
