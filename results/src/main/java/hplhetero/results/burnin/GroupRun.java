package hplhetero.results.burnin;

import java.util.List;

/**
 * A test of the links among some hosts.
 *
 * @param hosts          names of the hosts
 * @param gflops         rate of HPL over these hosts together, in 10^9 operations a second; NaN where HPL did not run over them
 * @param bytesPerSecond rate of long messages between them, of the slowest pair; NaN where it was not measured
 * @param microseconds   time of a short message between them, of the slowest pair; NaN where it was not measured
 * @param problem        why the test failed; empty where it did not
 */
public record GroupRun(List<String> hosts, double gflops, double bytesPerSecond, double microseconds, String problem) {
    public GroupRun {
        hosts = List.copyOf(hosts);
    }
}
