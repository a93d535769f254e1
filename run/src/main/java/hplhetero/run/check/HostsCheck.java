package hplhetero.run.check;

import hplhetero.run.check.agent.Agents;
import hplhetero.run.check.agent.HostShell;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import hplhetero.run.check.rules.Acceptance;
import hplhetero.run.check.rules.CheckedHost;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.SlowPairs;
import hplhetero.run.facts.HostFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A check of hosts on which no rank runs yet, by agents and plain TCP.
 *
 * @param ranks     number of ranks that a run is to have on each host, in the hosts' order; 0: nobody said
 * @param shell     starts this program on the hosts
 * @param arguments arguments of the agents, such as {@code --blas-lib}
 * @param rates     whether kernels are measured
 * @param n         order of the matrix that is to fit; 0: none
 * @param limits    how slow a host or a link may be
 * @param patience  how long a host may take to start its agent, and to tell of itself
 */
public record HostsCheck(SequencedMap<String, Integer> ranks, HostShell shell, List<String> arguments, boolean rates, int n,
                         Acceptance limits, Duration patience) {

    /**
     * Inspects the hosts, then the paths between them, and returns the evidence.
     *
     * @param hosts is told what hosts say before paths are tried
     */
    public Evidence run(Consumer<Evidence> hosts) {
        try (Agents agents = Agents.start(List.copyOf(ranks.keySet()), shell, arguments, patience)) {
            SequencedMap<String, Agents.Look> looks = agents.look(rates);
            List<CheckedHost> checked = new ArrayList<>();
            looks.forEach((host, look) -> checked.add(new CheckedHost(host, ranks.get(host), look.clockAheadSeconds(), look.facts())));
            hosts.accept(evidence(checked, agents));
            Map<String, HostFacts> facts = looks.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().facts()));
            List<Reachability> reaches = agents.reach(facts);
            List<PairTiming> timings = agents.measure(reaches);
            List<PairTiming> repeats = new SlowPairs(timings, limits).again(slow -> agents.measureAgain(reaches, slow),
                    SlowPairs.Pause.SLEEP);
            return evidence(checked, agents).withPairs(reaches, timings).withRepeats(repeats);
        }
    }

    private Evidence evidence(List<CheckedHost> checked, Agents agents) {
        return new Evidence(checked, agents.lost(), List.of(), List.of(), n).with(limits);
    }
}
