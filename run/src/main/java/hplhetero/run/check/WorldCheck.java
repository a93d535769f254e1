package hplhetero.run.check;

import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.rules.BriefRules;
import hplhetero.run.check.rules.CheckedHost;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Problem;
import hplhetero.run.check.rules.SlowPairs;
import hplhetero.run.job.InspectedHost;
import hplhetero.run.job.InspectionLevel;
import hplhetero.run.job.PairRounds;
import hplhetero.run.job.PairTest;
import hplhetero.run.job.RankTable;
import hplhetero.run.job.Session;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** A check of hosts by the ranks that have been started on them, with their own transport. Used on rank 0. */
public final class WorldCheck {
    private WorldCheck() {
    }

    /**
     * Returns the evidence, all that a check has seen, of what each host tells of itself: machine, memory, load, clock, networks and
     * limits.
     *
     * @param session the ranks that have been started on the hosts
     * @param rates   whether the speed of each host's compute kernels is measured too, which takes a second or more
     * @param n       order of the matrix whose memory the hosts must have; 0: none
     */
    public static Evidence hosts(Session session, boolean rates, int n) {
        List<CheckedHost> hosts = session.inspect(rates ? InspectionLevel.WITH_RATES : InspectionLevel.FULL).stream()
                .map(WorldCheck::checked).toList();
        return new Evidence(hosts, Map.of(), List.of(), List.of(), n);
    }

    /**
     * Returns what is wrong with the hosts of a run, as far as it takes no time to see; empty where nothing is.
     *
     * @param hosts       the hosts, as they were inspected
     * @param n           order of the run's largest matrix
     * @param bytesNeeded returns how many bytes of memory the ranks of one host, given by their numbers, take together
     */
    public static List<Problem> brief(List<InspectedHost> hosts, int n, ToLongFunction<List<Integer>> bytesNeeded) {
        return BriefRules.of(n, hosts.stream()
                .map(host -> new BriefRules.Demand(checked(host), bytesNeeded.applyAsLong(host.ranks()))).toList());
    }

    private static CheckedHost checked(InspectedHost host) {
        return new CheckedHost(host.name(), host.ranks().size(), host.clockAheadSeconds(), host.facts());
    }

    /**
     * Measures messages between pairs of hosts, or of ranks where there is one host, and returns what a check has seen with their timings
     * added. Slow pairs are measured again. A pair that cannot talk ends the run.
     *
     * @param session  the ranks that have been started on the hosts
     * @param evidence what the check has seen so far
     */
    public static Evidence withPairs(Session session, Evidence evidence) {
        List<PairTest.Timing> pairs = session.pairs();
        List<PairTiming> timings = timings(session, pairs);
        List<PairTiming> repeats = new SlowPairs(timings, evidence.acceptance()).again(slow -> timings(session,
                session.pairsAgain(slow.stream().map(timing -> pairs.get(timings.indexOf(timing)))
                        .map(pair -> new PairRounds.Pair(pair.a(), pair.b())).toList())), SlowPairs.Pause.SLEEP);
        return evidence.withPairs(List.of(), timings).withRepeats(repeats);
    }

    private static List<PairTiming> timings(Session session, List<PairTest.Timing> pairs) {
        return pairs.stream().map(timing -> timing(session.rankTable(), timing)).toList();
    }

    private static PairTiming timing(RankTable rankTable, PairTest.Timing timing) {
        boolean oneHost = rankTable.hosts().size() == 1;
        return new PairTiming(name(rankTable, timing.a(), oneHost), name(rankTable, timing.b(), oneHost), "ranks " + timing.a() + " and "
                + timing.b(),
                timing.smallSeconds(), timing.bytesPerSecond(), "");
    }

    private static String name(RankTable rankTable, int rank, boolean oneHost) {
        return oneHost ? "rank " + rank : rankTable.ranks().get(rank).host();
    }
}
