package hplhetero.run.job;

import hplhetero.comm.Communicator;
import hplhetero.run.facts.HostFacts;
import hplhetero.run.facts.HostProbe;
import hplhetero.run.start.ObjectExchange;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Looks at the hosts of all ranks. Each method is collective. */
final class Inspection {
    private final Communicator world;
    private final ObjectExchange exchange;
    private final RankTable rankTable;

    /** What tells computers apart: two may have one name, and one kernel several. */
    private record Computer(String host, String bootId) implements Serializable {
    }

    /** What the first rank on a host found; no facts on the others. */
    private record Found(HostFacts facts, long clockMillis) implements Serializable {
    }

    Inspection(Communicator world, ObjectExchange exchange, RankTable rankTable) {
        this.world = world;
        this.exchange = exchange;
        this.rankTable = rankTable;
    }

    /** Every host as its first rank sees it, all at once; in the order of first ranks. */
    List<InspectedHost> hosts(Supplier<HostFacts> look) {
        List<Computer> computers = exchange.all(new Computer(rankTable.ranks().get(world.rank()).host(), HostProbe.bootId()));
        boolean first = computers.indexOf(computers.get(world.rank())) == world.rank();
        HostFacts mine = first ? look.get() : null;
        exchange.barrier();
        List<Found> found = exchange.all(new Found(mine, System.currentTimeMillis()));
        Map<Computer, List<Integer>> ranks = new LinkedHashMap<>();
        for (int r = 0; r < computers.size(); r++) {
            ranks.computeIfAbsent(computers.get(r), c -> new ArrayList<>()).add(r);
        }
        return ranks.values().stream().map(there -> inspected(there, found.get(there.getFirst()), found.getFirst())).toList();
    }

    /** A rank may be bound to some cores: those of all ranks count. */
    private InspectedHost inspected(List<Integer> ranks, Found found, Found first) {
        String host = rankTable.ranks().get(ranks.getFirst()).host();
        return new InspectedHost(host, ranks, found.facts().withUsableCores(rankTable.cores(host)),
                (found.clockMillis() - first.clockMillis()) * 1e-3);
    }

    /** Between the first ranks of all hosts; between the ranks of the host, where there is but one. */
    List<PairTest.Timing> pairs() {
        List<Integer> ranks = rankTable.firstRanks();
        List<Integer> chosen = ranks.size() > 1 ? ranks : rankTable.ranksOn(rankTable.hosts().getFirst());
        return told(new PairTest(world, rankTable).measure(chosen, exchange::barrier));
    }

    /** Between these ranks, one pair after the other. */
    List<PairTest.Timing> pairsAgain(List<PairRounds.Pair> pairs) {
        return told(new PairTest(world, rankTable).measureRounds(pairs.stream().map(List::of).toList(), exchange::barrier));
    }

    private List<PairTest.Timing> told(List<PairTest.Timing> mine) {
        return exchange.all(new ArrayList<>(mine)).stream().flatMap(List::stream).toList();
    }
}
