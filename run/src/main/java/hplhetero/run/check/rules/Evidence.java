package hplhetero.run.check.rules;

import hplhetero.run.check.agent.LostHost;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import java.util.List;
import java.util.Map;

/**
 * All that was seen.
 *
 * @param hosts   that were looked at
 * @param lost    hosts that could not be, with what was heard instead
 * @param reaches attempts of hosts to reach each other; empty where ranks exchanged messages
 * @param timings of messages between hosts
 * @param repeats timings of pairs that had been slow, when they were asked again
 * @param n       order of the matrix that is to fit; 0: none
 */
public record Evidence(List<CheckedHost> hosts, Map<String, LostHost> lost, List<Reachability> reaches, List<PairTiming> timings,
        List<PairTiming> repeats, int n) {

    public Evidence {
        hosts = List.copyOf(hosts);
        reaches = List.copyOf(reaches);
        timings = List.copyOf(timings);
        repeats = List.copyOf(repeats);
    }

    /** With nothing asked again. */
    public Evidence(List<CheckedHost> hosts, Map<String, LostHost> lost, List<Reachability> reaches, List<PairTiming> timings, int n) {
        this(hosts, lost, reaches, timings, List.of(), n);
    }

    /** The same with what is known of pairs. */
    public Evidence withPairs(List<Reachability> tried, List<PairTiming> measured) {
        return new Evidence(hosts, lost, tried, measured, repeats, n);
    }

    /** The same with what slow pairs took when they were asked again. */
    public Evidence withRepeats(List<PairTiming> again) {
        return new Evidence(hosts, lost, reaches, timings, again, n);
    }

    /** Whether there is more than one host. */
    boolean several() {
        return hosts.size() + lost.size() > 1;
    }
}
