package hplhetero.results.burnin;

import java.time.Instant;
import java.util.List;

/**
 * What a burn-in has measured.
 *
 * @param start   when it began
 * @param seconds for how long it went on
 * @param hosts   the hosts, in the order in which they were given
 * @param groups  tests of the links among hosts by messages
 * @param solves  groups of hosts that solved HPL together, in the order in which they did
 */
public record BurnIn(Instant start, double seconds, List<HostRuns> hosts, List<GroupRun> groups, List<GroupSolve> solves) {
    public BurnIn {
        hosts = List.copyOf(hosts);
        groups = List.copyOf(groups);
        solves = List.copyOf(solves);
    }

    /** Makes a burn-in in which no hosts solved HPL together. */
    public BurnIn(Instant start, double seconds, List<HostRuns> hosts, List<GroupRun> groups) {
        this(start, seconds, hosts, groups, List.of());
    }
}
