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

/** Inspects the hosts of all ranks, and the messages between them. Each method is collective. */
final class Inspection {
    private final Communicator world;
    private final ObjectExchange exchange;
    private final RankTable rankTable;

    /**
     * The identity of a computer: its host name and its kernel's boot id. Two computers may have one name, and several containers may share
     * a kernel.
     */
    private record Computer(String host, String bootId) implements Serializable {
    }

    /** What a rank found, and its clock. Facts are null except from the first rank of a host. */
    private record Found(HostFacts facts, long clockMillis) implements Serializable {
    }

    /**
     * Makes the inspection of a job; inspects nothing yet.
     *
     * @param world     connects all ranks of the job
     * @param exchange  sends objects between these ranks
     * @param rankTable all ranks, and where they are
     */
    Inspection(Communicator world, ObjectExchange exchange, RankTable rankTable) {
        this.world = world;
        this.exchange = exchange;
        this.rankTable = rankTable;
    }

    /**
     * Returns every host as its first rank sees it, in the order of first ranks. All hosts are inspected at the same time.
     *
     * @param look inspects this rank's host; called on the first rank of each host only
     */
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

    /** Returns the host with the usable cores of all its ranks, because one rank may be bound to only some of them. */
    private InspectedHost inspected(List<Integer> ranks, Found found, Found first) {
        String host = rankTable.ranks().get(ranks.getFirst()).host();
        return new InspectedHost(host, ranks, found.facts().withUsableCores(rankTable.cores(host)),
                (found.clockMillis() - first.clockMillis()) * 1e-3);
    }

    /** Measures messages between the first ranks of all hosts, or between all ranks where there is only one host. Returns all timings. */
    List<PairTest.Timing> pairs() {
        List<Integer> ranks = rankTable.firstRanks();
        List<Integer> chosen = ranks.size() > 1 ? ranks : rankTable.ranksOn(rankTable.hosts().getFirst());
        return told(new PairTest(world, rankTable).measure(chosen, exchange::barrier));
    }

    /**
     * Measures messages between some pairs of ranks, one pair after the other, and returns all timings.
     *
     * @param pairs the pairs to measure, as numbers of ranks
     */
    List<PairTest.Timing> pairsAgain(List<PairRounds.Pair> pairs) {
        return told(new PairTest(world, rankTable).measureRounds(pairs.stream().map(List::of).toList(), exchange::barrier));
    }

    private List<PairTest.Timing> told(List<PairTest.Timing> mine) {
        return exchange.all(new ArrayList<>(mine)).stream().flatMap(List::stream).toList();
    }
}
