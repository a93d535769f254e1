package hplhetero.run.check.rules;

import static hplhetero.run.check.rules.Hosts.GIB;
import static hplhetero.run.check.rules.Hosts.facts;
import static hplhetero.run.check.rules.Hosts.host;
import static hplhetero.run.check.rules.Hosts.with;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.check.rules.BriefRules.Demand;
import hplhetero.run.facts.HostFacts;
import hplhetero.run.facts.HostFacts.Busy;
import hplhetero.run.facts.HostFacts.ClockGroup;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostFacts.Memory;
import hplhetero.run.facts.HostFacts.Processor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class BriefRulesTest {
    private static final int N = 40_000;

    /** Of hosts of which each needs 6 GiB of 15. */
    private static List<String> lines(HostFacts... hosts) {
        return BriefRules.of(N, Stream.of(hosts).map(facts -> new Demand(host(facts), 6 * GIB)).toList()).stream().map(Problem::line)
                .toList();
    }

    @Test
    void shouldSayNothingOfSoundHosts() {
        assertThat(lines(facts("a"), facts("b"), facts("c"))).isEmpty();
    }

    @Test
    void shouldSeeTheSameMachineTwice() {
        assertThat(lines(facts("a"), with(facts("b"), "b", "boot-a"))).containsExactly("a, b: are the same machine: they share one kernel "
                + "(containers or network namespaces); count the cores and the memory once: "
                + "each of these hosts reports all of them");
    }

    @Test
    void shouldSeeTwoMachinesOfOneName() {
        assertThat(lines(facts("a"), with(facts("b"), "a", "boot-b"))).singleElement().asString()
                .contains("are several machines that all call themselves a");
    }

    /** Each alone has room for its ranks. */
    @Test
    void shouldCountTheMemoryOfOneMachineOnce() {
        HostFacts a = with(facts("a"), new Memory(16 * GIB, 10 * GIB, 0, 0, 10 * GIB, true));
        assertThat(lines(a, with(a, "b", "boot-a"))).contains("a, b: N=40000 needs 12.0 GiB, 10.0 GiB available on this one machine; "
                + "choose N <= 36500, or free memory there");
        assertThat(lines(a, with(a, "b", "boot-b"))).isEmpty();
    }

    @Test
    void shouldAdviseNoNWhereNoneFits() {
        assertThat(lines(facts("a"), with(facts("b"), new Memory(16 * GIB, 20_000, 0, 0, 20_000, true))))
                .containsExactly("b: N=40000 needs 6.0 GiB, 0.0 GiB available; no N fits: add memory or hosts, or free memory there");
    }

    @Test
    void shouldSeeMemoryThatHasGoneSinceTheStart() {
        assertThat(lines(facts("a"), with(facts("b"), new Memory(16 * GIB, 5 * GIB, 0, 0, 5 * GIB, true))))
                .containsExactly("b: N=40000 needs 6.0 GiB, 5.0 GiB available; choose N <= 36500, or free memory there");
    }

    @Test
    void shouldSeeSwapLoadAndTheGovernorOnceAMachine() {
        HostFacts busy = with(with(facts("b"), new Load(2, 1.26, 0, List.of(new Busy(77, "stress", 0.98)))),
                new Memory(16 * GIB, 15 * GIB, 4 * GIB, GIB, 15 * GIB, true));
        assertThat(lines(facts("a"), busy)).containsExactly(
                "b: swap in use: 1.0 GiB of 4.0 GiB; if 'vmstat 1' shows that programs swap now, end them or choose a smaller N",
                "b: other load: 1.3 core(s): stress (pid 77, 1.0); end these programs or wait for their end: "
                        + "every rank waits for the slowest rank");
        assertThat(lines(with(busy, "a", "boot-b"), busy)).filteredOn(line -> line.contains("swap in use") || line.contains("other load"))
                .hasSize(2);
        assertThat(lines(facts("a"), governed("powersave", "acpi-cpufreq"))).singleElement().asString()
                .isEqualTo("b: governor=powersave (acpi-cpufreq) on 8 hardware thread(s): the clock does not rise with the work; "
                        + "cpupower frequency-set -g performance");
    }

    /** What has no room there is refused, and swap in use is what desktops have. */
    @Test
    void shouldSeeLoadAndTheGovernorOnOneHostToo() {
        HostFacts busy = with(with(facts("b"), new Load(2, 1.26, 0, List.of(new Busy(77, "stress", 0.98)))),
                new Memory(16 * GIB, 5 * GIB, 4 * GIB, GIB, 5 * GIB, true));
        assertThat(lines(busy)).containsExactly(
                "b: other load: 1.3 core(s): stress (pid 77, 1.0); end these programs or wait for their end: "
                        + "every rank waits for the slowest rank");
        assertThat(lines(governed("powersave", "acpi-cpufreq"))).singleElement().asString().contains("governor=powersave");
    }

    /** Most systems have it. */
    @Test
    void shouldSayNothingOfAGovernorThatFollowsTheWork() {
        assertThat(lines(facts("a"), governed("powersave", "intel_pstate"))).isEmpty();
    }

    private static HostFacts governed(String governor, String driver) {
        return with(facts("b"), new Processor("EPYC", "amd64", 4, 8, List.of(new ClockGroup(8, governor, driver, 2, 3.5, 3.5)), 90, 0));
    }
}
