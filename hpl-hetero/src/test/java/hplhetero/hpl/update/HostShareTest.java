package hplhetero.hpl.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.HostPart;
import hplhetero.hpl.World;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HostShareTest {
    private static final long SECOND = 1_000_000_000;
    private static final int HELPERS = 2;
    private static final int WORKERS = 5;

    /** A device of 30 multiply-adds a second, or more, beside workers of 5 each. */
    private record Part(OptionalDouble share, double deviceFlops) implements HostPart {
        private Part(OptionalDouble share) {
            this(share, 60);
        }

        @Override
        public DenseKernels kernels() {
            return World.kernels("reference");
        }

        @Override
        public double workerFlops() {
            return 10;
        }
    }

    private final HostShare share = new HostShare(new Part(OptionalDouble.empty()), HELPERS, WORKERS);

    /** A step whose host begins so late. @return the share of the next step */
    private double step(double work, double taken, double deviceRate, double hostRate, double late) {
        long begin = 7 * SECOND;
        share.begin(work * (1 - taken), work * taken, begin);
        long joined = begin + (long) (late * SECOND);
        share.letIn(joined);
        share.deviceDid(1, begin + (long) (work * (1 - taken) / deviceRate * SECOND));
        if (taken > 0) {
            share.hostDid(3, joined, joined + 1);
            share.hostDid(4, joined, joined + (long) (work * taken / hostRate * SECOND));
        }
        return share.next(work);
    }

    @Test
    void shouldBeginWithWhatWasMeasured() {
        assertThat(share.first()).isCloseTo(0.25, within(1e-12));
        assertThat(share.next(1000)).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void shouldFindTheShareWithWhichBothEndTogether() {
        double next = share.first();
        for (int k = 0; k < 30; k++) {
            next = step(1000, next, 20, 60, 0);
        }
        assertThat(next).isCloseTo(0.75, within(1e-3));
        assertThat(share.taken()).isBetween(0.25, 0.75);
    }

    /** Late by 10 of the 50 s that the device takes alone, with half its rate: (50 - 10) / (1/20 + 1/10) of 1000. */
    @Test
    void shouldLeaveTheTimeForTheNextPanel() {
        double next = share.first();
        for (int k = 0; k < 30; k++) {
            next = step(1000, next, 20, 10, 10);
        }
        assertThat(next).isCloseTo(40.0 / 150, within(1e-3));
    }

    @Test
    void shouldTakeNothingWhilePanelsTakeAsLongAsTheDevice() {
        double next = share.first();
        for (int k = 0; k < 30; k++) {
            next = step(1000, next, 100, 50, 20);
        }
        assertThat(next).isZero();
        for (int k = 0; k < 30; k++) {
            next = step(1000, next, 100, 50, 0);
        }
        assertThat(next).as("as soon as they do not").isGreaterThan(0.1);
    }

    /** Workers of 20 flop/s: too few for 5 % beside 400. */
    @Test
    void shouldTakeNothingWhereItWouldBeNextToNothing() {
        assertThat(new HostShare(new Part(OptionalDouble.empty(), 400), HELPERS, WORKERS).first()).isZero();
        assertThat(new HostShare(new Part(OptionalDouble.empty(), 360), HELPERS, WORKERS).first()).isGreaterThan(0.05);
        double next = share.first();
        for (int k = 0; k < 30; k++) {
            next = step(1000, next, 100, 4, 0);
        }
        assertThat(next).isZero();
    }

    @Test
    void shouldLeaveNothingToADeviceThatIsMuchSlower() {
        double next = share.first();
        for (int k = 0; k < 30; k++) {
            next = step(1000, next, 1, 40, 0);
        }
        assertThat(next).isEqualTo(1);
    }

    @Test
    void shouldKeepAShareThatWasAskedFor() {
        HostShare fixed = new HostShare(new Part(OptionalDouble.of(0.4)), HELPERS, WORKERS);
        fixed.begin(100, 0, 0);
        fixed.deviceDid(0, SECOND);
        assertThat(fixed.first()).isEqualTo(0.4);
        assertThat(fixed.next(100)).isEqualTo(0.4);
        assertThat(fixed.isFixed()).isTrue();
    }

    @Test
    void shouldForgetASolve() {
        step(1000, 0.5, 1, 1, 0);
        share.reset();
        assertThat(share.first()).isCloseTo(0.25, within(1e-12));
        assertThat(share.taken()).isZero();
    }
}
