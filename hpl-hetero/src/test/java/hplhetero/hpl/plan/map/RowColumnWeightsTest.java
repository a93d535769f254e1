package hplhetero.hpl.plan.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RowColumnWeightsTest {

    private static double[][] random(Random random, int p, int q) {
        double[][] speeds = new double[p][];
        for (int i = 0; i < p; i++) {
            speeds[i] = random.doubles(q, 1, 4).toArray();
        }
        return speeds;
    }

    @Test
    void shouldAskNoRankForMoreThanItCanDo() {
        Random random = new Random(1);
        for (int t = 0; t < 100; t++) {
            double[][] speeds = random(random, 1 + t % 5, 1 + t % 7);
            RowColumnWeights w = RowColumnWeights.of(speeds, 10);
            for (int i = 0; i < speeds.length; i++) {
                for (int j = 0; j < speeds[i].length; j++) {
                    assertThat(w.rows()[i] * w.cols()[j]).isLessThanOrEqualTo(speeds[i][j] * (1 + 1e-12));
                }
            }
        }
    }

    @Test
    void shouldUseAllOfSpeedsThatAreProducts() {
        double[][] speeds = {{2, 4, 6}, {1, 2, 3}, {3, 6, 9}, {4, 8, 12}};
        assertThat(RowColumnWeights.of(speeds, 5).speed()).isCloseTo(60, within(1e-9));
    }

    @Test
    void shouldFindTheBestOfTwoRows() {
        Random random = new Random(2);
        for (int t = 0; t < 50; t++) {
            double[][] speeds = random(random, 2, 1 + t % 6);
            double best = 0;
            for (double x = 0.2; x < 5; x *= 1.001) {
                double sum = 0;
                for (int j = 0; j < speeds[0].length; j++) {
                    sum += Math.min(speeds[0][j], speeds[1][j] / x);
                }
                best = Math.max(best, (1 + x) * sum);
            }
            assertThat(RowColumnWeights.of(speeds, 1).speed()).isGreaterThanOrEqualTo(best * (1 - 1e-12)).isLessThan(best * 1.002);
        }
    }


    @Test
    void shouldBeNearTheBestOfThreeRows() {
        Random random = new Random(3);
        for (int t = 0; t < 20; t++) {
            double[][] speeds = random(random, 3, 3);
            double best = 0;
            for (double x = 0.2; x < 5; x *= 1.02) {
                for (double y = 0.2; y < 5; y *= 1.02) {
                    double sum = 0;
                    for (int j = 0; j < 3; j++) {
                        sum += Math.min(speeds[0][j], Math.min(speeds[1][j] / x, speeds[2][j] / y));
                    }
                    best = Math.max(best, (1 + x + y) * sum);
                }
            }
            assertThat(RowColumnWeights.of(speeds, 64).speed()).as("round %d", t).isGreaterThanOrEqualTo(0.998 * best);
        }
    }
}
