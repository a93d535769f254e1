package hplhetero.hpl.trust;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.StepFinding;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many single flipped bits, and many healthy factorizations. Each day tries a part; {@code mvn -Pall} tries all, and docs/trust.md has
 * what that gave.
 */
@Slow
@Timeout(36_000)
class FlipCampaignTest {
    private static final int FLIPS = 1_000;
    private static final int HEALTHY = 10_000;
    /** Number of days that try everything. */
    private static final int DAYS = 200;
    private static final double THRESHOLD = 16;
    /** Share of the caught errors for which the right rank is named. */
    private static final double RIGHT = 0.99;

    private final DenseKernels kernels = World.kernels("vector");

    private static List<Integer> part(int count) {
        return DailySlice.TODAY.of(IntStream.range(0, count).boxed().toList(), DAYS);
    }

    @Test
    void shouldCatchWhatWouldFailAndNameTheRank() {
        List<String> wrong = new ArrayList<>();
        int fails = 0;
        for (int number : part(FLIPS)) {
            FlipCase one = FlipCase.of(number, VerifySteps.ALL, 300, 2000);
            List<StepFinding> found = one.found(kernels);
            boolean failing = one.fails(kernels);
            assertThat(failing && found.isEmpty()).as("%s fails, and nothing was found", one).isFalse();
            fails += failing ? 1 : 0;
            if (failing && found.getFirst().rank() != one.flip().rank()) {
                wrong.add(one + ": " + found);
            }
        }
        assertThat(wrong.size()).as("wrong ranks: %s", wrong).isLessThanOrEqualTo(Math.max(1, (int) ((1 - RIGHT) * fails)));
    }

    @Test
    void shouldCatchWhatWouldFailWithASampleToo() {
        for (int number : part(FLIPS)) {
            FlipCase one = FlipCase.of(number, VerifySteps.SAMPLE, 300, 1000);
            if (one.found(kernels).isEmpty()) {
                assertThat(one.fails(kernels)).as("%s fails, and nothing was found", one).isFalse();
            }
        }
    }

    @Test
    void shouldPutRightOnlyWhatThenPasses() {
        for (int number : part(FLIPS)) {
            FlipCase one = FlipCase.of(number, VerifySteps.ALL, 300, 2000);
            one.corrected(kernels).ifPresent(residual -> assertThat(residual).as("residual, %s", one).isLessThan(THRESHOLD));
        }
    }

    @Test
    void shouldNotCryOverHealthyFactorizations() {
        for (int number : part(HEALTHY)) {
            FlipCase one = FlipCase.of(number, VerifySteps.ALL, 1, 1000);
            List<StepFinding> found = new ArrayList<>();
            Solve.verified(one.test(), one.workers(), kernels, new TrustSettings(VerifySteps.ALL, false), found);
            assertThat(found).as("%s", one).isEmpty();
        }
    }
}
