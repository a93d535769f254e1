package hplhetero.results.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.burnin.BurnInEmulator.Fault;
import hplhetero.testing.DailySlice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts are named bad, with which cause. */
class VerdictsTest {
    private static final Instant START = Instant.parse("2026-11-29T12:00:00Z");
    private static final HostHealth HEALTHY = new HostHealth(70, 2600, 2550, 300, 0, 0, 0, 0, 0);
    private static final Map<Fault, Cause> CAUSES = Map.of(Fault.HEAT, Cause.HEAT, Fault.POWER, Cause.POWER, Fault.MEMORY, Cause.ECC,
            Fault.SWAP, Cause.SWAP, Fault.OTHERS, Cause.OTHER_PROCESSES, Fault.LINK, Cause.LINK, Fault.VALUES, Cause.WRONG_VALUES,
            Fault.DEATH, Cause.DIED);

    /** A host whose runs of 100 s have these rates. */
    static HostRuns host(String name, HostHealth health, double... gflops) {
        return new HostRuns(name, "a kind", IntStream.range(0, gflops.length).mapToObj(i -> run(i, gflops[i], health)).toList(), "");
    }

    private static HostRun run(int place, double gflops, HostHealth health) {
        return new HostRun(START.plusSeconds(100L * place), 20_000, 100, gflops, true, 0, health);
    }

    private static double[] steady(double gflops) {
        double[] rates = new double[8];
        Arrays.setAll(rates, i -> gflops * (1 + 0.002 * (i % 3 - 1)));
        return rates;
    }

    private static HostRuns steady(String name, double gflops) {
        return host(name, HEALTHY, steady(gflops));
    }

    static BurnIn burnIn(HostRuns... hosts) {
        return new BurnIn(START, 800, List.of(hosts), List.of());
    }

    private static Map<String, Cause> named(BurnIn burnIn) {
        Map<String, Cause> causes = new TreeMap<>();
        Verdicts.of(burnIn).bad().forEach(host -> causes.put(host.host().host(), host.findings().getFirst().cause()));
        return causes;
    }

    private static GroupRun pair(String one, String other, double bytes) {
        return new GroupRun(List.of(one, other), bytes, 2, "");
    }

    private static BurnIn linked(int hosts, GroupRun... groups) {
        return new BurnIn(START, 800, IntStream.range(0, hosts).mapToObj(i -> steady(String.valueOf((char) ('a' + i)), 100)).toList(),
                List.of(groups));
    }

    private static List<Long> firstSeeds() {
        return DailySlice.TODAY.of(List.of(1L, 900_000L, 910_000L), 3);
    }

