package hplhetero.run.job;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.hpl.problem.Slowdown;
import org.junit.jupiter.api.Test;

final class RankSlowdownTest {
    private static final DenseKernels PLAIN = Blas.select("reference", BlasOptions.defaults()).kernels();

    @Test
    void shouldSlowKernelsByHowFarTheRankIs() {
        RankSlowdown slowdown = new RankSlowdown(Slowdown.parse("2@40%:4@10s:3"));
        DenseKernels slowed = slowdown.slowed(PLAIN);
        assertThat(slowed.description()).startsWith("slowed 2.0 times");
        slowdown.reached(0.39, 9);
        assertThat(slowed.description()).startsWith("slowed 2.0 times");
        slowdown.reached(0.41, 9);
        assertThat(slowed.description()).startsWith("slowed 4.0 times");
        slowdown.reached(0.42, 10.5);
        assertThat(slowed.description()).startsWith("slowed 3.0 times");
        slowdown.left();
        assertThat(slowed.description()).startsWith("slowed 2.0 times");
    }

    /** A change at the very start of the clock does not slow what comes before the clock. */
    @Test
    void shouldKeepTheFirstFactorUntilTheClockStarts() {
        RankSlowdown slowdown = new RankSlowdown(Slowdown.parse("1@0s:3"));
        DenseKernels slowed = slowdown.slowed(PLAIN);
        assertThat(slowed.description()).startsWith("slowed 1.0 times");
        slowdown.reached(0, 0);
        assertThat(slowed.description()).startsWith("slowed 3.0 times");
        slowdown.left();
        assertThat(slowed.description()).startsWith("slowed 1.0 times");
    }

    @Test
    void shouldBeTheKernelsThemselvesWhereNothingIsSlowed() {
        for (String none : new String[] {"1", "1@40%:1"}) {
            assertThat(new RankSlowdown(Slowdown.parse(none)).slowed(PLAIN)).isSameAs(PLAIN);
        }
    }
}
