package hplhetero.run.check.rules;

import hplhetero.run.check.agent.LostHost;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import java.util.List;
import java.util.Map;

/**
 * All that a check has seen.
 *
 * @param hosts   the hosts that were inspected
 * @param lost    the hosts that could not be inspected, with what was heard instead
 * @param reaches attempts of hosts to reach each other; empty where ranks exchanged messages
 * @param timings timings of messages between hosts
 * @param repeats timings of pairs that had been slow, when they were measured again
 * @param n       order of the matrix that is to fit; 0: none
 * @param acceptance how slow a host or a link may be
 */
public record Evidence(List<CheckedHost> hosts, Map<String, LostHost> lost, List<Reachability> reaches, List<PairTiming> timings,
        List<PairTiming> repeats, int n, Acceptance acceptance) {

    public Evidence {
        hosts = List.copyOf(hosts);
        reaches = List.copyOf(reaches);
        timings = List.copyOf(timings);
        repeats = List.copyOf(repeats);
    }

    /** Makes evidence without repeated measurements, to be judged by the usual limits. The parameters are those of the record. */
    public Evidence(List<CheckedHost> hosts, Map<String, LostHost> lost, List<Reachability> reaches, List<PairTiming> timings, int n) {
        this(hosts, lost, reaches, timings, List.of(), n, Acceptance.USUAL);
    }

    /**
     * Returns this evidence with what is known of pairs of hosts.
     *
     * @param tried    attempts of hosts to reach each other
     * @param measured timings of messages between hosts
     */
    public Evidence withPairs(List<Reachability> tried, List<PairTiming> measured) {
        return new Evidence(hosts, lost, tried, measured, repeats, n, acceptance);
    }

    /**
     * Returns this evidence with repeated measurements.
     *
     * @param again timings of slow pairs of hosts when they were measured again
     */
    public Evidence withRepeats(List<PairTiming> again) {
        return new Evidence(hosts, lost, reaches, timings, again, n, acceptance);
    }

    /** Returns this evidence, to be judged by other limits. */
    public Evidence with(Acceptance limits) {
        return new Evidence(hosts, lost, reaches, timings, repeats, n, limits);
    }

    /** Returns whether there is more than one host. */
    boolean several() {
        return hosts.size() + lost.size() > 1;
    }
}
