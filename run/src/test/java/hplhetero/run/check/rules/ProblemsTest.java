package hplhetero.run.check.rules;

import static hplhetero.run.check.rules.Hosts.eth;
import static hplhetero.run.check.rules.Hosts.evidence;
import static hplhetero.run.check.rules.Hosts.facts;
import static hplhetero.run.check.rules.Hosts.found;
import static hplhetero.run.check.rules.Hosts.host;
import static hplhetero.run.check.rules.Hosts.with;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.check.agent.LostHost;
import hplhetero.run.facts.HostFacts;
import hplhetero.run.facts.HostFacts.Busy;
import hplhetero.run.facts.HostFacts.ClockGroup;
import hplhetero.run.facts.HostFacts.Interface;
import hplhetero.run.facts.HostFacts.Kernels;
import hplhetero.run.facts.HostFacts.Limits;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostFacts.Memory;
import hplhetero.run.facts.HostFacts.Network;
import hplhetero.run.facts.HostFacts.Processor;
import hplhetero.run.facts.HostFacts.Program;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each rule, both ways; sound hosts are the other way of all of them. */
final class ProblemsTest {

    private static Evidence twoOf(HostFacts second) {
        return evidence(host(facts("a")), host(second));
    }

    private static HostFacts b() {
        return facts("b");
    }

    @Test
    void shouldFindNothingWhereAllIsWell() {
        Evidence sound = evidence(20_000, host(facts("a")), host(facts("b")), host(facts("c")));
        assertThat(Problems.of(sound)).isEmpty();
    }

    @Test
    void shouldCountTroublesOnly() {
        assertThat(Problems.any(List.of(Problem.note("a", "", "")))).isFalse();
        assertThat(Problems.any(List.of(Problem.note("a", "", ""), Problem.trouble("a", "", "")))).isTrue();
    }

    @Test
    void shouldNameHostsThatDoNotAnswer() {
        Evidence evidence = new Evidence(List.of(host(facts("a"))), Map.of("b", new LostHost("Connection refused", "")), List.of(),
                List.of(), 0);
        assertThat(found(evidence)).isEqualTo("TROUBLE b: cannot be looked at: Connection refused\n");
        assertThat(Problems.of(evidence).getFirst().remedy()).contains("ssh b true");
    }

    @Test
    void shouldKnowTheRemedyForAHostThatWasReached() {
        Evidence evidence = new Evidence(List.of(host(facts("a"))), Map.of("b", new LostHost("no JDK", "install one")), List.of(),
                List.of(), 0);
        assertThat(Problems.of(evidence).getFirst().remedy()).isEqualTo("install one");
    }

    @Test
    void shouldRefuseUnlikeBuildsAndByteOrders() {
        assertThat(found(twoOf(with(b(), new Program("1.0", "xyz", 25, "OpenJDK 25", "BIG_ENDIAN"))))).isEqualTo("""
                TROUBLE hosts: unlike builds of hpl-hetero: 1.0 (abc) on a; 1.0 (xyz) on b
                TROUBLE hosts: unlike byte orders: LITTLE_ENDIAN on a; BIG_ENDIAN on b
                """);
    }

    @Test
    void shouldRefuseAnOldJavaAndNoteUnlikeOnes() {
        assertThat(found(twoOf(with(b(), new Program("1.0", "abc", 26, "OpenJDK 26", "LITTLE_ENDIAN")))))
                .isEqualTo("NOTE hosts: unlike Java versions: 25 on a; 26 on b\n");
        assertThat(found(twoOf(with(b(), new Program("1.0", "abc", 21, "OpenJDK 21", "LITTLE_ENDIAN")))))
                .contains("TROUBLE b: Java 21 is too old\n");
    }

    @Test
    void shouldSeeThatTwoHostsAreOneMachine() {
        Evidence same = evidence(host("a", facts("a")), host("localhost", facts("a")));
        assertThat(Problems.of(same)).anySatisfy(t -> {
            assertThat(t.what()).isEqualTo("are one machine, named a");
            assertThat(t.where()).isEqualTo("a, localhost");
            assertThat(t.remedy()).contains("a:4");
        });
        assertThat(found(twoOf(with(b(), "b", "boot-a")))).isEqualTo(
                "NOTE a, b: are the same machine: they share one kernel (containers or network namespaces)\n");
        assertThat(found(twoOf(with(b(), "b", "")))).isEmpty();
    }

    @Test
    void shouldSeeOneNameOnTwoMachines() {
        assertThat(found(evidence(host("n1", with(facts("a"), "node", "boot-a")), host("n2", with(b(), "node", "boot-b")))))
                .contains("TROUBLE n1, n2: are several machines that all call themselves node\n");
    }

