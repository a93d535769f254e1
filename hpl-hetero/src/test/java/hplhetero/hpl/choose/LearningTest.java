package hplhetero.hpl.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.Cases;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.StepTrial;
import hplhetero.hpl.result.StepsDone;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Learning with waits that are given, on ranks without a matrix. */
class LearningTest {
    private static final int NB = 32;
    private static final StepChoice RING = new StepChoice(BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX);
    private static final StepChoice LONG = new StepChoice(BroadcastAlgorithm.LONG, SwapAlgorithm.MIX);
    private static final StepChoice TWO = new StepChoice(BroadcastAlgorithm.TWO_RING, SwapAlgorithm.MIX);
    private static final long STEP_NANOS = 1_000_000;

    /** The share of step k that a rank waits with nothing to do. */
    private interface Waits {
        double share(StepChoice choice, int k, int rank);
    }

    private static HplCase open(int panels, int p, int q, StepChoice first, StepChoice... trials) {
        return Cases.of(panels * NB, NB).grid(p, q).make().with(new StepChoices(Free.BOTH,
                Collections.nCopies(StepChoices.PHASES, new StepPhase(first, List.of(trials))), "given"));
    }

    /** One rank after the other tells what it waited, and all hear it. */
    private static StepsDone run(HplCase c, Waits waits) {
        int panels = c.n() / NB;
        int depth = BlockMap.of(c).lookAhead(c.depth());
        ExposedWaiting[] waiting = new ExposedWaiting[c.ranks()];
        StepLearner[] learners = new StepLearner[c.ranks()];
        Verdicts[] verdicts = new Verdicts[c.ranks()];
        for (int rank = 0; rank < c.ranks(); rank++) {
            waiting[rank] = new ExposedWaiting();
            verdicts[rank] = new Verdicts();
            Learning learning = new Learning(c.steps(), panels, depth, c.p(), c.q(), LearningRules.USUAL, waiting[rank], verdicts[rank]);
            assertThat(learning.canTry()).isTrue();
            learners[rank] = StepLearner.of(c, learning, waiting[rank]::word);
            learners[rank].start();
        }
        for (int j = 0; j < panels; j++) {
            // steps up to j - depth - 1 are over when panel j is factored
            int k = j - depth - 1;
            for (int rank = 0; rank < learners.length && k >= 0; rank++) {
                double share = waits.share(learners[rank].table().at(k), k, rank);
                waiting[rank].waited(k, (long) (share * STEP_NANOS));
                waiting[rank].finished(k, (k + 1) * STEP_NANOS);
            }
            long word = learners[j % learners.length].word();
            for (StepLearner learner : learners) {
                learner.hear(j, word);
            }
        }
        List<StepsDone> done = new ArrayList<>();
        for (int rank = 0; rank < learners.length; rank++) {
            double[] trials = new double[Verdicts.LENGTH];
            verdicts[rank].write(trials, 0);
            done.add(new StepsDone(StepLearner.done(learners[rank].report()).spans(), Verdicts.read(trials, 0)));
        }
        assertThat(done).allMatch(done.getFirst()::equals);
        return done.getFirst();
    }

    private static long tried(StepsDone done) {
        return done.trials().stream().mapToInt(StepTrial::panels).sum();
    }

    @Test
    void shouldTakeWhatWaitsLess() {
        StepsDone done = run(open(400, 2, 2, RING, LONG), (choice, k, rank) -> choice.equals(LONG) ? 0.1 : 0.3);
        assertThat(done.trials().getFirst().taken()).isTrue();
        assertThat(done.trials().getFirst().difference()).isCloseTo(-0.2, within(1e-6));
        assertThat(done.spans().getLast().choice()).isEqualTo(LONG);
        assertThat(done.spans().getLast().first()).isLessThan(400);
        assertThat(done.trials()).filteredOn(StepTrial::taken).hasSize(1);
    }

    @Test
    void shouldKeepWhatIsTakenWhereNothingIsBetterAndLoseNoMoreThanAFewPanels() {
        StepsDone done = run(open(400, 2, 4, RING, LONG, TWO), (choice, k, rank) -> choice.equals(RING) ? 0.1 : 0.3);
        assertThat(done.trials()).isNotEmpty().noneMatch(StepTrial::taken);
        assertThat(done.trials()).extracting(StepTrial::tried).contains(LONG, TWO);
        assertThat(tried(done)).isLessThanOrEqualTo(16);
        assertThat(done.spans().getLast().choice()).isEqualTo(RING);
    }

    /** Panels shrink, and waiting grows of itself: no reason to change. */
    @Test
    void shouldNotTakeADriftForADifference() {
        StepsDone done = run(open(600, 1, 4, RING, LONG), (choice, k, rank) -> k / 700.0);
        assertThat(done.trials()).isNotEmpty().noneMatch(StepTrial::taken);
        StepsDone falling = run(open(600, 1, 4, RING, LONG), (choice, k, rank) -> 0.9 - k / 700.0);
        assertThat(falling.trials()).isNotEmpty().noneMatch(StepTrial::taken);
    }

