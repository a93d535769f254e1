package hplhetero.hpl.network.probe;

import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.PingPong;
import hplhetero.hpl.calibrate.CalibrationCollectives;
import hplhetero.hpl.calibrate.MessageSeries;
import hplhetero.hpl.calibrate.SiteProbe;
import hplhetero.hpl.network.probe.ProbePairs.Pair;
import hplhetero.hpl.network.probe.ProbeResult.Incast;
import hplhetero.hpl.network.probe.ProbeResult.Overheads;
import hplhetero.network.topology.Placement;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** The measurement of the network between the ranks of a world. Each rank makes one instance and calls it. Owner: the rank's thread. */
public final class NetworkProbe {
    private static final int TAG = 7;
    // The shares of the whole time that each measurement may take.
    private static final double SITES = 0.2;
    private static final double WARM_UP = 0.05;
    private static final double ALONE = 0.3;
    private static final double TOGETHER = 0.25;
    private static final double OVERHEADS = 0.05;
    private static final double INCASTS = 0.15;

    private final Communicator world;
    private final CalibrationCollectives ranks;
    private final ProbeRequest request;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;

    /**
     * Makes the measurement of one rank; nothing is measured before {@link #measure}.
     *
     * @param world    communicator of all ranks to measure
     * @param request  what to measure, equal on all ranks
     * @param nanoTime clock that times messages, in nanoseconds
     * @param progress hears, on rank 0, what is measured next
     */
    public NetworkProbe(Communicator world, ProbeRequest request, LongSupplier nanoTime, Consumer<String> progress) {
        this.world = world;
        this.ranks = new CalibrationCollectives(world);
        this.request = request;
        this.nanoTime = nanoTime;
        this.progress = world.rank() == 0 ? progress : _ -> { };
    }

    /**
     * Measures pairs of ranks, overheads, and many ranks that send to one. Collective over the world.
     *
     * @param placement where the ranks sit, on rank 0, where that is known: slow links between sites are then not looked for
     * @return what was measured, equal on all ranks
     */
    public ProbeResult measure(Optional<Placement> placement) {
        List<String> hosts = ranks.texts(world.hostName());
        boolean known = ranks.texts(placement.isPresent() ? "known" : "").getFirst().equals("known");
        List<Integer> siteOf = known ? IntStream.range(0, world.size()).mapToObj(_ -> 0).toList() : sites(hosts);
        IntBinaryOperator kind = ProbedNetwork.hops(hosts, siteOf, placement);
        List<Pair> chosen = ProbePairs.read(ranks.texts(world.rank() == 0 ? ProbePairs.write(ProbePairs.ofEachKind(world.size(), kind)
                .values().stream().flatMap(List::stream).toList()) : "").getFirst());
        return MessageMemory.lend(arena -> {
            MemorySegment buffer = arena.allocate(request.largest(), 64);
            List<PairSamples> alone = alone(chosen, buffer);
            List<PairSamples> together = request.allPairs() ? together(buffer) : List.of();
            return new ProbeResult(hosts, siteOf, alone, together, overheads(chosen, kind), incasts(kind));
        });
    }