    @Test
    void shouldSeeOtherLoadWithItsProcesses() {
        Load load = new Load(2, 1.26, 0, List.of(new Busy(77, "stress", 0.98)));
        assertThat(found(twoOf(with(b(), load)))).isEqualTo("TROUBLE b: other load: 1.3 core(s): stress (pid 77, 1.0)\n");
        assertThat(found(evidence(host(with(facts("a"), load)), host(with(with(b(), load), "b", "boot-a")))))
                .contains("TROUBLE a, b: other load: 1.3 core(s)").containsOnlyOnce("other load");
        assertThat(found(twoOf(with(b(), new Load(2, 0.49, 0, List.of()))))).isEmpty();
        assertThat(found(twoOf(with(b(), new Load(2, 0, 0.7, List.of()))))).contains("gives 0.7 core(s) of this virtual machine to others");
    }

    @Test
    void shouldSeeMoreRanksThanCores() {
        assertThat(found(evidence(new CheckedHost("a", 5, 0, facts("a")))))
                .isEqualTo("TROUBLE a: ranks=5 on cores=4: ranks take turns on the cores\n");
        assertThat(found(evidence(new CheckedHost("a", 4, 0, facts("a"))))).isEmpty();
    }

    @Test
    void shouldWantMemoryThatInfiniBandCanLock() {
        assertThat(found(twoOf(with(b(), new Limits(8 << 20, 1024, List.of("mlx5_0"))))))
                .isEqualTo("TROUBLE b: locked memory is limited to 8 MiB, but mlx5_0 must lock the memory that it sends from\n");
        assertThat(found(twoOf(with(b(), new Limits(Long.MAX_VALUE, 1024, List.of("mlx5_0")))))).isEmpty();
    }

    @Test
    void shouldWantAFileForEachConnection() {
        assertThat(found(evidence(new CheckedHost("a", 4, 0, with(facts("a"), new Limits(0, 128, List.of()))))))
                .isEqualTo("TROUBLE a: open files are limited to 128, too few for ranks=4\n");
    }

    @Test
    void shouldSeeClocksThatAreApart() {
        assertThat(found(evidence(host(facts("a")), new CheckedHost("b", 2, 0.9, b())))).isEmpty();
        assertThat(found(evidence(host(facts("a")), new CheckedHost("b", 2, -0.4, b()), new CheckedHost("c", 2, 1.5, facts("c")))))
                .isEqualTo("TROUBLE hosts: clocks are 1.9 s apart: c +1.5 s\n");
    }

    @Test
    void shouldTellGovernorsThatHoldTheClockDownFromThoseThatFollowTheWork() {
        assertThat(found(twoOf(clocked("powersave", "acpi-cpufreq", 3.5))))
                .isEqualTo("TROUBLE b: governor=powersave (acpi-cpufreq) on 8 hardware thread(s): the clock does not rise with the work\n");
        assertThat(found(twoOf(clocked("powersave", "intel_pstate", 3.5)))).startsWith("NOTE b: governor=powersave");
        assertThat(found(twoOf(clocked("schedutil", "cppc_cpufreq", 3.5)))).startsWith("NOTE b: governor=schedutil");
        assertThat(found(twoOf(clocked("performance", "acpi-cpufreq", 2.0))))
                .isEqualTo("TROUBLE b: the clock of 8 hardware thread(s) is limited to 2.00 of 3.50 GHz\n");
        assertThat(found(twoOf(with(b(), new Processor("EPYC", "amd64", 4, 8, List.of(), -1, 0))))).isEmpty();
    }

    private static HostFacts clocked(String governor, String driver, double limit) {
        return with(b(), new Processor("EPYC", "amd64", 4, 8, List.of(new ClockGroup(8, governor, driver, 2, limit, 3.5)), 0, 0));
    }

    @Test
    void shouldTellHeatOfNowFromHeatOfThePast() {
        assertThat(found(twoOf(with(b(), new Processor("EPYC", "amd64", 4, 8, List.of(), 90, 2)))))
                .startsWith("TROUBLE b: cores are too hot: slowed 2");
        assertThat(found(twoOf(with(b(), new Processor("EPYC", "amd64", 4, 8, List.of(), 90, 0)))))
                .startsWith("NOTE b: cores were slowed because of heat 90");
    }

    @Test
    void shouldNameTheSlowOneOfEqualProcessors() {
        assertThat(found(twoOf(with(b(), new Kernels("vector", "", 84)))))
                .isEqualTo("TROUBLE b: kernels=vector reach 84.0 GFLOPS on one core, 100.0 on other hosts with EPYC\n");
        assertThat(found(twoOf(with(b(), new Kernels("vector", "", 86))))).isEmpty();
        assertThat(found(twoOf(with(b(), Kernels.NOT_MEASURED)))).isEmpty();
        HostFacts unlike = with(with(b(), new Kernels("vector", "", 20)), new Processor("Cortex-A72", "aarch64", 4, 4, List.of(), 0, 0));
        assertThat(found(twoOf(unlike))).isEmpty();
        assertThat(found(twoOf(with(b(), new Kernels("native", "", 99))))).startsWith("NOTE hosts: equal processors take unlike kernels");
    }

