package hplhetero.results.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.burnin.GroupVerdict.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which links HPL over groups of hosts shows to be bad. */
class GroupJudgeTest {
    private static final Instant START = Instant.parse("2026-11-29T12:00:00Z");
    /** Rate of each host alone, in GFLOPS. */
    private static final double ALONE = 100;
    private static final int SETS = 20;
    private static final int HOSTS = 40;

    private static HostRuns host(String name, double gflops, String end) {
        return new HostRuns(name, "a kind", IntStream.range(0, 5).mapToObj(i -> new HostRun(START.plusSeconds(100L * i), 20_000, 100, gflops
                * (1 + 0.002 * (i % 3 - 1)), true, 0, HostHealth.UNKNOWN)).toList(), end);
    }

    private static GroupSolve pair(String one, String other, double share) {
        return new GroupSolve(List.of(one, other), 30_000, 4, share * 2 * ALONE, "");
    }

    private static List<GroupSolve> pairs(Map<String, Double> shares) {
        return shares.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(one -> pair(one.getKey().substring(0, 1),
                one.getKey().substring(1), one.getValue())).toList();
    }

    private static Verdicts judged(List<HostRuns> hosts, List<GroupRun> messages, List<GroupSolve> solves) {
        return Verdicts.of(new BurnIn(START, 800, hosts, messages, solves));
    }

    private static List<HostRuns> hosts(String names) {
        return names.chars().mapToObj(name -> host(String.valueOf((char) name), ALONE, "")).toList();
    }

    private static List<String> bad(Verdicts verdicts) {
        return verdicts.bad().stream().map(host -> host.host().host()).toList();
    }

    @Test
    void shouldNameTheHostWhoseGroupsAreAllSlow() {
        Verdicts verdicts = judged(hosts("abcd"), List.of(), pairs(Map.of("ab", 0.85, "ac", 0.84, "ad", 0.4, "bc", 0.86, "bd", 0.41,
                "cd", 0.39)));
        assertThat(verdicts.bad()).singleElement().satisfies(host -> {
            assertThat(host.host().host()).isEqualTo("d");
            assertThat(host.words()).isEqualTo("link");
            assertThat(host.bad().getFirst().words()).isEqualTo("all its groups are slow or fail (with a, b, c): HPL over a-d reaches "
                    + "40.0 % of its hosts' own rates instead of 85.0 %");
        });
        assertThat(verdicts.links()).isEmpty();
        assertThat(verdicts.groups()).extracting(GroupVerdict::outcome).containsExactly(Outcome.GOOD, Outcome.GOOD, Outcome.SLOW,
                Outcome.GOOD, Outcome.SLOW, Outcome.SLOW);
        assertThat(verdicts.groups().getFirst().expected()).isEqualTo(2 * ALONE);
        assertThat(verdicts.groups().getFirst().share()).isEqualTo(0.85);
    }

    @Test
    void shouldNameTheHostOfTheOnlyTwoSlowPairsAmongThree() {
        assertThat(bad(judged(hosts("abc"), List.of(), pairs(Map.of("ab", 0.7, "ac", 0.58, "bc", 0.55))))).containsExactly("c");
    }

    @Test
    void shouldNameAPairOfTwoHostsThatAreGoodWithOthers() {
        Verdicts verdicts = judged(hosts("abcd"), List.of(), pairs(Map.of("ab", 0.5, "ac", 0.84, "ad", 0.85, "bc", 0.86, "bd", 0.85,
                "cd", 0.84)));
        assertThat(bad(verdicts)).isEmpty();
        assertThat(verdicts.links()).singleElement().satisfies(link -> {
            assertThat(link.hosts()).containsExactly("a", "b");
            assertThat(link.finding().cause()).isEqualTo(Cause.LINK);
            assertThat(link.finding().measured()).isEqualTo(0.5);
        });
        assertThat(verdicts.isBad()).isTrue();
    }

    @Test
    void shouldNotTakeASlowHostForABadLink() {
        List<HostRuns> hosts = List.of(host("a", ALONE, ""), host("b", ALONE, ""), host("c", ALONE, ""), host("d", 60, ""));
        Verdicts verdicts = judged(hosts, List.of(), pairs(Map.of("ab", 0.85, "ac", 0.85, "bc", 0.85, "ad", 0.3, "bd", 0.5, "cd", 0.5)));
        assertThat(verdicts.bad()).singleElement().extracting(HostVerdict::words).isEqualTo("slow, no visible cause");
        assertThat(verdicts.links()).isEmpty();
        assertThat(verdicts.groups()).filteredOn(group -> group.name().endsWith("d")).hasSize(3).allMatch(group -> group.outcome()
                == Outcome.NOT_JUDGED && group.expected() == 120);
    }

    @Test
    void shouldTellOfAGroupThatFailed() {
        GroupSolve failed = new GroupSolve(List.of("a", "b"), 0, 0, Double.NaN, "no result at all");
        Verdicts verdicts = judged(hosts("abcd"), List.of(), List.of(failed, pair("a", "c", 0.8), pair("b", "d", 0.8)));
        assertThat(verdicts.links()).singleElement().satisfies(link -> assertThat(link.finding().words())
                .isEqualTo("HPL over a-b: no result at all"));
        Verdicts dead = judged(List.of(host("a", ALONE, ""), host("b", ALONE, "after HPL: it does not answer any more")), List.of(),
                List.of(failed));
        assertThat(bad(dead)).containsExactly("b");
        assertThat(dead.links()).isEmpty();
        assertThat(dead.groups()).extracting(GroupVerdict::outcome).containsExactly(Outcome.FAILED);
    }

