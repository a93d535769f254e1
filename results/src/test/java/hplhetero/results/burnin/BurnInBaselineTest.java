package hplhetero.results.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a later burn-in tells against an earlier one. */
class BurnInBaselineTest {
    private static final Duration MONTH = Duration.ofDays(30);

    /** Returns the same hosts a month later, each with a factor; what varies from day to day and from run to run is drawn with the seed. */
    private static BurnIn later(BurnIn before, long seed, IntToDoubleFunction factor) {
        Random random = new Random(seed);
        List<HostRuns> hosts = new ArrayList<>();
        for (int i = 0; i < before.hosts().size(); i++) {
            HostRuns old = before.hosts().get(i);
            double day = factor.applyAsDouble(i) * (1 + 0.004 * random.nextGaussian());
            hosts.add(new HostRuns(old.host(), old.kind(), old.runs().stream().map(run -> new HostRun(run.start().plus(MONTH), run.n(),
                    run.seconds(), run.gflops() * day * (1 + 0.01 * random.nextGaussian()), true, 0, run.health())).toList(), ""));
        }
        return new BurnIn(before.start().plus(MONTH), before.seconds(), hosts, List.of());
    }

    private static List<String> slower(BurnInChanges changes) {
        return changes.hosts().stream().filter(HostChange::isBad).map(HostChange::name).toList();
    }

    @Test
    void shouldNameTheHostThatBecameSlowerAndNoOther() {
        for (long seed = 1; seed <= 100; seed++) {
            BurnIn before = new BurnInEmulator(seed).burnIn(40, 0);
            BurnInChanges changes = new BurnInBaseline(before).against(later(before, seed, host -> host == 7 ? 0.9 : 1));
            assertThat(slower(changes)).as("seed=%d", seed).containsExactly("node08");
            assertThat(changes.kinds()).singleElement().satisfies(kind -> assertThat(kind.isBad()).isFalse());
        }
    }

    @Test
    void shouldTellAKindThatBecameSlowerOfTheKind() {
        BurnIn before = new BurnInEmulator(3).burnIn(12, 0);
        BurnInChanges changes = new BurnInBaseline(before).against(later(before, 3, host -> 0.93));
        assertThat(slower(changes)).isEmpty();
        assertThat(changes.kinds()).singleElement().satisfies(kind -> {
            assertThat(kind.change()).isBetween(-0.08, -0.06);
            assertThat(kind.finding().orElseThrow().words()).startsWith("all 12 hosts together are ").contains(" % slower than before");
        });
        assertThat(changes.isBad()).isTrue();
    }

    @Test
    void shouldNameNoneOfHostsAsBefore() {
        for (long seed = 1; seed <= 100; seed++) {
            BurnIn before = new BurnInEmulator(seed).burnIn(4, 0);
            assertThat(new BurnInBaseline(before).against(later(before, seed, host -> 0.985)).isBad()).as("seed=%d", seed).isFalse();
        }
    }

    @Test
    void shouldCompareOneHostWithItself() {
        BurnIn before = new BurnInEmulator(5).burnIn(1, 0);
        BurnInChanges changes = new BurnInBaseline(before).against(later(before, 5, host -> 0.88));
        assertThat(slower(changes)).containsExactly("node01");
        assertThat(changes.kinds()).isEmpty();
        assertThat(changes.hosts().getFirst().finding().orElseThrow().cause()).isEqualTo(Cause.SLOW);
    }

    @Test
    void shouldTellTheCauseByTheHostsEarlierSelf() {
        BurnIn before = VerdictsTest.burnIn(VerdictsTest.host("a", new HostHealth(70, 2600, 2550, 300, 0, 0, 0, 0, 0), 100, 101, 100));
        BurnIn now = VerdictsTest.burnIn(VerdictsTest.host("a", new HostHealth(93, 2200, 2000, 260, 40, 0, 0, 0, 0), 86, 85, 86));
        assertThat(new BurnInBaseline(before).against(now).hosts().getFirst().finding().orElseThrow().cause()).isEqualTo(Cause.HEAT);
    }

    @Test
    void shouldSayWhatCannotBeCompared() {
        HostRuns host = VerdictsTest.host("a", HostHealth.UNKNOWN, 100, 100);
        HostRun large = new HostRun(host.runs().getFirst().start(), 40_000, 800, 60, true, 0, HostHealth.UNKNOWN);
        BurnIn before = VerdictsTest.burnIn(host, VerdictsTest.host("gone", HostHealth.UNKNOWN, 1),
                new HostRuns("b", "old", host.runs(), ""), VerdictsTest.host("c", HostHealth.UNKNOWN, 100));
        BurnIn now = VerdictsTest.burnIn(new HostRuns("a", "a kind", List.of(large), ""), new HostRuns("b", "new", host.runs(), ""),
                new HostRuns("c", "a kind", List.of(), "died"), VerdictsTest.host("d", HostHealth.UNKNOWN, 1));
        BurnInChanges changes = new BurnInBaseline(before).against(now);
        assertThat(changes.isBad()).isFalse();
        assertThat(IntStream.range(0, 5).mapToObj(i -> changes.hosts().get(i).name() + " " + changes.hosts().get(i).note()))
                .containsExactly("a N=40000, was 20000: run with the same N to compare", "b was changed: \"old\" before",
                        "c no run ended", "d is not in the earlier burn-in", "gone is not in this burn-in");
    }
}
