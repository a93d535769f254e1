package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.Cases;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.TimeSeries;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PredictedTimeSeriesTest {

    private static CaseResult result(HplCase c, int... after) {
        int panels = (c.n() + c.nb() - 1) / c.nb();
        List<Integer> points = IntStream.concat(IntStream.of(after), IntStream.of(panels, panels)).boxed().toList();
        return new CaseResult(c, CheckStatus.PASSED, Instant.EPOCH, Instant.EPOCH, 1, Optional.empty(), false, List.of(), "")
                .withTimeSeries(new TimeSeries(panels, points, List.of()));
    }

    /** The same model, to the bit. */
    @Test
    void shouldEndWithWhatThePlanPredicts() {
        Cluster cluster = Clusters.of(20, 20, 20, 10).make();
        SolveVariant variant = Clusters.variant(1);
        Plan plan = Planner.plan(cluster, new PlanRequest(OptionalInt.of(5000), List.of(128), Optional.empty(), Optional.empty(), variant))
                .best();
        HplCase c = Cases.of(5000, 128).grid(plan.reportedP(), plan.reportedQ()).depth(variant.depth()).broadcast(variant.broadcast())
                .swap(variant.swap(), variant.swapThreshold()).map(plan.map()).make();
        List<Double> predicted = PredictedTimeSeries.of(result(c, 1, 10, 20, 30).withCluster(cluster));
        assertThat(predicted).hasSize(6).isSorted();
        assertThat(predicted.getFirst()).isPositive();
        assertThat(predicted.getLast()).isEqualTo(plan.prediction().seconds());
        assertThat(predicted.get(4)).isLessThan(predicted.getLast());
    }

    /** Netlib's map too, and what the program chose of broadcasts. */
    @Test
    void shouldReplayTheRunAsItWasAskedFor() {
        Cluster cluster = Clusters.of(20, 20, 20, 10).make();
        HplCase c = Cases.of(4000, 64).grid(2, 2).make();
        MapSpec.Explicit cyclic = Clusters.cyclic(4000, 64, List.of(List.of(0, 1), List.of(2, 3)));
        List<Double> predicted = PredictedTimeSeries.of(result(c, 5).withCluster(cluster));
        assertThat(predicted.getLast()).isEqualTo(TimeModel.price(cluster, 4000, 64, cyclic, SolveVariant.of(c)).seconds());
        StepChoices chosen = StepPlanner.choose(cluster, c, StepChoices.Free.BOTH);
        assertThat(PredictedTimeSeries.of(result(c.with(chosen), 5).withCluster(cluster)).getLast())
                .isEqualTo(new RunReplay(new ModelInputs(cluster, BlockMap.of(c)), SolveVariant.of(c), chosen).run(0).seconds());
    }

    /** Not every panel of very many is replayed. */
    @Test
    void shouldGoOnEvenlyBetweenPanelsThatAreReplayed() {
        Cluster cluster = Clusters.equal(4, 100).make();
        int panels = 3000;
        HplCase c = Cases.of(64 * panels, 64).grid(2, 2).make();
        int[] after = IntStream.range(1, 300).map(i -> 10 * i).toArray();
        List<Double> predicted = PredictedTimeSeries.of(result(c, after).withCluster(cluster));
        RunReplay all = new RunReplay(new ModelInputs(cluster, BlockMap.of(c)), SolveVariant.of(c), false, 1);
        double seconds = all.run(0).seconds();
        assertThat(predicted).isSorted().doesNotHaveDuplicates();
        for (int i = 0; i < after.length; i++) {
            assertThat(predicted.get(i)).as("after %d", after[i]).isCloseTo(all.secondsAfter(after[i]), within(0.02 * seconds));
        }
        assertThat(all.secondsAfter(0)).isZero();
        assertThat(all.secondsAfter(panels)).isLessThan(seconds);
    }

    @Test
    void shouldPredictNothingForARunWhoseMapFollowedItsRanks() {
        CaseResult measured = result(Cases.of(4000, 64).grid(1, 2).make(), 5).withCluster(Clusters.of(20, 10).make());
        MapMove move = new MapMove(20, 1, 0.01, 2, 1_000_000, List.of(22, 21), List.of(20, 23), "rank 0 at 0.8 of its rate");
        assertThat(PredictedTimeSeries.of(measured.withAdaptation(new Adaptation(true, "", List.of(), List.of(), List.of())))).hasSize(3);
        assertThat(PredictedTimeSeries.of(measured.withAdaptation(new Adaptation(true, "", List.of(), List.of(move), List.of()))))
                .isEmpty();
    }

    @Test
    void shouldBeEmptyWhereNothingWasMeasuredOrRecorded() {
        HplCase c = Cases.of(400, 64).make();
        assertThat(PredictedTimeSeries.of(result(c))).isEmpty();
        CaseResult none = new CaseResult(c, CheckStatus.PASSED, Instant.EPOCH, Instant.EPOCH, 1, Optional.empty(), false, List.of(), "");
        assertThat(Stream.of(none, none.withCluster(Clusters.of(20).make())).map(PredictedTimeSeries::of)).containsOnly(List.of());
    }
}
