package hplhetero.run.job;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.slowed.SlowedKernels;
import hplhetero.hpl.RankProgress;
import hplhetero.hpl.problem.Slowdown;

/**
 * The slowdown of one rank's kernels, which follows how far the rank is in a test. A change comes with the first panel step that ends at or
 * after its time, and holds until the rank leaves the test. Outside of tests, such as in a warm-up or a calibration, the factor is that of
 * the start. Owner: the rank's thread; workers only read the factor.
 */
final class RankSlowdown implements RankProgress {
    private final Slowdown slowdown;
    /** How many times slower kernels are now, &gt;= 1. Written by the rank's thread, read by those of its workers too. */
    private volatile double factor;

    /**
     * Makes the slowdown of a rank that is in no test.
     *
     * @param slowdown how much the rank's kernels are slowed, and when this changes
     */
    RankSlowdown(Slowdown slowdown) {
        this.slowdown = slowdown;
        factor = slowdown.factor();
    }

    /** Returns kernels slowed by the factor of now; {@code kernels} themselves where they are never slowed. */
    DenseKernels slowed(DenseKernels kernels) {
        if (slowdown.isNone()) {
            return kernels;
        }
        return slowdown.isSteady() ? SlowedKernels.of(kernels, slowdown.factor()) : SlowedKernels.of(kernels, () -> factor);
    }

    @Override
    public void reached(double columns, double seconds) {
        factor = slowdown.factor(columns, seconds);
    }

    @Override
    public void left() {
        factor = slowdown.factor();
    }
}
