package hplhetero.hpl;

import hplhetero.hpl.result.HostPower;
import java.util.Optional;

/**
 * A meter of what a host takes, such as energy, while a test's clock runs. The first rank of each host has one. That rank's thread calls
 * both methods, just outside the clock.
 */
public interface HostMeter {

    /** The meter of a rank that measures nothing. */
    HostMeter NONE = new HostMeter() {
        @Override
        public void start() {
            // This meter has nothing to start.
        }

        @Override
        public Optional<HostPower> stop(double seconds) {
            return Optional.empty();
        }
    };

    /** Begins to measure, just before the clock starts. No rank goes on before this method has returned on all ranks that measure. */
    void start();

    /**
     * Ends measuring. Called after the clock has stopped on all ranks.
     *
     * @param seconds wall time that the test took
     * @return what the host took since {@link #start}; empty where nothing of it is known
     */
    Optional<HostPower> stop(double seconds);
}