    /** Ranks that disagree, or panels before and after that differ, make a gain too uncertain; the verdict says what it would take. */
    @Test
    void shouldSayHowMuchLessWaitingWasNeeded() {
        StepTrial unlike = run(open(400, 2, 2, RING, LONG), (choice, k, rank) -> choice.equals(LONG) ? rank % 2 == 0 ? 0.1 : 0.6 : 0.5)
                .trials().getFirst();
        assertThat(unlike.taken()).isFalse();
        assertThat(unlike.isUncertain()).isTrue();
        // three ranks told differences of -0.4 and 0.1, whose standard deviation is 0.5 sqrt(2) / 3, and that of their mean 1/6
        assertThat(unlike.needed()).isCloseTo(2 / 6.0, within(1e-4));
        StepTrial clear = run(open(400, 2, 2, RING, LONG), (choice, k, rank) -> choice.equals(LONG) ? 0.4 : 0.5).trials().getFirst();
        assertThat(clear.needed()).isCloseTo(0.01, within(1e-5));
        assertThat(clear.isUncertain()).isFalse();
        StepTrial drifting = run(open(600, 1, 4, RING, LONG), (choice, k, rank) -> k / 700.0).trials().getFirst();
        // three windows of four panels: half of what the last differs from the first is 4 / 700
        assertThat(drifting.needed()).isCloseTo(0.01 + 4 / 700.0, within(1e-3));
    }

    /** A pause of some steps, whenever it comes, does not look like a worse choice. */
    @Test
    void shouldNotTakeADisturbanceForADifference() {
        for (int at = 0; at < 120; at += 3) {
            int begin = at;
            StepsDone done = run(open(400, 2, 2, RING, LONG), (choice, k, rank) -> k >= begin && k < begin + 6 ? 0.8 : 0.2);
            assertThat(done.trials()).as("pause at " + at).isNotEmpty().noneMatch(StepTrial::taken);
        }
    }

    @Test
    void shouldSeldomTakeNoiseForADifference() {
        int taken = 0;
        int trials = 0;
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            StepsDone done = run(open(400, 2, 2, RING, LONG, TWO), (choice, k, rank) -> Math.max(0, 0.2 + 0.05 * random.nextGaussian()));
            taken += (int) done.trials().stream().filter(StepTrial::taken).count();
            trials += done.trials().size();
        }
        assertThat((double) taken / trials).isLessThan(0.12);
    }

    /** What was taken by mistake is held against what was there before. */
    @Test
    void shouldGoBackWhereAChangeDidNotHold() {
        StepsDone done = run(open(800, 2, 2, RING, LONG), (choice, k, rank) -> choice.equals(LONG) ? k < 100 ? 0.1 : 0.4 : 0.2);
        assertThat(done.trials()).filteredOn(StepTrial::taken).extracting(StepTrial::tried).containsExactly(LONG, RING);
        assertThat(done.spans().getLast().choice()).isEqualTo(RING);
    }

    @Test
    void shouldTryNothingInShortRunsOrWhereNothingElseIsWithinReason() {
        assertThat(StepLearner.of(open(60, 2, 2, RING, LONG)).learns()).isFalse();
        assertThat(StepLearner.of(open(400, 2, 2, RING)).learns()).isFalse();
        assertThat(StepLearner.of(open(400, 1, 1, RING, LONG)).learns()).isFalse();
        assertThat(StepLearner.of(Cases.of(400 * NB, NB).grid(2, 2).make()).learns()).isFalse();
        assertThat(StepLearner.of(open(400, 2, 2, RING, LONG)).learns()).isTrue();
    }

    @Test
    void shouldPackThreeSharesIntoAWord() {
        long word = ExposedWaiting.word(0.25, 1, 0.75);
        assertThat(ExposedWaiting.share(word, 0)).isCloseTo(0.25, within(1e-6));
        assertThat(ExposedWaiting.share(word, 1)).isEqualTo(1);
        assertThat(ExposedWaiting.share(word, 2)).isCloseTo(0.75, within(1e-6));
        assertThat(ExposedWaiting.word(-1, 0, 7)).isEqualTo(ExposedWaiting.word(0, 0, 1));
    }

    @Test
    void shouldReadNoClockWhereNothingIsLearnt() {
        StepLearner fixed = StepLearner.of(Cases.of(400 * NB, NB).grid(2, 2).make());
        assertThat(fixed.clock()).isZero();
        assertThat(StepLearner.of(open(400, 2, 2, RING, LONG)).clock()).isNotZero();
    }
}
