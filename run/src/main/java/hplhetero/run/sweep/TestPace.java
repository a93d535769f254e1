package hplhetero.run.sweep;

import hplhetero.hpl.problem.HplCase;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** How long the tests of a sweep take, with all that is done for them, told by the one before. */
final class TestPace {
    private final LongSupplier nanos;
    private long begin;
    /** Operations of the test that runs, at least 1; 0 before the first one. */
    private double flops;

    /** @param nanos a clock, in nanoseconds from any origin */
    TestPace(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * A test begins, and the one before has ended.
     *
     * @return seconds that it takes where its rate is that of the one before; nothing of the first one
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
