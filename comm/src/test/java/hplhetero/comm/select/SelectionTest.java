package hplhetero.comm.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.comm.Ranks;
import hplhetero.network.schedule.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final ChoiceKey KEY = new ChoiceKey(Collective.BROADCAST, "world", 7);
    private static final SelectionRules NO_RACE = new SelectionRules(2, 3, Double.POSITIVE_INFINITY, 10, 1.5);

    private static List<Candidate> candidates(double... predicted) {
        List<Candidate> candidates = new ArrayList<>();
        for (double each : predicted) {
            candidates.add(new Candidate("abcdefgh".substring(candidates.size(), candidates.size() + 1), each));
        }
        return candidates;
    }

    private static CallSequence.Times constant(double... seconds) {
        return varying((candidate, call) -> seconds[candidate]);
    }

    private interface Seconds {
        double of(int candidate, int call);
    }

    private static CallSequence.Times varying(Seconds seconds) {
        return new CallSequence.Times() {
            @Override
            public double whole(int candidate, int call) {
                return seconds.of(candidate, call);
            }

            @Override
            public double agreed(int candidate, int call) {
                return seconds.of(candidate, call);
            }
        };
    }

    private static List<Integer> used(CallSequence sequence) {
        return sequence.calls().stream().map(CallSequence.Call::candidate).toList();
    }

    @Test
    void shouldTryWhatIsPredictedWithinTwiceTheBestTheBestFirstThenTakeTheFastest() {
        Selection selection = Selection.of(candidates(4, 2.1, 2, 4.1), NO_RACE);

        CallSequence sequence = CallSequence.of(selection, 12, constant(3, 1, 2, 0.1));

        assertThat(used(sequence)).containsExactly(2, 1, 0, 2, 1, 0, 2, 1, 0, 1, 1, 1);
        assertThat(sequence.learningCalls()).isEqualTo(9);
        assertThat(sequence.learningSeconds()).isEqualTo(18);
        assertThat(sequence.seconds()).isEqualTo(21);
        Choice choice = selection.choice(KEY);
        assertThat(choice.algorithm()).isEqualTo("b");
        assertThat(choice.state()).isEqualTo(Choice.State.CHOSEN);
        assertThat(choice.predicted()).isEqualTo(2.1);
        assertThat(choice.seen()).isEqualTo(1);
        assertThat(choice.others()).extracting(Choice.Other::why)
                .containsExactly("took 3.00 x the best in 3 trials", "took 2.00 x the best in 3 trials", "predicted 2.05 x the best");
    }

    @Test
    void shouldGiveNoFurtherTrialToWhatLostByFar() {
        Selection selection = Selection.of(candidates(1.2, 1.2, 1), new SelectionRules(2, 3, 1.2, 10, 1.5));

        CallSequence sequence = CallSequence.of(selection, 8, constant(1.19, 1.21, 1));

        assertThat(used(sequence)).containsExactly(2, 0, 1, 2, 0, 2, 0, 2);
        assertThat(selection.choice(KEY).others().get(1).why()).isEqualTo("took 1.21 x the best in 1 trial");
        assertThat(selection.keeps(1)).isFalse();
    }

    @Test
    void shouldBeSlowToDropWhereTimesScatter() {
        SelectionRules rules = new SelectionRules(2, 3, 1.2, 10, 1.5);
        // predicted alike, yet 1, 2 and 4: the median of |ln| is ln 2 from the common ln 2, so e^(2 ln 2) = 4 times is not yet far
        Selection scattered = Selection.of(candidates(1, 1, 1), rules);
        assertThat(used(CallSequence.of(scattered, 6, constant(1, 2, 4)))).containsExactly(0, 1, 2, 0, 1, 2);
        // the second round was like the first, so now 1.2 times is
        assertThat(scattered.keeps(1)).isFalse();
        assertThat(scattered.isLearning()).isFalse();
        // nothing predicted: nothing to compare with after one round
        assertThat(used(CallSequence.of(Selection.of(candidates(Double.NaN, Double.NaN), rules), 5, constant(9, 1))))
                .containsExactly(0, 1, 0, 1, 1);
    }

    /** Its first call was cold, or a stranger took the core: it took far longer than the others and than predicted. */
    @Test
    void shouldTryOnceMoreWhatTookUnexpectedlyLong() {
        SelectionRules rules = new SelectionRules(2, 3, 1.2, 10, 1.5);
        Selection selection = Selection.of(candidates(1, 1.1, 1.5), rules);

        CallSequence sequence = CallSequence.of(selection, 10,
                varying((candidate, call) -> call == 1 ? 50 : new double[] {1, 0.9, 1.5}[candidate]));

        // c took 1.5 times the best, as predicted, and is dropped; b is not, and wins
        assertThat(used(sequence)).containsExactly(0, 1, 2, 0, 1, 0, 1, 1, 1, 1);
    }

    /** After the trials calls took four times as long, for all of them would have: what was not taken is compared by its trials. */
    @Test
    void shouldCompareTrialsWithTrials() {
        Selection selection = Selection.of(candidates(1, 1.1), NO_RACE);

        CallSequence.of(selection, 6 + 10, varying((candidate, call) -> (candidate == 0 ? 2 : 3) * (call < 6 ? 1 : 4)));

        Choice choice = selection.choice(KEY);
        assertThat(choice.seen()).isEqualTo(8);
        assertThat(choice.others().getFirst().seen()).isEqualTo(3);
        assertThat(choice.others().getFirst().why()).isEqualTo("took 1.50 x the best in 3 trials");
    }

    @Test
    void shouldTakeTheLeastOfTheTrials() {
        // a is disturbed twice, b never
        double[][] seconds = {{9, 1, 9}, {2, 2, 2}};
        Selection selection = Selection.of(candidates(1, 1), NO_RACE);

        CallSequence sequence = CallSequence.of(selection, 7, varying((candidate, call) -> call < 6 ? seconds[candidate][call / 2] : 0));

        assertThat(sequence.last()).isZero();
    }

    @Test
    void shouldLearnNothingWhereOneIsLeft() {
        Selection selection = Selection.of(candidates(1, 2.5), NO_RACE);

        assertThat(selection.isLearning()).isFalse();
        assertThat(used(CallSequence.of(selection, 100, varying((candidate, call) -> call % 3)))).containsOnly(0);
    }

    @Test
    void shouldKeepAllOfWhichNothingIsKnown() {
        Selection selection = Selection.of(candidates(Double.NaN, 1, 3, Double.NaN), NO_RACE);

        assertThat(Stream.of(0, 1, 2, 3).map(selection::keeps)).containsExactly(true, true, false, true);
        assertThat(used(CallSequence.of(selection, 3, constant(1, 1, 1, 1)))).containsExactly(1, 0, 3);
    }

    @Test
    void shouldLearnAgainWhenTimesChangeForGood() {
        Selection selection = Selection.of(candidates(1, 1), NO_RACE);
        CallSequence.Times times = varying((candidate, call) -> candidate == 0 ? call < 50 ? 1 : 5 : 2);

        CallSequence sequence = CallSequence.of(selection, 100, times);

        // 6 calls to learn; looks after 16, 26, ..., 56 (4/10 of it at the old time: 3.4 times) and 66, which is the second
        assertThat(used(sequence).subList(6, 66)).containsOnly(0);
        assertThat(sequence.calls().subList(66, 72)).allMatch(CallSequence.Call::learning);
        assertThat(used(sequence).subList(72, 100)).containsOnly(1);
        assertThat(selection.learnt()).isEqualTo(2);
    }

    @Test
    void shouldNotLearnAgainForOneDisturbance() {
        Selection selection = Selection.of(candidates(1, 1), NO_RACE);

        CallSequence sequence = CallSequence.of(selection, 100, varying((candidate, call) -> call == 40 ? 100 : 1 + candidate));

        assertThat(sequence.learningCalls()).isEqualTo(6);
    }

    @Test
    void shouldWatchWhatAnEarlierRunLearnt() {
        Selection selection = Selection.known(candidates(1, 1), NO_RACE, 1, 2);

        assertThat(CallSequence.of(selection, 100, constant(1, 2)).learningCalls()).isZero();
        assertThat(CallSequence.of(selection, 100, constant(1, 4)).learningCalls()).isEqualTo(6);
        assertThat(selection.current()).isZero();
    }

    @Test
    void shouldNeverLeaveWhatWasAskedFor() {
        Selection selection = Selection.fixed(candidates(1, 9), 1);

        assertThat(used(CallSequence.of(selection, 1000, varying((candidate, call) -> call)))).containsOnly(1);
        assertThat(selection.choice(KEY).state()).isEqualTo(Choice.State.FIXED);
    }

    @Test
    void shouldGoTheSameWayOnAllRanksWhateverEachSees() {
        List<Selection> ranks = Stream.generate(() -> Selection.of(candidates(1, 1, 1), SelectionRules.DEFAULT)).limit(4).toList();
        for (int call = 0; call < 1000; call++) {
            int now = call;
            assertThat(ranks).extracting(Selection::current).containsOnly(ranks.getFirst().current());
            List<Boolean> due = new ArrayList<>();
            ranks.forEach(rank -> due.add(rank.seen((ranks.indexOf(rank) * 7 + now * 13) % 11 + 1)));
            assertThat(due).containsOnly(due.getFirst());
            if (due.getFirst()) {
                double[] sums = new double[3];
                ranks.forEach(rank -> Arrays.setAll(sums, i -> sums[i] + rank.figures()[i]));
                ranks.forEach(rank -> rank.agreed(sums));
            }
        }
    }

    @Test
    void shouldDecideWithoutGarbage() {
        Selection selection = Selection.fixed(candidates(1, 2), 0);
        int used = 0;
        long before = 0;
        for (int call = 0; call < 20_000; call++) {
            before = call == 10_000 ? Ranks.allocatedBytes() : before;
            used += selection.current();
            selection.seen(1);
        }
        assertThat(Ranks.allocatedBytes() - before).isLessThan(1000);
        assertThat(used).isZero();
    }

    @Test
    void shouldRefuseFactorsBelowOneAndNoTrials() {
        assertThatIllegalArgumentException().isThrownBy(() -> SelectionRules.DEFAULT.keepingWithin(0.9)).withMessageContaining("0.9");
        assertThatIllegalArgumentException().isThrownBy(() -> SelectionRules.DEFAULT.trying(0)).withMessageContaining("trials=0");
        assertThatIllegalArgumentException().isThrownBy(() -> Selection.of(List.of(), NO_RACE)).withMessageContaining("candidates=0");
    }

    @Test
    void shouldCutSizesAtPowersOfTwo() {
        assertThat(Stream.of(0L, 1L, 2L, 3L, 4L, 1023L, 1024L, Long.MAX_VALUE).map(SizeClass::of)).containsExactly(0, 1, 2, 2, 3, 10, 11,
                63);
        for (int number = 0; number < SizeClass.COUNT; number++) {
            assertThat(SizeClass.of(SizeClass.least(number))).isEqualTo(number);
            assertThat(SizeClass.of(SizeClass.most(number))).isEqualTo(number);
            assertThat(number == 0 ? 1 : SizeClass.most(number - 1) + 1).isEqualTo(SizeClass.least(Math.max(1, number)));
        }
    }
}
