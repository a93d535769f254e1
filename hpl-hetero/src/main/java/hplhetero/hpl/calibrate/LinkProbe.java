package hplhetero.hpl.calibrate;

import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.PingPong;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.LongSupplier;

/** Messages to and fro between a few pairs of ranks, one pair after the other while the rest are silent. */
final class LinkProbe {
    private static final int TAG = 7;
    /** From an eager message to a panel. */
    private static final int[] SIZES_BYTES = {8, 1 << 10, 8 << 10, 64 << 10, 512 << 10, 4 << 20};
    private static final int PAIRS_PER_CLASS = 3;
    /** Slow ones, and all pairs share one link. */
    private static final int PAIRS_OF_SITES = 2;
    /** Of a pair's time: rows exchanged behind computing. */
    private static final double SWAP_TIME_SHARE = 0.3;

    private final Communicator world;
    private final CalibrationCollectives ranks;
    private final List<Integer> hostOf;
    private final LongSupplier nanoTime;
    private final List<Integer> siteOf;

    /** Two ranks, of which {@code a} sends first. */
    record Pair(int a, int b) {
    }

    /**
     * @param hostOf   number of each rank's host: 0, 1, ... in the order in which they appear
     * @param siteOf   number of each rank's site
     * @param nanoTime the clock to time messages by
     */
    LinkProbe(Communicator world, List<Integer> hostOf, List<Integer> siteOf, LongSupplier nanoTime) {
        this.world = world;
        this.ranks = new CalibrationCollectives(world);
        this.hostOf = hostOf;
        this.nanoTime = nanoTime;
        this.siteOf = siteOf;
    }

    /** Pairs that stand for all of their class: first ranks of hosts, and ranks far apart. */
    static Map<PairClass, SequencedSet<Pair>> pairs(List<Integer> hostOf, List<Integer> siteOf) {
        Network network = new Network(Map.of(), hostOf, siteOf);
        Map<PairClass, SequencedSet<Pair>> pairs = new EnumMap<>(PairClass.class);
        int last = hostOf.size() - 1;
        int[][] candidates = {{0, 1}, {0, last}, {last - 1, last}, {0, last / 2}, {last / 2, last / 2 + 1}};
        for (int[] c : candidates) {
            offer(pairs, network, c[0], c[1]);
        }
        for (int r = 1; r < hostOf.size(); r++) {
            offer(pairs, network, r - 1, r);
            offer(pairs, network, 0, r);
        }
        return pairs;
    }

    private static void offer(Map<PairClass, SequencedSet<Pair>> pairs, Network network, int a, int b) {
        if (a < 0 || a >= b || b >= network.hostOf().size()) {
            return;
        }
        PairClass kind = network.pair(a, b);
        SequencedSet<Pair> chosen = pairs.computeIfAbsent(kind, k -> new LinkedHashSet<>());
        if (chosen.size() < (kind == PairClass.OTHER_SITE ? PAIRS_OF_SITES : PAIRS_PER_CLASS)) {
            chosen.add(new Pair(a, b));
        }
    }

    /**
     * Collective.
     *
     * @param seconds for all of it, more or less
     * @return what this rank measured; classes differ from rank to rank
     */
    Map<PairClass, PairCost> measure(double seconds) {
        Map<PairClass, SequencedSet<Pair>> pairs = pairs(hostOf, siteOf);
        double each = seconds / Math.max(1, pairs.values().stream().mapToInt(SequencedSet::size).sum());
        return MessageMemory.lend(arena -> {
            MemorySegment buffer = arena.allocate(SIZES_BYTES[SIZES_BYTES.length - 1], 64);
            Map<PairClass, PairCost> costs = new EnumMap<>(PairClass.class);
            pairs.forEach((kind, chosen) -> link(kind, chosen, buffer, each).ifPresent(cost -> costs.put(kind, cost)));
            ranks.barrier();
            return costs;
        });
    }

    /** What this rank, as the first of some pair, has measured of their kind of link. Collective. */
    private Optional<PairCost> link(PairClass kind, SequencedSet<Pair> pairs, MemorySegment buffer, double seconds) {
        List<Sample> messages = new ArrayList<>();
        List<Double> swaps = new ArrayList<>();
        for (Pair pair : pairs) {
            ranks.barrier();
            if (world.rank() == pair.a) {
                messages.addAll(MessageSeries.measure(new PingPong(world, pair.b, TAG), buffer, SIZES_BYTES,
                        seconds * (1 - SWAP_TIME_SHARE), nanoTime));
            } else if (world.rank() == pair.b) {
                new PingPong(world, pair.a, TAG).answerUntilEnd(buffer);
            }
            swap(pair, messages, seconds * SWAP_TIME_SHARE).ifPresent(swaps::add);
        }
        if (messages.isEmpty()) {
            return Optional.empty();
        }
        LinkCost link = kind == PairClass.SAME_HOST ? HockneyFit.fit(messages) : HockneyFit.fitNetwork(messages);
        return Optional.of(new PairCost(link.latency(), link.secondsPerByte(), swaps.isEmpty() ? 0 : CostFit.median(swaps)));
    }

    /**
     * Collective.
     *
     * @param messages what the pair's first rank has measured
     * @return what rows take of the pair's first rank's time, on that rank
     */
    private Optional<Double> swap(Pair pair, List<Sample> messages, double seconds) {
        Communicator both = world.split(world.rank() == pair.a || world.rank() == pair.b ? 0 : Communicator.NO_COLOR, world.rank());
        if (both == null) {
            return Optional.empty();
        }
        double longest = messages.isEmpty() ? 1 : messages.getLast().seconds() / messages.getLast().bytes();
        Optional<Double> taken = MessageMemory.lend(arena -> new SwapProbe(both, arena).secondsPerByte(longest, seconds));
        both.free();
        return taken.filter(ignored -> world.rank() == pair.a);
    }
}
