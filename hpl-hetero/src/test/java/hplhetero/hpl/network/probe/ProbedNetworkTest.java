package hplhetero.hpl.network.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.network.probe.ProbePairs.Pair;
import hplhetero.hpl.network.probe.ProbeResult.Incast;
import hplhetero.hpl.network.probe.ProbeResult.Overheads;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Costs from measurements made by hand. */
class ProbedNetworkTest {

    private static PairSamples timing(int a, int b, double latency, double bandwidth) {
        return new PairSamples(a, b, Stream.of(8.0, 1024.0, 65536.0).map(bytes -> new Sample(bytes, latency + bytes / bandwidth)).toList());
    }

    private static ProbeResult result(List<PairSamples> alone, Overheads overheads, Incast... incasts) {
        return new ProbeResult(List.of("a", "b", "c", "d"), List.of(0, 0, 0, 0), alone, List.of(), Optional.of(overheads),
                List.of(incasts));
    }

    /** Links of 0.2 us each: 2.2 and 2.4 us over one and two of a ring of four. */
    @Test
    void shouldTellHopsApartWhereTheNetworkIsKnown() {
        Placement ring = Placement.full(Torus.torus(4));
        ProbedNetwork network = ProbedNetwork.of(result(List.of(timing(0, 1, 2.2e-6, 1e9), timing(0, 2, 2.4e-6, 1e9)),
                new Overheads(0, 1, 0.3e-6, 0.5e-6)), Optional.of(new FoundPlacement(ring, "test", List.of())));
        LinkCost cost = network.network().orElseThrow();
        assertThat(cost.hopLatency()).isCloseTo(0.2e-6, within(1e-12));
        assertThat(cost.sendOverhead()).isEqualTo(0.3e-6);
        assertThat(cost.receiveOverhead()).isEqualTo(0.5e-6);
        assertThat(cost.seconds(0, 1)).isCloseTo(2.2e-6, within(1e-11));
        assertThat(cost.seconds(0, 2)).isCloseTo(2.4e-6, within(1e-11));
    }

    @Test
    void shouldNotTakeMoreForOverheadThanAMessageTakes() {
        LinkCost cost = ProbedNetwork.of(result(List.of(timing(0, 1, 2e-6, 1e9)), new Overheads(0, 1, 3e-6, 1e-6)), Optional.empty())
                .network().orElseThrow();
        assertThat(cost.sendOverhead()).isCloseTo(1.5e-6, within(1e-12));
        assertThat(cost.receiveOverhead()).isCloseTo(0.5e-6, within(1e-12));
        assertThat(cost.latency()).isCloseTo(0, within(1e-12));
    }

    /** 1 us and 1 us a message alone; two and three senders take 1.4 us for each message beyond the first. */
    @Test
    void shouldFindWhatIsLostWhereManySendToOne() {
        List<PairSamples> pairs = List.of(timing(0, 1, 2e-6, 1e9));
        Overheads overheads = new Overheads(0, 1, 0, 0);
        assertThat(ProbedNetwork.of(result(pairs, overheads, new Incast(0, 1, 1000, 2e-6), new Incast(0, 2, 1000, 3.4e-6),
                new Incast(0, 3, 1000, 4.8e-6)), Optional.empty()).manyToOne().orElseThrow()).isCloseTo(0.4, within(1e-6));
        // faster than the link: noise
        assertThat(ProbedNetwork.of(result(pairs, overheads, new Incast(0, 1, 1000, 2e-6), new Incast(0, 2, 1000, 2.5e-6)),
                Optional.empty()).manyToOne().orElseThrow()).isZero();
        assertThat(ProbedNetwork.of(result(pairs, overheads, new Incast(0, 1, 1000, 2e-6)), Optional.empty()).manyToOne()).isEmpty();
    }

    @Test
    void shouldTellHowFarAFitIsOff() {
        PairSamples bent = new PairSamples(0, 1, List.of(new Sample(0, 1), new Sample(1, 4), new Sample(2, 3)));
        LinkCost cost = LinkCost.hockney(1, 1);
        assertThat(bent.error(cost)).isCloseTo(0.5 / Math.sqrt(3), within(1e-12));
        assertThat(PairSamples.read(bent.write().strip())).isEqualTo(bent);
    }

    @Test
    void shouldPairEveryRankWithEachOtherOnce() {
        for (int ranks = 1; ranks <= 9; ranks++) {
            List<List<Pair>> rounds = ProbePairs.rounds(ranks);
            assertThat(rounds.stream().flatMap(List::stream).distinct()).hasSize(ranks * (ranks - 1) / 2);
            for (List<Pair> round : rounds) {
                assertThat(round.stream().flatMap(pair -> Stream.of(pair.a(), pair.b()))).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void shouldTakeAFewPairsOfEachKind() {
        var pairs = ProbePairs.ofEachKind(100, (a, b) -> a / 4 == b / 4 ? 0 : 2);
        assertThat(pairs).containsOnlyKeys(0, 2);
        assertThat(pairs.get(0)).hasSize(3).contains(new Pair(0, 1), new Pair(98, 99));
        assertThat(pairs.get(2)).hasSize(3).contains(new Pair(0, 99));
        assertThat(ProbePairs.ofEachKind(1, (a, b) -> 0)).isEmpty();
        List<Pair> all = pairs.values().stream().flatMap(List::stream).toList();
        assertThat(ProbePairs.read(ProbePairs.write(all))).isEqualTo(all);
        assertThat(ProbePairs.read("")).isEmpty();
    }

    @Test
    void shouldHaveOneRankANodeSend() {
        assertThat(IncastProbe.senders(8, (a, b) -> a / 2 == b / 2 ? 0 : 2)).containsExactly(2, 4, 6);
        assertThat(IncastProbe.senders(4, (a, b) -> 0)).containsExactly(1, 2, 3);
        assertThat(IncastProbe.senders(100, (a, b) -> 2)).hasSize(16).isEqualTo(IntStream.rangeClosed(1, 16).boxed().toList());
    }
}
