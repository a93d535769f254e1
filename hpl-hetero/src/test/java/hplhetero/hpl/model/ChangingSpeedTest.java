package hplhetero.hpl.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.plan.Clusters;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.Slowdown.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangingSpeedTest {
    private static final int NB = 100;
    private static final Slowdown TWICE_FROM_HALF = new Slowdown(1, List.of(new Change(0.5, false, 2)));

    private static List<List<Integer>> row(int ranks) {
        return List.of(IntStream.range(0, ranks).boxed().toList());
    }

    private static List<Slowdown> last(int ranks, Slowdown slowdown) {
        List<Slowdown> all = new ArrayList<>(Collections.nCopies(ranks, Slowdown.NONE));
        all.set(ranks - 1, slowdown);
        return all;
    }

    private static double seconds(Cluster cluster, int n, MapSpec.Explicit map, int depth, List<Slowdown> slowdowns) {
        return new TimeModel(cluster, Clusters.variant(depth)).with(slowdowns).replay(n, NB, map, true).run(0).seconds();
    }

    /** Rank of 2 GFLOPS which factors panels at a third of that, N = 400: seconds of one panel and of the update with it. */
    private static double panel(int k) {
        return (400.0 - k * NB) * NB * NB / 2 * 3e-9;
    }

    private static double update(int k) {
        double below = 300.0 - k * NB;
        return (NB * NB * (below + 1) + 2 * below * (below + 1) * NB) / 2 * 1e-9;
    }

    private static double solve(int from, int to) {
        return IntStream.range(from, to).mapToDouble(k -> (100 * 100 + (300.0 - k * NB) * 100) * 1e-9).sum();
    }

    @Test
    void shouldSumUpOneRankThatSlowsDownByHand() {
        Cluster cluster = Clusters.of(2).make();
        MapSpec.Explicit map = Clusters.cyclic(400, NB, row(1));
        double steady = panel(0) + update(0) + panel(1) + update(1);
        double slowed = 2 * (panel(2) + update(2) + panel(3) + update(3) + solve(0, 4));
        assertThat(seconds(cluster, 400, map, 0, List.of(TWICE_FROM_HALF))).isCloseTo(steady + slowed, within(1e-12));
        // with look-ahead the third panel is factored while two are done at half of the columns
        assertThat(seconds(cluster, 400, map, 1, List.of(TWICE_FROM_HALF))).isCloseTo(steady + slowed - panel(2), within(1e-12));
        // from the moment when two panels are done
        Slowdown inSeconds = new Slowdown(1, List.of(new Change(steady - 1e-9, true, 2)));
        assertThat(seconds(cluster, 400, map, 0, List.of(inSeconds))).isCloseTo(steady + slowed, within(1e-12));
        // slowed from the start: the measured rates are those of a rank that is slowed
        Slowdown recovers = new Slowdown(3, List.of(new Change(0.5, false, 1.5)));
        assertThat(seconds(cluster, 400, map, 0, List.of(recovers))).isCloseTo(steady + slowed / 4, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldTakeLongerThanSteadyRanksAndLessThanOneThatIsAlwaysSlow(int depth) {
        int n = 6000;
        Cluster cluster = Clusters.of(4, 4, 4, 4).workers(2).teams().make();
        Cluster slow = Clusters.of(4, 4, 4, 2).workers(2).teams().make();
        MapSpec.Explicit map = Clusters.cyclic(n, NB, row(4));
        double steady = seconds(cluster, n, map, depth, List.of());
        double changed = seconds(cluster, n, map, depth, last(4, TWICE_FROM_HALF));
        double always = seconds(slow, n, map, depth, List.of());
        // an eighth of all operations is left behind half of the columns
        assertThat(changed).isBetween(steady + 0.1 * (always - steady), steady + 0.16 * (always - steady));
        Slowdown fromTheStart = new Slowdown(1, List.of(new Change(0, false, 2)));
        assertThat(seconds(cluster, n, map, depth, last(4, fromTheStart))).isCloseTo(always, within(1e-9 * always));
    }

    @Test
    void shouldKeepEveryNumberWhereFactorsDoNotChange() {
        int n = 3000;
        Cluster cluster = Clusters.of(3, 4, 5).make();
        MapSpec.Explicit map = Clusters.cyclic(n, NB, row(3));
        TimeModel model = new TimeModel(cluster, Clusters.variant(1));
        Slowdown steady = new Slowdown(2, List.of(new Change(0.3, false, 2)));
        assertThat(model.with(List.of(steady, new Slowdown(7), Slowdown.NONE)).replay(n, NB, map, true).run(1))
                .isEqualTo(model.replay(n, NB, map, true).run(1));
    }

    @Test
    void shouldTellFromSomeOfVeryManyPanelsWhenARankSlowsDown() {
        int n = 2400 * NB;
        Cluster cluster = Clusters.equal(16, 20).make();
        MapSpec.Explicit map = Clusters.cyclic(n, NB, row(16));
        TimeModel model = new TimeModel(cluster, Clusters.variant(1)).with(last(16, TWICE_FROM_HALF));
        RunReplay all = model.replayOfParts(n, NB, map);
        assertThat(all.runUntil(0, 0, StopSignal.NEVER)).isEqualTo(2400);
        double seconds = all.solve();
        assertThat(model.replay(n, NB, map, false).run(0).seconds()).isCloseTo(seconds, within(0.003 * seconds));
    }

    @Test
    void shouldRefuseSlowdownsOfOtherRanks() {
        TimeModel model = new TimeModel(Clusters.of(1, 1).make(), Clusters.variant(1));
        assertThatIllegalArgumentException().isThrownBy(() -> model.with(List.of(Slowdown.NONE))).withMessageContaining("slowdowns=1");
    }

    @Test
    void shouldReplayAPartThatIsTheWholeRun() {
        int n = 3000;
        Cluster cluster = Clusters.of(3, 4, 5).workers(2).make();
        TimeModel model = new TimeModel(cluster, Clusters.variant(2)).with(last(3, TWICE_FROM_HALF));
        MapSpec.Explicit map = Clusters.cyclic(n, NB, row(3));
        RunReplay part = model.replayOfParts(n, NB, map);
        assertThat(part.runUntil(0, 0, StopSignal.NEVER)).isEqualTo(30);
        assertThat(part.solve()).isEqualTo(model.replay(n, NB, map, false).run(0).seconds());
    }

    /** One rank never waits, so the parts take as long as the run, from wherever the clock stands. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSumUpPartsByHand(int depth) {
        RunReplay parts = new TimeModel(Clusters.of(2).make(), Clusters.variant(depth)).replayOfParts(400, NB,
                Clusters.cyclic(400, NB, row(1)));
        double all = IntStream.range(0, 4).mapToDouble(k -> panel(k) + update(k)).sum();
        int done = parts.runUntil(0, 0, k -> true);
        assertThat(done).isEqualTo(1 + depth);
        assertThat(parts.seconds()).isCloseTo(IntStream.range(0, done).mapToDouble(k -> panel(k) + update(k)).sum(), within(1e-12));
        double moved = 5;
        parts.runUntil(done, parts.seconds() + moved, StopSignal.NEVER);
        assertThat(parts.seconds()).isCloseTo(all + moved, within(1e-12));
        assertThat(parts.solve()).isCloseTo(all + moved + solve(0, 4), within(1e-12));
        assertThat(parts.secondsAfter(done)).isLessThan(parts.secondsAfter(done + 1) - moved);
    }

    @Test
    void shouldDrainLookAheadAtTheEndOfEachPart() {
        int n = 6000;
        Cluster cluster = Clusters.equal(4, 20).make();
        MapSpec.Explicit map = Clusters.cyclic(n, NB, row(4));
        TimeModel model = new TimeModel(cluster, Clusters.variant(1));
        double whole = model.replay(n, NB, map, false).run(0).seconds();
        double before = whole;
        for (int steps : new int[] {20, 5, 2}) {
            RunReplay parts = model.replayOfParts(n, NB, map);
            RunReplay anew = parts;
            for (int k = 0; k < 60;) {
                int last = k + steps - 2;
                double begin = parts.seconds();
                int to = parts.runUntil(k, begin, j -> j == last);
                assertThat(to).isEqualTo(Math.min(60, k + steps));
                // a part is the same in a replay of its own, as on another map
                anew = model.replayOfParts(n, NB, map);
                anew.runUntil(k, begin, j -> j == last);
                assertThat(anew.seconds()).isEqualTo(parts.seconds());
                k = to;
            }
            double seconds = parts.solve();
            assertThat(seconds).isBetween(before, 2 * whole);
            assertThat(anew.solve()).isEqualTo(seconds);
            before = seconds;
        }
        assertThat(before).isGreaterThan(1.03 * whole);
    }

    @Test
    void shouldStopOnTheMapOfTheReplayWithAllPanelsBeforeApplied() {
        BlockMap map = BlockMap.of(1000, NB, Clusters.cyclic(1000, NB, row(2)));
        RunReplay replay = new RunReplay(new ModelInputs(Clusters.of(1, 1).make(), map), Clusters.variant(1), false, 1);
        List<Integer> asked = new ArrayList<>();
        int to = replay.runUntil(3, 1, k -> {
            asked.add(k);
            return k == 5;
        });
        assertThat(to).isEqualTo(7);
        assertThat(asked).containsExactly(3, 4, 5);
        assertThat(replay.seconds()).isGreaterThan(1);
    }
}
