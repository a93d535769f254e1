package hplhetero.results.burnin;

import java.util.List;

/**
 * A test of the links among some hosts by messages.
 *
 * @param hosts          names of the hosts
 * @param bytesPerSecond rate of long messages between them, of the slowest pair; NaN where it was not measured
 * @param microseconds   time of a short message between them, of the slowest pair; NaN where it was not measured
 * @param problem        why the test failed; empty where it did not
 */
public record GroupRun(List<String> hosts, double bytesPerSecond, double microseconds, String problem) {
    public GroupRun {
        hosts = List.copyOf(hosts);
    }
}
