package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.LinkCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostFitTest {
    private static final UpdateCost UPDATE = new UpdateCost(2e-4, 5e-9, 3e-9, 4e-11, 8e-10, 2.2e-11);
    private static final double[][] SHAPES = {{1, 1}, {1, 0.25}, {0.25, 1}, {0.5, 0.5}, {0.125, 0.5}, {0.25, 0.25}, {0.125, 0.125}};

    /** The shapes that are measured, with relative noise. */
    private static List<CostFit.Step> steps(UpdateCost truth, double noise, Random random, int... nbs) {
        List<CostFit.Step> steps = new ArrayList<>();
        for (int nb : nbs) {
            for (double[] shape : SHAPES) {
                double m = 4000 * shape[0];
                double n = 4000 * shape[1];
                steps.add(new CostFit.Step(m, n, nb, truth.seconds(m, n, nb) * (1 + noise * random.nextGaussian())));
            }
        }
        return steps;
    }

    @Test
    void shouldRecoverTheCoefficientsOfAnUpdateWithoutNoise() {
        UpdateCost fitted = CostFit.update(steps(UPDATE, 0, new Random(0), 192, 96));
        assertThat(fitted.perStep()).isCloseTo(UPDATE.perStep(), Percentage.withPercentage(0.1));
        assertThat(fitted.perPanelElement()).isCloseTo(UPDATE.perPanelElement(), Percentage.withPercentage(0.1));
        assertThat(fitted.perRowElement()).isCloseTo(UPDATE.perRowElement(), Percentage.withPercentage(0.1));
        assertThat(fitted.perSolve()).isCloseTo(UPDATE.perSolve(), Percentage.withPercentage(0.1));
        assertThat(fitted.perElement()).isCloseTo(UPDATE.perElement(), Percentage.withPercentage(0.1));
        assertThat(fitted.perMultiply()).isCloseTo(UPDATE.perMultiply(), Percentage.withPercentage(0.1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldPredictOtherSizesFromNoisyMeasurements(long seed) {
        UpdateCost fitted = CostFit.update(steps(UPDATE, 0.02, new Random(seed), 192, 96));
        for (double[] size : new double[][] {{10000, 3000, 192}, {3000, 3000, 128}, {700, 300, 192}}) {
            assertThat(fitted.seconds(size[0], size[1], (int) size[2])).as("seed %d, %s", seed, size)
                    .isCloseTo(UPDATE.seconds(size[0], size[1], (int) size[2]), Percentage.withPercentage(6));
        }
        assertThat(List.of(fitted.perStep(), fitted.perPanelElement(), fitted.perRowElement(), fitted.perSolve(), fitted.perElement(),
                fitted.perMultiply()))
                .as("seed %d", seed).allSatisfy(c -> assertThat(c).isGreaterThanOrEqualTo(0));
    }

    @Test
    void shouldCountOneRateWhereTimesDoNotGrowWithTheUpdate() {
        UpdateCost rate = UpdateCost.constant(10);
        List<CostFit.Step> steps = steps(rate, 0, new Random(0), 192, 96);
        double most = steps.getFirst().seconds();
        List<CostFit.Step> reversed = steps.stream().map(s -> new CostFit.Step(s.m(), s.n(), s.jb(), most * most / s.seconds())).toList();
        UpdateCost fitted = CostFit.update(reversed);
        assertThat(fitted.perElement()).isZero();
        assertThat(fitted.perMultiply()).isPositive().isEqualTo(fitted.perSolve());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 7})
    void shouldNotFollowAMeasurementThatANeighbourSpoilt(int spoilt) {
        List<CostFit.Step> steps = steps(UPDATE, 0.005, new Random(spoilt), 192, 96);
        CostFit.Step step = steps.get(spoilt);
        steps.set(spoilt, new CostFit.Step(step.m(), step.n(), step.jb(), 1.3 * step.seconds()));
        assertThat(CostFit.update(steps).seconds(8000, 4000, 192)).as("size %d spoilt", spoilt)
                .isCloseTo(UPDATE.seconds(8000, 4000, 192), Percentage.withPercentage(3));
    }

    @Test
    void shouldLeaveNegativeCoefficientsAtZero() {
        double[] c = LeastSquares.fit(new double[][] {{1, 1}, {1, 2}, {1, 3}}, new double[] {1.5, 1.0, 0.5});
        assertThat(c[1]).isZero();
        assertThat(c[0]).isPositive();
    }

    @Test
    void shouldFitWhatOneBlockSizeCanTell() {
        UpdateCost fitted = CostFit.update(steps(UPDATE, 0, new Random(0), 192));
        assertThat(fitted.seconds(6000, 2000, 192)).isCloseTo(UPDATE.seconds(6000, 2000, 192), Percentage.withPercentage(0.1));
    }

    @Test
    void shouldRecoverAPanel() {
        PanelCost truth = new PanelCost(3e-6, 2e-9, 5e-11);
        List<CostFit.Step> steps = new ArrayList<>();
        for (int nb : new int[] {192, 96}) {
            for (int m : new int[] {4000, 2000, 500}) {
                steps.add(new CostFit.Step(m, 0, nb, truth.seconds(m, nb)));
            }
        }
        PanelCost fitted = CostFit.panel(steps);
        assertThat(fitted.perColumn()).isCloseTo(truth.perColumn(), Percentage.withPercentage(0.1));
        assertThat(fitted.perElement()).isCloseTo(truth.perElement(), Percentage.withPercentage(0.1));
        assertThat(fitted.perMultiply()).isCloseTo(truth.perMultiply(), Percentage.withPercentage(0.1));
    }

    /** Two numbers of a link: found by sets of coefficients that may be positive, and by comm's closed form. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.5, 2})
    void shouldAgreeWithTheFitOfLinks(double noise) {
        PairCost truth = new PairCost(20e-6, 1 / 1.2e9);
        Random random = new Random(7);
        for (int trial = 0; trial < 100; trial++) {
            double[] bytes = {8, 1024, 8192, 65536, 524288, 4194304};
            double[] seconds = Arrays.stream(bytes).map(b -> truth.seconds(b) * Math.exp(noise * random.nextGaussian())).toArray();
            double[] fitted = LeastSquares.fit(Arrays.stream(bytes).mapToObj(b -> new double[] {1, b}).toArray(double[][]::new), seconds);
            LinkCost link = HockneyFit.fit(IntStream.range(0, bytes.length)
                    .mapToObj(i -> new HockneyFit.Sample(bytes[i], seconds[i])).toList());
            assertThat(link.latency()).as("seed 7, trial %d", trial).isCloseTo(fitted[0], Percentage.withPercentage(1e-6));
            assertThat(link.secondsPerByte()).as("seed 7, trial %d", trial).isCloseTo(fitted[1], Percentage.withPercentage(1e-6));
        }
    }

    @Test
    void shouldTakeTheMiddleAndTheSpread() {
        assertThat(CostFit.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(CostFit.median(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
        assertThat(CostFit.spread(List.of(3.0, 1.0, 2.0))).isCloseTo(1, within(1e-12));
    }
}
