package hplhetero.hpl.calibrate;

import hplhetero.blas.DenseKernels;
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

/** A probe of links: messages to and fro between a few pairs of ranks, one pair after the other while all other ranks are silent. */
final class LinkProbe {
    private static final int TAG = 7;
    /** Message sizes in bytes, ascending, from an eager message to a panel. */
    private static final int[] SIZES_BYTES = {8, 1 << 10, 8 << 10, 64 << 10, 512 << 10, 4 << 20};
    private static final int PAIRS_PER_CLASS = 3;
    /** Number of pairs measured between sites: such links are slow, and all pairs share one. */
    private static final int PAIRS_OF_SITES = 2;
    /** Number of pairs of each class that a short calibration measures. */
    private static final int PAIRS_IN_SHORT = 1;
    /** Share of a pair's time that measures row exchanges behind computing. */
    private static final double SWAP_TIME_SHARE = 0.3;

    private final Communicator world;
    private final DenseKernels kernels;
    private final CalibrationCollectives ranks;
    private final List<Integer> hostOf;
    private final LongSupplier nanoTime;
    private final List<Integer> siteOf;
    /** Most pairs of a class that are measured. */
    private final int mostPairs;

    /**
     * A pair of ranks that send messages to and fro.
     *
     * @param a rank that sends first
     * @param b rank that answers
     */
    record Pair(int a, int b) {
    }

    /**
     * Creates a probe of the links between the ranks of a world.
     *
     * @param kernels  this rank's kernels, which hold the matrix whose rows are swapped
     * @param hostOf   number of each rank's host, indexed by rank: 0, 1, ... in the order in which they appear
     * @param siteOf   number of each rank's site, indexed by rank
     * @param nanoTime the clock that times messages, in nanoseconds
     * @param effort   how much is measured: fewer pairs in a short calibration
     */
    LinkProbe(Communicator world, DenseKernels kernels, List<Integer> hostOf, List<Integer> siteOf, LongSupplier nanoTime,
            Effort effort) {
        this.world = world;
        this.kernels = kernels;
        this.mostPairs = effort == Effort.SHORT ? PAIRS_IN_SHORT : PAIRS_PER_CLASS;
        this.ranks = new CalibrationCollectives(world);
        this.hostOf = hostOf;
        this.nanoTime = nanoTime;
        this.siteOf = siteOf;
    }

    /** Returns for each class the pairs that stand for all of the class: first ranks of hosts, and ranks far apart. */
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
            offer(pairs, network, hostOf.indexOf(hostOf.get(r)), r);
            offer(pairs, network, siteOf.indexOf(siteOf.get(r)), r);
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
     * Measures the links of every class. Collective.
     *
     * @param seconds approximate time for all measurements, in seconds
     * @return the costs that this rank measured, by class; the classes differ from rank to rank
     */
    Map<PairClass, PairCost> measure(double seconds) {
        Map<PairClass, SequencedSet<Pair>> pairs = pairs(hostOf, siteOf);
        double each = seconds / Math.max(1, pairs.values().stream().mapToInt(chosen -> Math.min(mostPairs, chosen.size())).sum());
        return MessageMemory.lend(arena -> {
            MemorySegment buffer = arena.allocate(SIZES_BYTES[SIZES_BYTES.length - 1], 64);
            Map<PairClass, PairCost> costs = new EnumMap<>(PairClass.class);
            pairs.forEach((kind, chosen) -> link(kind, chosen, buffer, each).ifPresent(cost -> costs.put(kind, cost)));
            ranks.barrier();
            return costs;
        });
    }

    /** Measures some pairs of one class. Returns the cost that this rank measured as the first rank of some pair, or empty. Collective. */
    private Optional<PairCost> link(PairClass kind, SequencedSet<Pair> pairs, MemorySegment buffer, double seconds) {
        List<Sample> messages = new ArrayList<>();
        List<Double> swaps = new ArrayList<>();
        for (Pair pair : pairs.stream().limit(mostPairs).toList()) {
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
        return Optional.of(new PairCost(link.latency(), link.secondsPerByte(), swaps.isEmpty() ? 0 : CostFit.median(swaps),
                PairCost.bySize(messages)));
    }

    /**
     * Measures how much of a rank's own time row exchanges between the two ranks of a pair take. Collective.
     *
     * @param messages what this rank has measured so far as the first rank of pairs; empty on a rank that was first in none
     * @return on the pair's first rank the seconds of its thread for each byte of U; empty on other ranks
     */
    private Optional<Double> swap(Pair pair, List<Sample> messages, double seconds) {
        Communicator both = world.split(world.rank() == pair.a || world.rank() == pair.b ? 0 : Communicator.NO_COLOR, world.rank());
        if (both == null) {
            return Optional.empty();
        }
        double longest = messages.isEmpty() ? 1 : messages.getLast().seconds() / messages.getLast().bytes();
        Optional<Double> taken = MessageMemory.lend(arena -> new SwapProbe(both, kernels, arena).secondsPerByte(longest, seconds));
        both.free();
        return taken.filter(ignored -> world.rank() == pair.a);
    }
}
