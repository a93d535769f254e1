package hplhetero.hpl.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankClocksTest {
    private static final double DEVIATION = 0.1;

    private static RankClocks at(double... seconds) {
        RankClocks clocks = new RankClocks(seconds.length, false);
        for (int i = 0; i < seconds.length; i++) {
            clocks.moveTo(i, RankClocks.UPDATE, seconds[i]);
        }
        return clocks;
    }

    /** The mean of the latest of many tries, each clock early or late by chance. */
    private static double tried(double... seconds) {
        Random random = new Random(1);
        return IntStream.range(0, 100_000)
                .mapToDouble(one -> Arrays.stream(seconds).map(s -> s + DEVIATION * random.nextGaussian()).max().orElseThrow()).average()
                .orElseThrow();
    }

    private static double[] alike(int clocks) {
        double[] seconds = new double[clocks];
        Arrays.fill(seconds, 3);
        return seconds;
    }

    @Test
    void shouldExpectTheLatestAsManyTriesFindIt() {
        for (int clocks : new int[] {1, 2, 3, 4, 8, 16, 64}) {
            double[] seconds = alike(clocks);
            assertThat(at(seconds).expectedLatest(IntStream.range(0, clocks).toArray(), DEVIATION)).as("%d alike", clocks)
                    .isCloseTo(tried(seconds), within(0.05 * DEVIATION));
        }
        for (double ahead : new double[] {0.05, 0.1, 0.2, 0.4}) {
            for (int behind : new int[] {1, 3}) {
                double[] seconds = alike(behind + 1);
                seconds[0] += ahead;
                assertThat(at(seconds).expectedLatest(IntStream.rangeClosed(0, behind).toArray(), DEVIATION)).as("one %s s later than %d",
                        ahead, behind)
                        .isCloseTo(tried(seconds), within(0.2 * DEVIATION));
            }
        }
        assertThat(at(1, 3, 2).expectedLatest(new int[] {0, 1, 2}, 0)).isEqualTo(3);
        assertThat(at(1, 3, 2).expectedLatest(new int[] {0, 2}, 0)).isEqualTo(2);
    }
}