    @Test
    void shouldBlameNoLinkWhereHplFailsOverAllGroups() {
        Verdicts verdicts = judged(hosts("abc"), List.of(), List.of(new GroupSolve(List.of("a", "b"), 0, 0, Double.NaN, "cannot start"),
                new GroupSolve(List.of("a", "c"), 0, 0, Double.NaN, "cannot start")));
        assertThat(verdicts.isBad()).isFalse();
        assertThat(verdicts.notes()).contains("HPL failed over each of 2 groups of hosts, so no link was judged by it: see 'hpl check' "
                + "with these hosts; the first: a-b: cannot start");
    }

    @Test
    void shouldTellABadLinkOnceWhereMessagesShowItToo() {
        List<GroupRun> messages = new ArrayList<>();
        for (String pair : List.of("ab", "ac", "ad", "bc", "bd", "cd")) {
            messages.add(new GroupRun(List.of(pair.substring(0, 1), pair.substring(1)), pair.equals("ab") ? 1e9 : 12e9, 2, ""));
        }
        Verdicts verdicts = judged(hosts("abcd"), messages, pairs(Map.of("ab", 0.5, "ac", 0.84, "bd", 0.85, "cd", 0.84)));
        assertThat(verdicts.links()).singleElement().satisfies(link -> assertThat(link.finding().words()).contains("GB/s"));
    }

    @Test
    void shouldNoteManySlowGroupsThatNoHostExplains() {
        Verdicts verdicts = judged(hosts("abcdef"), List.of(), pairs(Map.of("ab", 0.85, "cd", 0.85, "ef", 0.85, "ac", 0.5, "bd", 0.5,
                "ae", 0.5)));
        assertThat(verdicts.isBad()).isFalse();
        assertThat(verdicts.notes()).anyMatch(note -> note.startsWith("HPL is slow over 3 of 6 groups of hosts"));
    }

    @Test
    void shouldJudgeNothingByTwoGroups() {
        Verdicts verdicts = judged(hosts("abcd"), List.of(), List.of(pair("a", "b", 0.85), pair("c", "d", 0.2)));
        assertThat(verdicts.isBad()).isFalse();
        assertThat(verdicts.groups()).extracting(GroupVerdict::outcome).containsOnly(Outcome.NOT_JUDGED);
        assertThat(verdicts.notes()).containsExactly("HPL over a-b, c-d: fewer than 3 groups of these kinds of hosts, so their rates were "
                + "not compared");
    }

    @Test
    void shouldNameTheSwitchOfASlowLeaf() {
        List<GroupSolve> leaves = Stream.of("abc", "def", "ghi").map(leaf -> new GroupSolve(leaf.chars().mapToObj(host -> String.valueOf(
                (char) host)).toList(), 30_000, 4, (leaf.equals("def") ? 0.4 : 0.85) * 3 * ALONE, "")).toList();
        Verdicts verdicts = judged(hosts("abcdefghi"), List.of(), leaves);
        assertThat(bad(verdicts)).isEmpty();
        assertThat(verdicts.notes()).isEmpty();
        assertThat(verdicts.links()).singleElement().satisfies(link -> {
            assertThat(link.hosts()).containsExactly("d", "e", "f");
            assertThat(link.finding().words()).isEqualTo("HPL over d-e-f reaches 40.0 % of its hosts' own rates instead of 85.0 %, though "
                    + "each of them is good alone: likely the switch that they share, or a cable between it and one of them; its uplinks "
                    + "carry no message of this group");
        });
    }

    private static double loss(Random random) {
        return 0.25 + 0.5 * random.nextDouble();
    }

    /** Forty hosts in three rounds of pairs; the shares of good pairs differ by a standard deviation. */
    private static Verdicts emulated(Random random, double deviation, BiPredicate<Integer, Integer> isSlow, double loss) {
        List<HostRuns> hosts = IntStream.range(0, HOSTS).mapToObj(i -> host("n" + i, ALONE, "")).toList();
        List<GroupSolve> solves = new ArrayList<>();
        for (int apart : new int[] {1, 3, 5}) {
            for (int i = 0; i < HOSTS; i += 2) {
                int other = (i + apart) % HOSTS;
                double share = 0.85 * (1 + deviation * random.nextGaussian()) * (isSlow.test(i, other) ? 1 - loss : 1);
                solves.add(new GroupSolve(List.of("n" + i, "n" + other), 30_000, 4, share * 2 * ALONE, ""));
            }
        }
        return judged(hosts, List.of(), solves);
    }

    @ParameterizedTest
    @CsvSource({"0.005, 1", "0.02, 500000", "0.03, 900000"})
    void shouldNameTheBadLinkAmongForty(double deviation, long firstSeed) {
        int found = 0;
        int wrong = 0;
        for (long seed = firstSeed; seed < firstSeed + SETS; seed++) {
            Random random = new Random(seed);
            wrong += emulated(random, deviation, (a, b) -> false, 0).isBad() ? 1 : 0;
            int host = random.nextInt(HOSTS);
            Verdicts byHost = emulated(random, deviation, (a, b) -> a == host || b == host, loss(random));
            boolean right = bad(byHost).equals(List.of("n" + host)) && byHost.links().isEmpty();
            int even = 2 * (host / 2);
            Verdicts byPair = emulated(random, deviation, (a, b) -> a == even && b == even + 1, loss(random));
            boolean both = bad(byPair).isEmpty() && byPair.links().size() == 1
                    && byPair.links().getFirst().hosts().equals(List.of("n" + even, "n" + (even + 1)));
            found += right && both ? 1 : 0;
        }
        assertThat(wrong).as("healthy sets of " + SETS + " in which something was named").isZero();
        assertThat(found).as("sets of " + SETS + " in which the bad host and the bad pair were named").isEqualTo(SETS);
    }
}
