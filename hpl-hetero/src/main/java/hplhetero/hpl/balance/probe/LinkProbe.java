package hplhetero.hpl.balance.probe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

import hplhetero.comm.Await;
import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import hplhetero.hpl.balance.LinkCost;
import hplhetero.hpl.balance.PairClass;

/** Messages to and fro between a few pairs of ranks, one pair after the other while the rest are silent. */
final class LinkProbe {
    private static final int TAG = 7;
    /** From an eager message to a panel. */
    private static final int[] SIZES = {8, 1 << 10, 8 << 10, 64 << 10, 512 << 10, 4 << 20};
    /** From one of the larger sizes to the next. */
    private static final int STEP = 8;
    /** Sizes that are measured over any link. */
    private static final int ALWAYS = 4;
    private static final int PAIRS_PER_CLASS = 3;
    /** The first of each size find the other rank elsewhere, or code not compiled yet. */
    private static final int LEAST = 3;
    private static final int MOST = 2_000;

    /** The first byte of a message. */
    private static final byte MORE = 0;
    private static final byte LAST = 1;

    private final Communicator world;
    private final Ranks ranks;
    private final List<Integer> hostOf;

    /** Two ranks, of which {@code a} sends first. */
    record Pair(int a, int b) {
    }

    /** @param hostOf number of each rank's host: 0, 1, ... in the order in which they appear */
    LinkProbe(Communicator world, List<Integer> hostOf) {
        this.world = world;
        this.ranks = new Ranks(world);
        this.hostOf = hostOf;
    }

    /** Pairs that stand for all of their class: first ranks of hosts, and ranks far apart. */
    static Map<PairClass, SequencedSet<Pair>> pairs(List<Integer> hostOf) {
        Map<PairClass, SequencedSet<Pair>> pairs = new EnumMap<>(PairClass.class);
        int last = hostOf.size() - 1;
        int[][] candidates = {{0, 1}, {0, last}, {last - 1, last}, {0, last / 2}, {last / 2, last / 2 + 1}};
        for (int[] c : candidates) {
            offer(pairs, hostOf, c[0], c[1]);
        }
        for (int r = 1; r < hostOf.size(); r++) {
            offer(pairs, hostOf, r - 1, r);
            offer(pairs, hostOf, 0, r);
        }
        return pairs;
    }

    private static void offer(Map<PairClass, SequencedSet<Pair>> pairs, List<Integer> hostOf, int a, int b) {
        if (a < 0 || a >= b || b >= hostOf.size()) {
            return;
        }
        PairClass kind = hostOf.get(a).equals(hostOf.get(b)) ? PairClass.SAME_HOST : PairClass.OTHER_HOST;
        SequencedSet<Pair> chosen = pairs.computeIfAbsent(kind, k -> new LinkedHashSet<>());
        if (chosen.size() < PAIRS_PER_CLASS) {
            chosen.add(new Pair(a, b));
        }
    }

    /**
     * Collective.
     *
     * @param seconds for all of it, more or less
     * @return what this rank measured; classes differ from rank to rank
     */
    Map<PairClass, LinkCost> measure(double seconds) {
        Map<PairClass, SequencedSet<Pair>> pairs = pairs(hostOf);
        double each = seconds / Math.max(1, pairs.values().stream().mapToInt(SequencedSet::size).sum());
        Map<PairClass, LinkCost> costs = new EnumMap<>(PairClass.class);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment buffer = arena.allocate(SIZES[SIZES.length - 1], 64);
            pairs.forEach((kind, chosen) -> {
                List<Fit.Message> messages = new ArrayList<>();
                for (Pair pair : chosen) {
                    ranks.barrier();
                    if (world.rank() == pair.a) {
                        messages.addAll(ping(buffer, pair.b, each));
                    } else if (world.rank() == pair.b) {
                        pong(buffer, pair.a);
                    }
                }
                if (!messages.isEmpty()) {
                    costs.put(kind, Fit.link(messages));
                }
            });
            ranks.barrier();
        }
        return costs;
    }

    private List<Fit.Message> ping(MemorySegment buffer, int to, double seconds) {
        List<Fit.Message> messages = new ArrayList<>();
        double slice = seconds / SIZES.length;
        double trip = 0;
        // over a slow link the largest messages would take longer than all the rest
        for (int s = 0; s < SIZES.length && (s < ALWAYS || LEAST * STEP * trip <= seconds); s++) {
            trip = trips(buffer.asSlice(0, SIZES[s]), to, slice);
            messages.add(new Fit.Message(SIZES[s], trip / 2));
        }
        exchange(buffer.asSlice(0, 1), to, LAST);
        return messages;
    }

    /** Median of the round trips of one size. */
    private double trips(MemorySegment message, int to, double slice) {
        List<Double> trips = new ArrayList<>();
        long start = System.nanoTime();
        long now = start;
        while (trips.size() < LEAST || (now - start) * 1e-9 < slice && trips.size() < MOST) {
            exchange(message, to, MORE);
            long then = System.nanoTime();
            trips.add((then - now) * 1e-9);
            now = then;
        }
        return Fit.median(trips);
    }

    private void exchange(MemorySegment message, int to, byte flag) {
        message.set(ValueLayout.JAVA_BYTE, 0, flag);
        Request answer = world.irecv(message, to, TAG);
        Await.done(world.isend(message, to, TAG));
        Await.done(answer);
    }

    private void pong(MemorySegment buffer, int from) {
        byte flag = MORE;
        while (flag == MORE) {
            Request question = world.irecv(buffer, from, TAG);
            Await.done(question);
            flag = buffer.get(ValueLayout.JAVA_BYTE, 0);
            Await.done(world.isend(buffer.asSlice(0, question.bytes()), from, TAG));
        }
    }
}