    private List<Integer> sites(List<String> hosts) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Integer> hostOf = hosts.stream().map(host -> numbers.computeIfAbsent(host, _ -> numbers.size())).toList();
        if (numbers.size() > 2) {
            progress.accept("looking for slow links between " + numbers.size() + " hosts");
        }
        return new SiteProbe(world, hostOf, nanoTime).measure(request.seconds() * SITES);
    }

    private List<PairSamples> alone(List<Pair> pairs, MemorySegment buffer) {
        progress.accept("measuring " + pairs.size() + (pairs.size() == 1 ? " pair" : " pairs, one by one"));
        List<PairSamples> mine = new ArrayList<>();
        for (Pair pair : pairs) {
            ranks.barrier();
            // The first exchange is thrown away: it meets code not compiled yet, and paths that only first messages take.
            measure(pair, buffer, request.seconds() * WARM_UP / pairs.size(), new ArrayList<>());
            measure(pair, buffer, request.seconds() * ALONE / pairs.size(), mine);
        }
        return gathered(mine);
    }

    private List<PairSamples> together(MemorySegment buffer) {
        List<List<Pair>> rounds = ProbePairs.rounds(world.size());
        progress.accept("measuring all pairs in " + rounds.size() + " rounds");
        List<PairSamples> mine = new ArrayList<>();
        long told = System.nanoTime();
        for (int round = 0; round < rounds.size(); round++) {
            ranks.barrier();
            for (Pair pair : rounds.get(round)) {
                measure(pair, buffer, request.seconds() * TOGETHER / rounds.size(), mine);
            }
            if (System.nanoTime() - told > 2e9) {
                progress.accept("round " + (round + 1) + " of " + rounds.size() + " is done");
                told = System.nanoTime();
            }
        }
        return gathered(mine);
    }

    private void measure(Pair pair, MemorySegment buffer, double seconds, List<PairSamples> mine) {
        if (world.rank() == pair.a()) {
            PingPong pingPong = new PingPong(world, pair.b(), TAG);
            mine.add(new PairSamples(pair.a(), pair.b(), MessageSeries.measure(pingPong, buffer, request.sizes(), seconds, nanoTime)));
        } else if (world.rank() == pair.b()) {
            new PingPong(world, pair.a(), TAG).answerUntilEnd(buffer);
        }
    }

    /** Returns the samples that all ranks have measured, in the order of these ranks. Collective over the world. */
    private List<PairSamples> gathered(List<PairSamples> mine) {
        StringBuilder lines = new StringBuilder();
        mine.forEach(timing -> lines.append(timing.write()));
        return ranks.texts(lines.toString()).stream().flatMap(String::lines).map(PairSamples::read).toList();
    }

    /**
     * Measures what a message takes of a rank's own time, for a pair of ranks on different nodes, or any pair where there is none.
     * Collective over the world.
     */
    private Optional<Overheads> overheads(List<Pair> pairs, IntBinaryOperator kind) {
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        progress.accept("measuring overheads");
        Pair pair = pairs.stream().filter(each -> kind.applyAsInt(each.a(), each.b()) > 0).findFirst().orElse(pairs.getFirst());
        // Rank 0 may know more than the others of where all ranks sit, so all ranks take its pair.
        Pair agreed = ProbePairs.read(ranks.texts(ProbePairs.write(List.of(pair))).getFirst()).getFirst();
        ranks.barrier();
        String mine = "";
        if (world.rank() == agreed.a()) {
            mine = new OverheadProbe(world, agreed.b(), nanoTime).measure(request.seconds() * OVERHEADS);
        } else if (world.rank() == agreed.b()) {
            new OverheadProbe(world, agreed.a(), nanoTime).answer();
        }
        String[] words = ranks.texts(mine).get(agreed.a()).split(" ");
        return Optional.of(new Overheads(agreed.a(), agreed.b(), Double.parseDouble(words[0]), Double.parseDouble(words[1])));
    }

    private List<Incast> incasts(IntBinaryOperator kind) {
        if (world.size() <= 2) {
            return List.of();
        }
        progress.accept("measuring messages from many ranks to one");
        List<Integer> senders = ProbePairs.read(ranks.texts(ProbePairs.write(IncastProbe.senders(world.size(), kind).stream()
                .map(sender -> new Pair(0, sender)).toList())).getFirst()).stream().map(Pair::b).toList();
        IncastProbe probe = new IncastProbe(world, senders, Math.min(request.largest(), IncastProbe.MOST_BYTES), nanoTime);
        return probe.measure(request.seconds() * INCASTS, ranks::barrier, mine -> ranks.texts(mine).getFirst());
    }
}