    /** Counts over 200 sets of forty hosts, each with 0 to 4 bad ones; of these, thresholds were chosen with the sets from 1 on. */
    @ParameterizedTest
    @MethodSource("firstSeeds")
    void shouldNameBadHostsAmongForty(long firstSeed) {
        int bad = 0;
        int healthy = 0;
        List<String> missed = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + 200; seed++) {
            BurnInEmulator emulator = new BurnInEmulator(seed);
            Verdicts verdicts = Verdicts.of(emulator.burnIn(40, (int) (seed % 5)));
            for (HostVerdict host : verdicts.hosts()) {
                Fault fault = emulator.faults().get(host.host().host());
                String place = "seed=" + seed + " " + host.host().host() + " " + fault + " " + host.findings();
                if (fault == null) {
                    healthy++;
                    if (host.isBad()) {
                        wrong.add(place);
                    }
                } else {
                    bad++;
                    if (!host.isBad() || host.findings().getFirst().cause() != CAUSES.get(fault)) {
                        missed.add(place);
                    }
                }
            }
            verdicts.links().forEach(link -> wrong.add("seed of a link " + link));
        }
        assertThat(bad).isEqualTo(400);
        assertThat(missed).as("bad hosts not named, or with another cause").hasSizeLessThanOrEqualTo(bad / 100);
        assertThat(wrong).as("healthy hosts named").hasSizeLessThanOrEqualTo(healthy / 200);
    }

    /** A system that tells nothing of its health leaves the rates, by which slow hosts are still named, without a cause. */
    @Test
    void shouldNameSlowHostsWhoseSystemsTellNothing() {
        int slow = 0;
        int named = 0;
        int wrong = 0;
        for (long seed = 940_000; seed < 940_100; seed++) {
            BurnInEmulator emulator = new BurnInEmulator(seed);
            BurnIn seen = emulator.burnIn(40, (int) (seed % 5));
            BurnIn blind = new BurnIn(seen.start(), seen.seconds(), seen.hosts().stream().map(VerdictsTest::blind).toList(), seen.groups());
            for (HostVerdict host : Verdicts.of(blind).hosts()) {
                Fault fault = emulator.faults().get(host.host().host());
                boolean losesRate = fault == Fault.HEAT || fault == Fault.POWER || fault == Fault.SWAP || fault == Fault.OTHERS;
                slow += losesRate ? 1 : 0;
                named += losesRate && host.isBad() && host.findings().getFirst().cause() == Cause.SLOW ? 1 : 0;
                wrong += fault == null && host.isBad() ? 1 : 0;
            }
        }
        assertThat(named).as("of %d", slow).isGreaterThanOrEqualTo((int) (0.95 * slow));
        assertThat(wrong).isLessThanOrEqualTo(19);
    }

    private static HostRuns blind(HostRuns host) {
        return new HostRuns(host.host(), host.kind(), host.runs().stream().map(run -> new HostRun(run.start(), run.n(), run.seconds(),
                run.gflops(), run.passed(), run.faults(), HostHealth.UNKNOWN)).toList(), host.end());
    }

    /** One in 500 of the healthy sets of 2, 4 and 6 hosts may have a host named, so that 20 sets have none with 96 % and more. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 6})
    void shouldNameNoneOfAFewHealthyHosts(int hosts) {
        List<Long> wrong = LongStream.range(920_000, 921_000)
                .filter(seed -> Verdicts.of(new BurnInEmulator(seed).burnIn(hosts, 0)).isBad()).boxed().toList();
        assertThat(wrong).as("seeds").hasSizeLessThanOrEqualTo(2);
    }

    /** Short runs on shared cores: runs of a host differ by a standard deviation of 5 %. One in 200 of the sets may have a host named. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void shouldNameNoneOfFourHealthyHostsWhoseRunsDifferMuch(int runs) {
        List<Long> wrong = LongStream.range(950_000, 952_000)
                .filter(seed -> Verdicts.of(new BurnInEmulator(seed, 0, runs, 0.05).burnIn(4, 0)).isBad()).boxed().toList();
        assertThat(wrong).as("seeds").hasSizeLessThanOrEqualTo(10);
    }

    /** Six runs of 6 s may all be hit by the same disturbance, six of 100 s are not. */
    @ParameterizedTest
    @CsvSource({"6, 0.93, false", "6, 0.85, true", "100, 0.93, true"})
    void shouldAskForALargerLossAfterShortRuns(int seconds, double share, boolean isNamed) {
        HostRuns[] hosts = Stream.of("a", "b", "c", "d").map(name -> new HostRuns(name, "a kind", IntStream.range(0, 6)
                .mapToObj(i -> new HostRun(START.plusSeconds((long) seconds * i), 20_000, seconds, (name.equals("d") ? share : 1)
                        * (100 + 0.3 * ((i + name.charAt(0)) % 3)), true, 0, HEALTHY)).toList(), "")).toArray(HostRuns[]::new);
        assertThat(named(burnIn(hosts))).isEqualTo(isNamed ? Map.of("d", Cause.SLOW) : Map.of());
    }

    /** One of 20 sets of four hosts with a slow one may be judged wrong, since four hosts say little about what is usual for a kind. */
    @ParameterizedTest
    @EnumSource
    void shouldNameABadHostAmongFour(Fault fault) {
        List<String> wrong = new ArrayList<>();
        for (long seed = 1; seed <= 20; seed++) {
            BurnInEmulator emulator = new BurnInEmulator(seed, 0.2);
            Map<String, Cause> named = named(emulator.burnIn(4, List.of(fault)));
            if (!named.equals(Map.of(emulator.faults().keySet().iterator().next(), CAUSES.get(fault)))) {
                wrong.add("seed=" + seed + " " + named);
            }
        }
        assertThat(wrong).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void shouldNotTellVeryEqualHostsApart() {
        assertThat(named(burnIn(steady("a", 100), steady("b", 100.01), steady("c", 100.02), steady("d", 99.5), steady("e", 97.5))))
                .isEmpty();
    }

    @Test
    void shouldNameTheSlowOneOfThree() {
        BurnIn burnIn = burnIn(steady("a", 100), steady("b", 101), steady("c", 80));
        assertThat(named(burnIn)).isEqualTo(Map.of("c", Cause.SLOW));
        assertThat(Verdicts.of(burnIn).hosts().getLast().findings().getFirst().words())
                .startsWith("20.0 % slower than its kind (80 of 100 GFLOPS)").endsWith("clock, memory and other processes are as usual");
        assertThat(Verdicts.of(burnIn).notes()).isEmpty();
    }

    @Test
    void shouldNotCompareTwoHostsAndSaySo() {
        BurnIn burnIn = burnIn(steady("a", 100), steady("b", 60));
        assertThat(named(burnIn)).isEmpty();
        assertThat(Verdicts.of(burnIn).notes()).containsExactly(
                "a, b: fewer than 3 hosts of this kind, so rates were not compared; only what is wrong by itself was judged");
    }

    @Test
    void shouldJudgeOneHostByItself() {
        assertThat(named(burnIn(steady("a", 100)))).isEmpty();
        assertThat(named(burnIn(host("a", new HostHealth(96, 2100, 1900, 200, 60, 0, 0, 0, 0), steady(100)))))
                .isEqualTo(Map.of("a", Cause.HEAT));
        assertThat(named(burnIn(host("a", new HostHealth(70, 2600, 2500, 300, 0, 3, 0, 0, 0), steady(100)))))
                .isEqualTo(Map.of("a", Cause.OTHER_PROCESSES));
        assertThat(named(burnIn(host("a", new HostHealth(70, 2600, 2500, 300, 0, 0, 0, 2, 0), steady(100)))))
                .isEqualTo(Map.of("a", Cause.ECC));
        assertThat(named(burnIn(host("a", HEALTHY, 100, 100, 99, 97, 94, 92, 90, 88, 86, 85)))).isEqualTo(Map.of("a", Cause.SLOW));
        HostRun failed = new HostRun(START, 1000, 1, 10, false, 0, HostHealth.UNKNOWN);
        assertThat(named(burnIn(new HostRuns("a", "", List.of(failed), "")))).isEqualTo(Map.of("a", Cause.RESIDUAL_FAILED));
    }

    /** Programs that wake now and then are found on healthy hosts too; those of more than a tenth of the runs are not. */
    @Test
    void shouldNotNameAHostForOneShortDisturbance() {
        BurnIn seldom = burnIn(disturbed("a", 2), steady("b", 100, 35), steady("c", 100, 35), steady("d", 100, 35));
        assertThat(named(seldom)).isEmpty();
        assertThat(Verdicts.of(seldom).hosts().getFirst().findings()).singleElement().satisfies(found -> assertThat(found.words())
                .isEqualTo("2 of 35 runs up to 20.0 % slower than the others: other processes took 3 cores instead of 0"));
        assertThat(named(burnIn(disturbed("a", 4), steady("b", 100, 35), steady("c", 100, 35), steady("d", 100, 35))))
                .isEqualTo(Map.of("a", Cause.OTHER_PROCESSES));
    }

    /** A host with 35 runs, of which the last ones are slowed by other processes. */
    private static HostRuns disturbed(String name, int last) {
        HostHealth busy = new HostHealth(70, 2600, 2550, 300, 0, 3, 0, 0, 0);
        return new HostRuns(name, "a kind", IntStream.range(0, 35).mapToObj(i -> i < 35 - last ? run(i, 100, HEALTHY)
                : run(i, 80, busy)).toList(), "");
    }

    private static HostRuns steady(String name, double gflops, int runs) {
        return host(name, HEALTHY, IntStream.range(0, runs).mapToDouble(i -> gflops).toArray());
    }

    @Test
    void shouldNotCompareHostsOfDifferentKinds() {
        HostRuns other = new HostRuns("d", "another kind", steady("d", 30).runs(), "");
        assertThat(named(burnIn(steady("a", 100), steady("b", 100), steady("c", 100), other))).isEmpty();
    }

    @Test
    void shouldNotBlameAHostForARoomThatWarmsUp() {
        HostRuns[] hosts = IntStream.range(0, 6).mapToObj(h -> host("h" + h, HEALTHY, IntStream.range(0, 12)
                .mapToDouble(i -> 100 - i + 0.1 * ((h + i) % 3)).toArray())).toArray(HostRuns[]::new);
        assertThat(named(burnIn(hosts))).isEmpty();
    }

    @Test
    void shouldSayWhatASystemDoesNotTell() {
        Verdicts verdicts = Verdicts.of(burnIn(steady("a", 100), steady("b", 100), host("c", HostHealth.UNKNOWN, steady(80))));
        assertThat(verdicts.bad()).singleElement().satisfies(host -> assertThat(host.findings().getFirst().words())
                .endsWith("its system does not tell about clock, other processes, swapping, errors of memory"));
    }

    @Test
    void shouldTellWrongValuesOfARunWithoutARate() {
        HostRun broken = new HostRun(START, 1000, 1, Double.NaN, false, 3, HEALTHY);
        Verdicts verdicts = Verdicts.of(burnIn(new HostRuns("a", "a kind", List.of(broken), "")));
        assertThat(verdicts.bad().getFirst().findings()).extracting(Finding::cause)
                .containsExactly(Cause.WRONG_VALUES, Cause.RESIDUAL_FAILED);
    }

    @Test
    void shouldTellHostsThatWereNotReached() {
        Verdicts verdicts = Verdicts.of(burnIn(new HostRuns("a", "", List.of(), ""),
                new HostRuns("b", "", List.of(), "cannot be reached")));
        assertThat(verdicts.hosts().getFirst().words()).isEqualTo("not tested");
        assertThat(verdicts.hosts().getLast().words()).isEqualTo("died, hung or cannot run");
        assertThat(verdicts.notes()).isEmpty();
    }

    @Test
    void shouldNameTheHostOfWhichAllPairsAreSlow() {
        BurnIn burnIn = linked(4, pair("a", "b", 1e9), pair("b", "c", 9e9), pair("c", "d", 9.2e9), pair("d", "a", 1.1e9),
                pair("a", "c", 1e9), pair("b", "d", 9.1e9));
        assertThat(named(burnIn)).isEqualTo(Map.of("a", Cause.LINK));
        assertThat(Verdicts.of(burnIn).links()).isEmpty();
        assertThat(Verdicts.of(burnIn).bad().getFirst().findings().getFirst().words())
                .isEqualTo("all its links are slow (with b, d, c): 1 GB/s instead of 9.07 with a-b");
    }

    @Test
    void shouldNameASlowPairAloneAsALink() {
        Verdicts verdicts = Verdicts.of(linked(4, pair("a", "b", 1e9), pair("b", "c", 9e9), pair("c", "d", 9.2e9), pair("d", "a", 9.1e9)));
        assertThat(verdicts.bad()).isEmpty();
        assertThat(verdicts.links()).singleElement().satisfies(link -> assertThat(link.hosts()).containsExactly("a", "b"));
        assertThat(verdicts.isBad()).isTrue();
    }

    @Test
    void shouldNameALinkWithLateMessagesUnlessAProgramThatIsBusyExplainsIt() {
        assertThat(Verdicts.of(late(37)).isBad()).as("25 us more than usual").isFalse();
        assertThat(Verdicts.of(late(200)).links()).singleElement().satisfies(link -> assertThat(link.finding().words())
                .isEqualTo("200 us for a short message instead of 12"));
    }

    /** Returns a burn-in of four hosts, of which short messages from a to b take these microseconds, and others 12. */
    private static BurnIn late(double micros) {
        List<List<String>> others = List.of(List.of("b", "c"), List.of("c", "d"), List.of("d", "a"));
        return linked(4, IntStream.range(0, 4).mapToObj(i -> i == 3 ? new GroupRun(List.of("a", "b"), 9e9, micros, "")
                : new GroupRun(others.get(i), 9e9, 12, "")).toArray(GroupRun[]::new));
    }

    @Test
    void shouldNotBlameTheOnlyPartnerOfTwoBadHosts() {
        BurnIn burnIn = linked(6, pair("a", "b", 1e9), pair("b", "c", 1e9), pair("c", "d", 1e9), pair("d", "e", 9e9), pair("e", "f", 9e9),
                pair("f", "a", 9e9), pair("a", "d", 9e9), pair("a", "e", 9e9), pair("d", "f", 9e9));
        assertThat(named(burnIn)).as("of c, the pair with d tells; of b, that with a").isEqualTo(Map.of("b", Cause.LINK, "c", Cause.LINK));
        BurnIn between = linked(6, pair("a", "b", 1e9), pair("b", "c", 1e9), pair("c", "d", 1e9), pair("d", "e", 1e9), pair("e", "f", 9e9),
                pair("f", "a", 9e9), pair("a", "e", 9e9), pair("a", "e", 9.1e9));
        assertThat(named(between).keySet()).as("c has slow pairs with b and d only").containsExactly("b", "d");
    }

    @Test
    void shouldSayThatLinksDifferInKindWhereManyAreSlow() {
        Verdicts verdicts = Verdicts.of(linked(6, pair("a", "b", 9e9), pair("c", "d", 9e9), pair("e", "f", 9e9), pair("a", "c", 3e9),
                pair("b", "e", 3e9), pair("d", "f", 3e9), pair("b", "d", 3.1e9)));
        assertThat(verdicts.isBad()).isFalse();
        assertThat(verdicts.notes()).singleElement().asString().startsWith("4 of 7 groups of hosts are much slower");
    }

    @Test
    void shouldNameTheOneOfAPairWhoseAdapterCountsErrors() {
        HostRuns counting = host("b", new HostHealth(70, 2600, 2550, 300, 0, 0, 0, 0, 90), steady(100));
        List<HostRuns> hosts = new ArrayList<>(linked(6).hosts());
        hosts.set(1, counting);
        BurnIn burnIn = new BurnIn(START, 800, hosts, List.of(pair("a", "b", 1e9), pair("c", "d", 9e9), pair("e", "f", 9e9)));
        assertThat(named(burnIn)).isEqualTo(Map.of("b", Cause.LINK));
    }

    @Test
    void shouldTellAPairThatFailedUnlessAHostDied() {
        GroupRun failed = new GroupRun(List.of("a", "b"), Double.NaN, Double.NaN, "cannot connect");
        assertThat(Verdicts.of(linked(3, failed)).links()).singleElement().satisfies(
                link -> assertThat(link.finding().words()).isEqualTo("cannot connect"));
        BurnIn died = new BurnIn(START, 1, List.of(steady("a", 1), new HostRuns("b", "", List.of(), "no answer")), List.of(failed));
        assertThat(Verdicts.of(died).links()).isEmpty();
    }
}
