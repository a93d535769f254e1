package hplhetero.run.burnin;

import hplhetero.results.burnin.GroupRun;
import hplhetero.run.check.HostsCheck;
import hplhetero.run.check.agent.HostShell;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import hplhetero.run.check.rules.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The links between hosts, as messages of pairs show them.
 *
 * @param pairs the pairs that were tried
 * @param lost  why hosts did not take part, by host
 */
record Links(List<GroupRun> pairs, Map<String, String> lost) {
    /** What is known where no links were measured. */
    static final Links NONE = new Links(List.of(), Map.of());

    /**
     * Measures messages between pairs of hosts, in rounds in which each host is in one pair. Pairs that stand out are measured again,
     * alone, and the better result counts.
     *
     * @param hosts names of the hosts
     * @param shell starts hpl on the hosts
     */
    static Links measure(List<String> hosts, HostShell shell) {
        SequencedMap<String, Integer> ranks = new LinkedHashMap<>();
        hosts.forEach(host -> ranks.put(host, 1));
        return of(new HostsCheck(ranks, shell, List.of(), false, 0).run(ignored -> {
        }));
    }

    /** Returns what a check of hosts has found of their links. */
    static Links of(Evidence evidence) {
        List<GroupRun> pairs = new ArrayList<>();
        evidence.timings().forEach(timing -> pairs.add(pair(best(timing, evidence.repeats()))));
        evidence.reaches().stream().filter(way -> way.best().isEmpty() && pairs.stream().noneMatch(pair -> isOf(pair, way)))
                .forEach(way -> pairs.add(new GroupRun(List.of(way.from(), way.to()), Double.NaN, Double.NaN, Double.NaN,
                        way.from() + " cannot connect to " + way.to())));
        Map<String, String> lost = new LinkedHashMap<>();
        evidence.lost().forEach((host, reason) -> lost.put(host, reason.why()));
        return new Links(List.copyOf(pairs), Map.copyOf(lost));
    }

    private static boolean isOf(GroupRun pair, Reachability way) {
        return pair.hosts().contains(way.from()) && pair.hosts().contains(way.to());
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

    private static GroupRun pair(PairTiming timing) {
        double rate = timing.measured() ? timing.bytesPerSecond() : Double.NaN;
        double micros = timing.measured() ? 1e6 * timing.latencySeconds() : Double.NaN;
        return new GroupRun(List.of(timing.from(), timing.to()), Double.NaN, rate, micros, timing.problem());
    }
}
