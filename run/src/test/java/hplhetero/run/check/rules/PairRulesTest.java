package hplhetero.run.check.rules;

import static hplhetero.run.check.rules.Hosts.eth;
import static hplhetero.run.check.rules.Hosts.facts;
import static hplhetero.run.check.rules.Hosts.found;
import static hplhetero.run.check.rules.Hosts.host;
import static hplhetero.run.check.rules.Hosts.pairs;
import static hplhetero.run.check.rules.Hosts.with;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.check.agent.ConnectAttempt;
import hplhetero.run.check.agent.ConnectAttempt.Outcome;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import hplhetero.run.facts.HostFacts;
import hplhetero.run.facts.HostFacts.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class PairRulesTest {

    private static ConnectAttempt named(String address, Outcome outcome) {
        return new ConnectAttempt(true, address, 4000, "eth0", outcome, "detail", 2500);
    }

    private static ConnectAttempt direct(String address, Outcome outcome) {
        return new ConnectAttempt(false, address, 4000, "eth1", outcome, "detail", 2500);
    }

    private static Reachability reach(String from, String to, ConnectAttempt... attempts) {
        return new Reachability(from, to, List.of(attempts));
    }

    private static PairTiming timing(String from, String to, double rate) {
        return new PairTiming(from, to, "10.0.0.2 through eth0", 1e-5, rate, "");
    }

    @Test
    void shouldFindNothingWhereNamesAndAddressesWork() {
        assertThat(found(pairs(List.of(reach("a", "b", named("10.0.0.2", Outcome.REACHED), direct("192.168.1.2", Outcome.REACHED))))))
                .isEmpty();
    }

    @Test
    void shouldNameEveryWayThatWasTriedInVain() {
        List<Problem> found = Problems.of(pairs(List.of(reach("a", "b", named("127.0.1.1", Outcome.REFUSED),
                direct("10.0.0.2", Outcome.TIMED_OUT)))));
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().where()).isEqualTo("a -> b");
        assertThat(found.getFirst().what())
                .isEqualTo("cannot connect: on a the name b leads to 127.0.1.1 port 4000 through eth0: connection refused; "
                + "10.0.0.2 port 4000 through eth1: no answer within 2.5 s");
        assertThat(found.getFirst().remedy()).contains("/etc/hosts of a", "firewall on b");
    }

    @Test
    void shouldSayOnceWhatManyHostsFind() {
        assertThat(found(pairs(List.of(reach("a", "c", named("10.0.0.3", Outcome.NO_ROUTE)),
                reach("b", "c", named("10.0.0.3", Outcome.NO_ROUTE))))))
                .isEqualTo("TROUBLE a, b -> c: cannot connect: on a the name c leads to 10.0.0.3 port 4000 through eth0: no route\n");
    }

    @Test
    void shouldTellAWrongNameFromAnUnknownOne() {
        assertThat(found(pairs(List.of(reach("a", "b", named("127.0.1.1", Outcome.REFUSED), direct("10.0.0.2", Outcome.REACHED))))))
                .isEqualTo("TROUBLE a -> b: on a the name b leads to 127.0.1.1 port 4000 through eth0: connection refused; "
                        + "10.0.0.2 works\n");
        assertThat(found(pairs(List.of(reach("a", "b", named("", Outcome.UNKNOWN_NAME), direct("10.0.0.2", Outcome.REACHED))))))
                .isEqualTo("NOTE a -> b: the name b is not known on a, but 10.0.0.2 works\n");
    }

    @Test
    void shouldLookAtTheFirstOfSeveralAddressesOfAName() {
        assertThat(found(pairs(List.of(reach("a", "b", named("127.0.1.1", Outcome.REFUSED), named("10.0.0.2", Outcome.REACHED))))))
                .startsWith("TROUBLE a -> b: on a the name b leads to 127.0.1.1");
        assertThat(found(pairs(List.of(reach("a", "b", named("fd00::2", Outcome.NO_ROUTE), named("10.0.0.2", Outcome.REACHED))))))
                .startsWith("NOTE a -> b: on a the name b leads to fd00::2");
        assertThat(found(pairs(List.of(reach("a", "b", named("10.0.0.2", Outcome.REACHED), named("fd00::2", Outcome.NO_ROUTE))))))
                .isEmpty();
    }

    @Test
    void shouldSeeASecondInterfaceThatLeadsNowhere() {
        HostFacts a = with(facts("a"), new Network(List.of(eth("eth0", "10.0.0.1"), eth("eth1", "192.168.1.1")), List.of("10.0.0.1")));
        HostFacts b = with(facts("b"), new Network(List.of(eth("eth0", "10.0.0.2"), eth("eth1", "192.168.1.2")), List.of("10.0.0.2")));
        List<Reachability> reaches = List.of(reach("a", "b", named("10.0.0.2", Outcome.REACHED), direct("192.168.1.2", Outcome.TIMED_OUT)));
        assertThat(found(Hosts.evidence(host(a), host(b)).withPairs(reaches, List.of())))
                .isEqualTo("TROUBLE a -> b: on a, b is reached by 10.0.0.2 (eth0) but not by 192.168.1.2 port 4000 through eth1: "
                        + "no answer within 2.5 s\n");
        assertThat(found(pairs(reaches))).as("a network that the trying host is not in").startsWith("NOTE a -> b: on a, b is reached by");
    }

    @Test
    void shouldSeePairsThatConnectAndThenStick() {
        assertThat(found(pairs(List.of(), new PairTiming("a", "b", "10.0.0.2 through eth0", 0, 0, "Read timed out"))))
                .isEqualTo("TROUBLE a -> b: connected by 10.0.0.2 through eth0, but messages do not pass: Read timed out\n");
    }

    private static Evidence again(List<PairTiming> timings, PairTiming... repeats) {
        return Hosts.evidence(host(facts("a")), host(facts("b")), host(facts("c"))).withPairs(List.of(), timings)
                .withRepeats(List.of(repeats));
    }

    @Test
    void shouldTellASlowLinkFromASlowMoment() {
        List<PairTiming> timings = List.of(timing("a", "b", 1.1e8), timing("a", "c", 1e8), timing("b", "c", 1e7));
        assertThat(found(again(timings, timing("b", "c", 2e7), timing("b", "c", 1e7))))
                .isEqualTo("NOTE hosts: slower than half of the usual 100 MB/s: b -> c 10 MB/s\n");
        assertThat(found(again(timings, timing("b", "c", 2e7), timing("b", "c", 9.5e7))))
                .isEqualTo("NOTE hosts: for a moment slower than half of the usual 100 MB/s, but not when measured again: b -> c 10 MB/s, "
                        + "then 95 MB/s\n");
    }

    /** A limit of a tenth below the usual makes each pair below it a trouble of its own. */
    @Test
    void shouldTakeSlowLinksForTroubleWhereTheUserSaysHowSlow() {
        List<PairTiming> timings = List.of(timing("a", "b", 1.1e8), timing("a", "c", 1e8), timing("b", "c", 8e7), timing("a", "d", 7e7),
                timing("b", "d", 1e8));
        Acceptance strict = new Acceptance(0.85, OptionalDouble.of(0.9));
        List<PairTiming> repeats = new SlowPairs(timings, strict).again(pairs -> pairs.stream().map(pair -> pair.from().equals("a")
                ? timing("a", "d", 9.5e7) : pair).toList(), millis -> { });
        assertThat(found(again(timings, repeats.toArray(PairTiming[]::new)).with(strict))).isEqualTo("""
                TROUBLE b -> c: slower than 90 % of the usual 100 MB/s: 80 MB/s by 10.0.0.2 through eth0
                NOTE hosts: for a moment slower than 90 % of the usual 100 MB/s, but not when measured again: a -> d 70 MB/s, then 95 MB/s
                """);
        assertThat(found(again(timings))).isEmpty();
    }

    @Test
    void shouldTakeHostsForTroubleByTheUsersLimit() {
        HostFacts slow = Hosts.with(facts("b"), new HostFacts.Kernels("vector", "pure Java", 93));
        Evidence evidence = Hosts.evidence(host(facts("a")), host(slow), host(facts("c")));
        assertThat(found(evidence)).isEmpty();
        assertThat(found(evidence.with(new Acceptance(0.95, OptionalDouble.empty())))).startsWith("TROUBLE b: kernels=vector reach 93.0 ");
    }

    private static PairTiming late(String from, String to, double micros) {
        return new PairTiming(from, to, "10.0.0.2 through eth0", 1e-6 * micros, 1e8, "");
    }

    @Test
    void shouldTellALongWayFromALongMoment() {
        List<PairTiming> timings = List.of(late("a", "b", 50), late("a", "c", 60), late("b", "c", 900));
        assertThat(found(again(timings, late("b", "c", 700))))
                .isEqualTo("NOTE hosts: latency of more than three times the usual 60.0 us: b -> c 900.0 us\n");
        assertThat(found(again(timings, late("b", "c", 70)))).isEqualTo(
                "NOTE hosts: for a moment latency of more than three times the usual 60.0 us, but not when measured again: "
                        + "b -> c 900.0 us, then 70.0 us\n");
        assertThat(found(again(List.of(late("a", "b", 1), late("a", "c", 1), late("b", "c", 90))))).as("the noise of a fast link")
                .isEmpty();
    }

    @Test
    void shouldAskSlowPairsAgainUntilTheyAreAsMostButTwiceAtMost() {
        List<PairTiming> timings = List.of(timing("a", "b", 1.1e8), timing("a", "c", 1e8), timing("b", "c", 1e7), timing("a", "d", 2e7),
                timing("b", "d", 1e8));
        List<String> measured = new ArrayList<>();
        List<Long> pauses = new ArrayList<>();
        List<PairTiming> repeats = new SlowPairs(timings).again(pairs -> pairs.stream().map(pair -> {
            measured.add(pair.from() + pair.to());
            return timing(pair.from(), pair.to(), pair.from().equals("a") ? 1e8 : 1e7);
        }).toList(), pauses::add);
        assertThat(measured).containsExactly("bc", "ad", "bc");
        assertThat(pauses).hasSize(2).allMatch(millis -> millis > 0);
        assertThat(found(again(timings, repeats.toArray(PairTiming[]::new)))).isEqualTo("""
                NOTE hosts: slower than half of the usual 100 MB/s: b -> c 10 MB/s
                NOTE hosts: for a moment slower than half of the usual 100 MB/s, but not when measured again: a -> d 20 MB/s, then 100 MB/s
                """);
    }

    @Test
    void shouldAskNobodyAgainWhereAllAreAlike() {
        List<PairTiming> timings = List.of(timing("a", "b", 1.1e8), timing("a", "c", 1e8), timing("b", "c", 9e7));
        assertThat(new SlowPairs(timings).again(pairs -> {
            throw new AssertionError(pairs);
        }, millis -> {
            throw new AssertionError(millis);
        })).isEmpty();
        assertThat(new SlowPairs(List.of()).again(pairs -> pairs, millis -> { })).isEmpty();
    }

    @Test
    void shouldNotePairsThatAreMuchSlowerThanMost() {
        assertThat(found(pairs(List.of(), timing("a", "b", 1.1e8), timing("a", "c", 1e8), timing("b", "c", 1e7))))
                .isEqualTo("NOTE hosts: slower than half of the usual 100 MB/s: b -> c 10 MB/s\n");
        assertThat(found(pairs(List.of(), timing("a", "b", 1.1e8), timing("a", "c", 1e8), timing("b", "c", 6e7)))).isEmpty();
    }
}