    @Test
    void shouldNoteSwapInUse() {
        assertThat(found(twoOf(with(b(), new Memory(16 * Hosts.GIB, 15 * Hosts.GIB, 4 * Hosts.GIB, Hosts.GIB, 15 * Hosts.GIB, true)))))
                .isEqualTo("NOTE b: swap in use: 1.0 GiB of 4.0 GiB\n");
    }

    @Test
    void shouldNoteThatHugePagesAreOff() {
        assertThat(found(twoOf(with(b(), new Memory(16 * Hosts.GIB, 15 * Hosts.GIB, 0, 0, 15 * Hosts.GIB, false)))))
                .isEqualTo("NOTE b: huge pages are switched off: transparent_hugepage/enabled=never\n");
    }

    @Test
    void shouldSayWhereTheMatrixDoesNotFitAndWhatDoes() {
        Evidence evidence = evidence(50_000, host(facts("a")),
                host(with(b(), new Memory(16 * Hosts.GIB, 4 * Hosts.GIB, 0, 0, 4 * Hosts.GIB, true))));
        Problem only = Problems.of(evidence).getFirst();
        assertThat(Problems.of(evidence)).hasSize(1);
        assertThat(only.where() + ": " + only.what()).isEqualTo("b: N=50000 needs about 10.2 GiB, 4.0 GiB available");
        assertThat(only.remedy()).contains("N <= 31200");
        assertThat(Problems.of(evidence(31_200, evidence.hosts().toArray(CheckedHost[]::new)))).isEmpty();
    }

    @Test
    void shouldAdviseNoNWhereNoneFits() {
        Evidence evidence = evidence(50_000, host(facts("a")), host(with(b(), new Memory(16 * Hosts.GIB, 40_000, 0, 0, 40_000, true))));
        assertThat(Problems.of(evidence)).singleElement().satisfies(only -> assertThat(only.remedy())
                .isEqualTo("no N fits: add memory or hosts, free memory there, or give it fewer ranks"));
    }

    @Test
    void shouldSeeAHostWhoseOwnNameLeadsToTheLoopback() {
        HostFacts classic = with(b(), new Network(List.of(eth("eth0", "10.0.0.2")), List.of("127.0.1.1")));
        assertThat(found(twoOf(classic))).startsWith("TROUBLE b: its own name b leads to 127.0.1.1 there");
        assertThat(Problems.of(twoOf(classic)).getFirst().remedy()).contains("remove b from the line of 127.0.1.1", "10.0.0.2 b");
        assertThat(found(evidence(host(classic)))).as("one host alone").isEmpty();
        assertThat(found(twoOf(with(b(), new Network(List.of(eth("eth0", "10.0.0.2")), List.of())))))
                .startsWith("NOTE b: its own name b is not known");
    }

    @Test
    void shouldNoteANetworkThatOnlySomeHostsHave() {
        HostFacts second = with(b(), new Network(List.of(eth("eth0", "10.0.0.2"), eth("eth1", "192.168.1.2")), List.of("10.0.0.2")));
        assertThat(found(twoOf(second))).isEqualTo("NOTE b: alone in network 192.168.1.0/24 (eth1), without a\n");
        HostFacts both = with(facts("a"), new Network(List.of(eth("eth0", "10.0.0.1"), eth("eth1", "192.168.1.1")), List.of("10.0.0.1")));
        assertThat(found(evidence(host(both), host(second)))).isEmpty();
    }

    @Test
    void shouldNoteAnAddressThatSeveralHave() {
        HostFacts a = with(facts("a"), new Network(List.of(eth("eth0", "10.0.0.1"), eth("docker0", "172.17.0.1")), List.of("10.0.0.1")));
        HostFacts second = with(b(), new Network(List.of(eth("eth0", "10.0.0.2"), eth("docker0", "172.17.0.1")), List.of("10.0.0.2")));
        assertThat(found(evidence(host(a), host(second)))).isEqualTo("NOTE a, b: all have address 172.17.0.1 (docker0)\n");
    }

    @Test
    void shouldSeeUnlikePacketSizesInOneNetwork() {
        Interface jumbo = new Interface("eth0", 9000, eth("eth0", "10.0.0.2").addresses());
        assertThat(found(twoOf(with(b(), new Network(List.of(jumbo), List.of("10.0.0.2"))))))
                .isEqualTo("TROUBLE hosts: unlike MTUs (largest packets) in network 10.0.0.0/24: MTU 1500 on a; 9000 on b\n");
    }
}
