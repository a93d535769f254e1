package hplhetero.run.burnin;

import hplhetero.results.burnin.GroupRun;
import hplhetero.run.check.agent.Agents;
import hplhetero.run.check.agent.HostShell;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import hplhetero.run.check.rules.SlowPairs;
import hplhetero.run.facts.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The links between hosts, as messages of pairs show them.
 *
 * @param pairs the pairs that were tried, each once
 * @param lost  why hosts did not take part, by host
 */
record Links(List<GroupRun> pairs, Map<String, String> lost) {
    /** The result where no links were measured. */
    static final Links NONE = new Links(List.of(), Map.of());

    /**
     * Measures messages between pairs of hosts in both directions, in rounds in which each host is in one pair. Pairs that stand out are
     * measured again, alone, and the better result counts.
     *
     * @param hosts names of the hosts
     * @param shell starts hpl on the hosts
     */
    static Links measure(List<String> hosts, HostShell shell) {
        try (Agents agents = Agents.start(hosts, shell, List.of())) {
            Map<String, HostFacts> facts = agents.look(false).entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, look -> look.getValue().facts()));
            List<Reachability> there = agents.reach(facts);
            List<PairTiming> timings = new ArrayList<>(oneWay(agents, there));
            // of two directions of a pair, the one that is found first is measured
            timings.addAll(oneWay(agents, there.reversed()));
            Map<String, String> lost = new LinkedHashMap<>();
            agents.lost().forEach((host, reason) -> lost.put(host, reason.why()));
            return of(there, timings, lost);
        }
    }

    private static List<PairTiming> oneWay(Agents agents, List<Reachability> ways) {
        List<PairTiming> first = agents.measure(ways);
        List<PairTiming> repeats = new SlowPairs(first).again(slow -> agents.measureAgain(ways, slow), SlowPairs.Pause.SLEEP);
        return first.stream().map(timing -> best(timing, repeats)).toList();
    }

    private static PairTiming best(PairTiming first, List<PairTiming> repeats) {
        PairTiming best = first;
        for (PairTiming again : repeats) {
            boolean same = again.from().equals(first.from()) && again.to().equals(first.to());
            if (same && again.measured() && (!best.measured() || again.bytesPerSecond() > best.bytesPerSecond())) {
                best = again;
            }
        }
        return best;
    }

    /**
     * Returns the links that these measurements show. The slower direction of a pair counts. A short message goes both ways in each
     * measurement, so the shorter of its times counts, which other load has delayed less.
     *
     * @param ways    what hosts found when they tried to reach each other
     * @param timings messages in one direction or both
     * @param lost    why hosts did not take part, by host
     */
    static Links of(List<Reachability> ways, List<PairTiming> timings, Map<String, String> lost) {
        Map<Set<String>, GroupRun> pairs = new LinkedHashMap<>();
        timings.forEach(timing -> pairs.merge(pair(timing.from(), timing.to()), run(timing), Links::slower));
        ways.stream().filter(way -> way.best().isEmpty()).forEach(way -> pairs.merge(pair(way.from(), way.to()), cut(way),
                (measured, cut) -> measured.problem().isEmpty() ? cut : measured));
        return new Links(List.copyOf(pairs.values()), Map.copyOf(lost));
    }

    private static Set<String> pair(String one, String other) {
        return new TreeSet<>(List.of(one, other));
    }

    private static GroupRun slower(GroupRun one, GroupRun other) {
        if (!one.problem().isEmpty() || !other.problem().isEmpty()) {
            return one.problem().isEmpty() ? other : one;
        }
        return new GroupRun(one.hosts(), Math.min(one.bytesPerSecond(), other.bytesPerSecond()),
                Math.min(one.microseconds(), other.microseconds()), "");
    }

    private static GroupRun run(PairTiming timing) {
        double rate = timing.measured() ? timing.bytesPerSecond() : Double.NaN;
        double micros = timing.measured() ? 1e6 * timing.latencySeconds() : Double.NaN;
        return new GroupRun(List.of(timing.from(), timing.to()), rate, micros, timing.problem());
    }

    private static GroupRun cut(Reachability way) {
        return new GroupRun(List.of(way.from(), way.to()), Double.NaN, Double.NaN, way.from() + " cannot connect to "
                + way.to());
    }
}
