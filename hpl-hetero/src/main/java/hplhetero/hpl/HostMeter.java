package hplhetero.hpl;

import hplhetero.hpl.result.HostPower;
import java.util.Optional;

/**
 * Measures what a host takes while a test's clock runs. The first rank of each host has one; both methods are called by its thread, just
 * outside the clock.
 */
public interface HostMeter {

    /** Of a rank that measures nothing. */
    HostMeter NONE = new HostMeter() {
        @Override
        public void start() {
            // nothing to start
        }

        @Override
        public Optional<HostPower> stop(double seconds) {
            return Optional.empty();
        }
    };

    /** The clock is about to start: no rank goes on before all have returned from here. */
    void start();

    /**
     * The clock has stopped on all ranks.
     *
     * @param seconds that the test took
     * @return what the host took since {@link #start}; empty where nothing of it is known
     */
    Optional<HostPower> stop(double seconds);
}
