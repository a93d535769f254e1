package hplhetero.run.net.study;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.select.Predictor;
import hplhetero.comm.select.SelectionRules;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Slow
class StudyTest {
    private static final NetworkCost COST = new NetworkCost(new LinkCost(5e-6, 1e-9, 5e-7, 5e-7, 1e-7), LinkCost.hockney(1e-6, 2e-10), 0.3);
    private static final List<Integer> PLACEMENTS = IntStream.range(0, 60).boxed().toList();
    private static final int CALLS = 200;

    private static List<Study> study(Collective collective, long seed, Study.Pricing pricing) {
        return study(collective, PLACEMENTS, seed, pricing);
    }

    private static List<Study> study(Collective collective, List<Integer> placements, long seed, Study.Pricing pricing) {
        return Study.of(new Study.Request(collective, CALLS, COST, SelectionRules.DEFAULT), placements, seed, Map.of("model", pricing),
                done -> { });
    }

    /** What 2,000 placements must reach; here of a few, which 'hpl net study' does of all. */
    @ParameterizedTest
    @EnumSource(value = Collective.class, names = {"ALLTOALL", "ALLGATHER", "BROADCAST", "ALLREDUCE"})
    void shouldTakeTheBestAndLoseLittleByLearning(Collective collective) {
        List<Study> studies = study(collective, 11, placement -> Predictor.exact(placement, COST));

        Study judged = judged(collective, studies);
        assertThat(judged.badDrops()).isZero();
        assertThat(judged.worstSteady().steady()).isLessThanOrEqualTo(1.03);
        assertThat(judged.meanWithLearning()).isLessThanOrEqualTo(1.03);
        assertThat(judged.worstWithLearning().withLearning()).isLessThanOrEqualTo(1.10);
        studies.forEach(study -> study.trials()
                .forEach(trial -> assertThat(trial.withLearning()).as(trial.what()).isGreaterThanOrEqualTo(1)));
    }

    /** Returns the study by the measure that the selector goes by for a collective. */
    private static Study judged(Collective collective, List<Study> studies) {
        return studies.get(collective == Collective.ALLTOALL ? Study.Measure.MEAN.ordinal() : Study.Measure.LAST.ordinal());
    }

    /** Prices drop no algorithm that is faster by more than 5 %, in any of the placements of 'hpl net study'; a part of them each day. */
    @ParameterizedTest
    @EnumSource(value = Collective.class, names = {"ALLTOALL", "ALLGATHER", "BROADCAST", "ALLREDUCE"})
    void shouldDropNothingThatIsFaster(Collective collective) {
        List<Integer> placements = DailySlice.TODAY.of(IntStream.range(0, 2_000).boxed().toList(), 80);

        Study study = judged(collective, study(collective, placements, 1, placement -> Predictor.exact(placement, COST)));

        assertThat(study.badDrops()).as(study.worstDrop().what()).isZero();
    }

    @Test
    void shouldLoseWithoutTopology() {
        Study without = study(Collective.ALLTOALL, 11, placement -> Predictor.withoutTopology(placement.ranks(), COST)).getFirst();

        assertThat(without.badDrops()).isPositive();
        assertThat(without.meanWithLearning()).isGreaterThan(1.1);
    }

    @Test
    void shouldGiveTheSameForTheSameSeed() {
        Study.Pricing exact = placement -> Predictor.exact(placement, COST);

        assertThat(study(Collective.ALLGATHER, 5, exact)).isEqualTo(study(Collective.ALLGATHER, 5, exact));
        assertThat(study(Collective.ALLGATHER, 5, exact)).isNotEqualTo(study(Collective.ALLGATHER, 6, exact));
    }

    @Test
    void shouldSitOnToriMeshesAndTreesInOrderAndNot() {
        RandomPlacements placements = new RandomPlacements(new Random(1));
        List<Placement> some = Stream.generate(placements::next).limit(100).toList();

        assertThat(some).allMatch(placement -> placement.ranks() >= 4 && placement.ranks() <= 64);
        assertThat(some).anyMatch(placement -> placement.fabric().name().startsWith("torus"));
        assertThat(some).anyMatch(placement -> placement.fabric().name().startsWith("mesh"));
        assertThat(some).anyMatch(placement -> placement.fabric().name().startsWith("fat tree"));
        assertThat(some).anyMatch(placement -> placement.nodeOf(0) > placement.nodeOf(1));
        assertThat(some).anyMatch(placement -> placement.together(0, 1));
    }
}
