package hplhetero.run.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.RankReport;
import hplhetero.input.text.InputException;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.Energy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a user's meter shows, in a run on several hosts. */
final class GivenWattsTest {
    private static final List<String> HOSTS = List.of("a", "b", "c");

    /** Ten seconds, on hosts of these names, of which the first was measured. */
    private static CaseResult result(String... hosts) {
        HplCase hplCase = new HplCase(1000, 64, 1, hosts.length, ProcessMapping.ROW_MAJOR, 0, BroadcastAlgorithm.RING,
                new PanelVariant(Factorization.RIGHT, 2, Factorization.CROUT, 4), SwapAlgorithm.MIX, 64, true, new MapSpec.Cyclic(), 16);
        List<RankReport> ranks = IntStream.range(0, hosts.length)
                .mapToObj(r -> new RankReport(r, hosts[r], 1, 1.0 / hosts.length, Map.of())).toList();
        return new CaseResult(hplCase, CheckStatus.PASSED, Instant.EPOCH, Instant.EPOCH, 10, Optional.empty(), false, ranks, "")
                .withPower(List.of(new HostPower(hosts[0], 7, "RAPL: package", 3000, 2900, 4, 3100)));
    }

    @Test
    void shouldLeaveWhatWasMeasuredWithoutThem() {
        CaseResult measured = result("a", "b");
        assertThat(new GivenWatts(List.of(), HOSTS).applied(measured)).isSameAs(measured);
    }

    /** A clock that was measured stays. */
    @Test
    void shouldTakeThePlaceOfWhatWasMeasured() {
        List<HostPower> power = new GivenWatts(List.of(20.0, 30.0, 40.0), HOSTS).applied(result("a", "c")).power();
        assertThat(power).extracting(HostPower::host).containsExactly("a", "c");
        assertThat(power).extracting(HostPower::joules).containsExactly(200.0, 400.0);
        assertThat(power).extracting(HostPower::source).containsOnly("--watts: a user's meter");
        assertThat(power.getFirst().leastMegahertz()).isEqualTo(2900);
        assertThat(power.getFirst().throttled()).isEqualTo(4);
    }

    @Test
    void shouldBeOfAllHostsTogether() {
        List<HostPower> power = new GivenWatts(List.of(90.0), HOSTS).applied(result("a", "b")).power();
        assertThat(power).extracting(HostPower::host).containsExactly("all 3 hosts", "a");
        assertThat(power.getFirst().joules()).isEqualTo(900);
        assertThat(power.getLast().joules()).isNaN();
        assertThat(power.getLast().source()).isEmpty();
        assertThat(new GivenWatts(List.of(90.0), List.of("a")).applied(result("a")).power()).singleElement()
                .returns("a", HostPower::host).returns(900.0, HostPower::joules);
    }

    /** A virtual machine tells neither energy nor clock, but how much memory was free. */
    @Test
    void shouldKeepTheHealthOfHostsThatTellNothingElse() {
        HealthSeries health = new HealthSeries(List.of(5.0), Map.of(HealthQuantity.FREE_MEMORY, List.of(8e9)));
        CaseResult measured = result("a", "b").withPower(List.of(HostPower.unknown("b").withHealth(health)));
        List<HostPower> power = new GivenWatts(List.of(90.0), HOSTS).applied(measured).power();
        assertThat(power).extracting(HostPower::host).containsExactly("all 3 hosts", "b");
        assertThat(power.getLast().health()).isEqualTo(health);
        assertThat(Energy.of(measured.withPower(power)).orElseThrow().gflopsPerWatt()).isPositive();
    }

    @Test
    void shouldBeAsManyAsHosts() {
        assertThatThrownBy(() -> new GivenWatts(List.of(20.0, 30.5), HOSTS)).isInstanceOf(InputException.class)
                .hasMessage("--watts 20.0,30.5: has 2 numbers for 3 host(s): give one for all together, or one for each of a, b, c");
    }
}
