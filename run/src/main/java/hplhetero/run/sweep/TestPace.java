package hplhetero.run.sweep;

import hplhetero.hpl.problem.HplCase;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Predicts how long a test of a sweep takes, with all that is done for it, from the time of the test before. */
final class TestPace {
    private final LongSupplier nanos;
    /** Time at which the running test began, by the clock, in nanoseconds. */
    private long begin;
    /** Floating-point operations of the test that runs, at least 1; 0 before the first test. */
    private double flops;

    /**
     * Makes a pace that has seen no test yet.
     *
     * @param nanos a clock, in nanoseconds from any origin
     */
    TestPace(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Notes that a test begins, and that the one before has ended.
     *
     * @return the seconds this test takes if its rate is that of the test before; empty for the first test
     */
    OptionalDouble next(HplCase test) {
        long now = nanos.getAsLong();
        double next = Math.max(1, test.flops());
        OptionalDouble seconds = flops == 0 ? OptionalDouble.empty() : OptionalDouble.of((now - begin) / 1e9 * next / flops);
        begin = now;
        flops = next;
        return seconds;
    }
}
