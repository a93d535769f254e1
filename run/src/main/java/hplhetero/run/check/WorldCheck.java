package hplhetero.run.check;

import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.crew.Crew;
import hplhetero.run.crew.InspectedHost;
import hplhetero.run.crew.Look;
import hplhetero.run.crew.PairRounds;
import hplhetero.run.crew.PairTest;
import hplhetero.run.crew.Session;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Evidence from ranks that have been started, by their own transport; on rank 0. */
public final class WorldCheck {
    private WorldCheck() {
    }

    /**
     * What each host tells.
     *
     * @param rates whether kernels are measured
     * @param n     order of the matrix that is to fit; 0: none
     */
    public static Evidence hosts(Session session, boolean rates, int n) {
        List<CheckedHost> hosts = session.inspect(rates ? Look.WITH_RATES : Look.FULL).stream().map(WorldCheck::checked).toList();
        return new Evidence(hosts, Map.of(), List.of(), List.of(), n);
    }

    /**
     * What is wrong with the hosts of a run, in a quarter of a second.
     *
     * @param n           order of its largest matrix
     * @param bytesNeeded by some ranks together
     */
    public static List<Trouble> brief(Session session, int n, ToLongFunction<List<Integer>> bytesNeeded) {
        return BriefRules.of(n, session.inspect(Look.BRIEF).stream()
                .map(host -> new BriefRules.Demand(checked(host), bytesNeeded.applyAsLong(host.ranks()))).toList());
    }

    private static CheckedHost checked(InspectedHost host) {
        return new CheckedHost(host.name(), host.ranks().size(), host.clockAheadSeconds(), host.facts());
    }

    /** The same with messages between the hosts measured; a pair that cannot talk ends the run. */
    public static Evidence withPairs(Session session, Evidence evidence) {
        List<PairTest.Timing> pairs = session.pairs();
        List<PairTiming> timings = timings(session, pairs);
        List<PairTiming> repeats = new SlowPairs(timings).again(slow -> timings(session, session.pairsAgain(slow.stream()
                .map(timing -> pairs.get(timings.indexOf(timing))).map(pair -> new PairRounds.Pair(pair.a(), pair.b())).toList())), SlowPairs.Pause.SLEEP);
        return evidence.withPairs(List.of(), timings).withRepeats(repeats);
    }

    private static List<PairTiming> timings(Session session, List<PairTest.Timing> pairs) {
        return pairs.stream().map(timing -> timing(session.crew(), timing)).toList();
    }

    private static PairTiming timing(Crew crew, PairTest.Timing timing) {
        boolean oneHost = crew.hosts().size() == 1;
        return new PairTiming(name(crew, timing.a(), oneHost), name(crew, timing.b(), oneHost), "ranks " + timing.a() + " and " + timing.b(),
                timing.smallSeconds(), timing.bytesPerSecond(), "");
    }

    private static String name(Crew crew, int rank, boolean oneHost) {
        return oneHost ? "rank " + rank : crew.ranks().get(rank).host();
    }
}
