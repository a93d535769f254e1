package hplhetero.run.net.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.select.Choices;
import hplhetero.comm.select.Selection;
import hplhetero.comm.select.SelectionRules;
import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.run.option.CostOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a probe of links changes in a benchmark. */
final class BenchRequestTest {
    private static final Placement EIGHT_HOSTS = Placement.full(FlatSwitch.of(8));

    private static BenchRequest request(boolean assumed, BenchRequest.Model model, boolean limited) {
        return new BenchRequest(List.of(Collective.BROADCAST), List.of(1L << 20), 10,
                new BenchRequest.Costs(new CostOptions().cost(Optional.empty()), "assumed", assumed), model, SelectionRules.DEFAULT,
                limited, Map.of(), new Choices("", List.of()));
    }

    private static BriefLinks links(double latency, double bandwidth, double scatter) {
        return new BriefLinks(Map.of(PairClass.OTHER_HOST, new PairCost(latency, 1 / bandwidth)), scatter, 120, 6_586_608);
    }

    private static List<String> kept(BenchRequest request) {
        Selection selection = request.selector(EIGHT_HOSTS).selection(Collective.BROADCAST, 1L << 20, 0);
        return IntStream.range(0, selection.candidates().size()).filter(selection::keeps)
                .mapToObj(i -> selection.candidates().get(i).label()).toList();
    }

    @Test
    void shouldProbeOnlyWhereCostsAreAssumedAndCount() {
        assertThat(request(true, BenchRequest.Model.EXACT, false).probes(8)).isTrue();
        assertThat(request(false, BenchRequest.Model.EXACT, false).probes(8)).isFalse();
        assertThat(request(true, BenchRequest.Model.NONE, false).probes(8)).isFalse();
        assertThat(request(true, BenchRequest.Model.EXACT, false).probes(1)).isFalse();
    }

    @Test
    void shouldTakeTheCostsOfTheProbe() {
        BenchRequest probed = request(true, BenchRequest.Model.EXACT, false).with(links(80e-6, 25e6, 1.2), EIGHT_HOSTS);
        assertThat(probed.costs().cost().network().startUp(2)).isCloseTo(80e-6, within(1e-9));
        assertThat(1 / probed.costs().cost().network().secondsPerByte()).isCloseTo(25e6, within(1.0));
        assertThat(probed.costs().words()).isEqualTo("probed briefly: other host 80 us, 0.0250 GB/s (120 messages, 6.281 MiB)");
        assertThat(probed.probes(8)).isFalse();
        assertThat(probed.rules()).isEqualTo(SelectionRules.DEFAULT);
    }

    /** On a link with 20 ms of latency few messages are best; with the assumed 5 us that algorithm would not even be tried. */
    @Test
    void shouldKeepWhatIsFastestOnTheseLinks() {
        assertThat(kept(request(true, BenchRequest.Model.EXACT, false))).doesNotContain("binomial");
        BenchRequest far = request(true, BenchRequest.Model.EXACT, false).with(links(20e-3, 1e9, 1.2), EIGHT_HOSTS);
        assertThat(kept(far)).contains("binomial").doesNotContain("long");
    }

    @Test
    void shouldTryMoreWhereTheProbeIsUnsure() {
        BenchRequest unsure = request(true, BenchRequest.Model.EXACT, false).with(links(80e-6, 25e6, 7.04), EIGHT_HOSTS);
        assertThat(unsure.rules().keepWithin()).isEqualTo(4);
        assertThat(unsure.costs().words()).endsWith("equal messages differed by up to 7.0 x, so this is unsure): algorithms are "
                + "tried up to 4 x the best predicted");
        assertThat(kept(unsure)).hasSizeGreaterThan(kept(request(true, BenchRequest.Model.EXACT, false)
                .with(links(80e-6, 25e6, 1.2), EIGHT_HOSTS)).size());
        assertThat(request(true, BenchRequest.Model.EXACT, true).with(links(80e-6, 25e6, 7), EIGHT_HOSTS).rules().keepWithin())
                .isEqualTo(2);
    }
}
