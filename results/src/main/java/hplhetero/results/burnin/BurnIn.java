package hplhetero.results.burnin;

import java.time.Instant;
import java.util.List;

/**
 * What a burn-in has measured.
 *
 * @param start   when it began
 * @param seconds for how long it went on
 * @param hosts   the hosts, in the order in which they were given
 * @param groups  runs of HPL over several hosts at once
 */
public record BurnIn(Instant start, double seconds, List<HostRuns> hosts, List<GroupRun> groups) {
    public BurnIn {
        hosts = List.copyOf(hosts);
        groups = List.copyOf(groups);
    }
}
