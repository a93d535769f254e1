package hplhetero.run.crew;

import hplhetero.comm.Await;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.run.crew.PairRounds.Pair;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Whether ranks can talk with each other, and how fast. A pair that cannot ends the run with its name, instead of a wait that nobody
 * explains. Every method is collective over the world.
 *
 * <p>Buffers are left to the garbage collector: when a pair is silent, a transport may still know of them.
 */
public final class PairTest {
    /** No answer for so long, and the pair cannot talk: a first message may have to wait for a connection to be made. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** All pairs among so many; beyond them each talks with as many others. */
    public static final int MOST_PARTNERS = 63;
    /** Rounds when pairs are measured, one round after the other. */
    public static final int MOST_ROUNDS = 31;

    private static final int TAG = (1 << 13) + 1;
    private static final int SMALL = 8;
    private static final int LARGE = 1 << 20;
    /** The first ones make connections, or find code not compiled yet. */
    private static final int WARM_TRIPS = 10;
    private static final int SMALL_TRIPS = 50;
    private static final int LARGE_TRIPS = 4;

    private final Communicator world;
    private final IntFunction<String> nameOf;
    private final Duration patience;

    /**
     * What a pair was measured to take.
     *
     * @param a              a rank
     * @param b              another
     * @param smallSeconds   half a round trip of 8 bytes, median
     * @param bytesPerSecond of 1 MiB, one way, median
     */
    public record Timing(int a, int b, double smallSeconds, double bytesPerSecond) implements Serializable {
    }

    /** @param nameOf a rank in words, such as {@code rank 3 on c} */
    private PairTest(Communicator world, IntFunction<String> nameOf, Duration patience) {
        this.world = world;
        this.nameOf = nameOf;
        this.patience = patience;
    }

    /** The brief test before a run: 8 bytes between the first ranks of all hosts, all pairs at once. */
    public static void brief(Communicator world, Crew crew) {
        brief(world, crew.speakers(), named(crew), PATIENCE);
    }

    static void brief(Communicator world, List<Integer> ranks, IntFunction<String> nameOf, Duration patience) {
        if (ranks.contains(world.rank())) {
            new PairTest(world, nameOf, patience).greet(ranks);
        }
    }

    /** Half round trips and bandwidths between {@code ranks}, as far as {@link #MOST_ROUNDS} go; those that this rank started. */
    static List<Timing> measure(Communicator world, Crew crew, List<Integer> ranks, Runnable barrier) {
        return new PairTest(world, named(crew), PATIENCE).rounds(ranks, barrier);
    }

    private static IntFunction<String> named(Crew crew) {
        return rank -> "rank " + rank + " on " + crew.ranks().get(rank).host();
    }

    /** Everyone sends to all partners, and hears from all of them, at once: no pair waits for another. */
    private void greet(List<Integer> ranks) {
        int me = ranks.indexOf(world.rank());
        List<Integer> partners = PairRounds.of(ranks.size(), MOST_PARTNERS).partners(me).stream().map(ranks::get).toList();
        Arena arena = Arena.ofAuto();
        MemorySegment greeting = arena.allocate(SMALL, SMALL);
        greeting.set(ValueLayout.JAVA_LONG, 0, world.rank());
        MemorySegment heard = arena.allocate(SMALL * (long) Math.max(1, partners.size()), SMALL);
        Map<Request, Integer> open = new LinkedHashMap<>();
        for (int i = 0; i < partners.size(); i++) {
            open.put(world.irecv(heard.asSlice((long) SMALL * i, SMALL), partners.get(i), TAG), partners.get(i));
        }
        partners.forEach(partner -> open.put(world.isend(greeting, partner, TAG), partner));
        awaitAll(open);
    }

    /** @param open messages, with the ranks they are from or to; emptied */
    private void awaitAll(Map<Request, Integer> open) {
        long deadline = System.nanoTime() + patience.toNanos();
        int idle = 0;
        while (!open.isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw silent(open.values().stream().distinct().toList(), "8 bytes");
            }
            idle = open.keySet().removeIf(request -> request.poll() == Progress.DONE) ? 0 : idle + 1;
            Await.pause(idle);
        }
    }

    private CommException silent(List<Integer> peers, String what) {
        String reason = nameOf.apply(world.rank()) + " heard nothing from " + String.join(", ", peers.stream().map(nameOf::apply).toList())
                + " within " + patience.toSeconds() + " s (" + what + ")";
        world.abort(reason, null);
        return new CommException(reason);
    }

    private List<Timing> rounds(List<Integer> ranks, Runnable barrier) {
        List<Timing> timings = new ArrayList<>();
        int me = ranks.indexOf(world.rank());
        Arena arena = Arena.ofAuto();
        MemorySegment buffer = arena.allocate(LARGE, 64);
        for (List<Pair> round : PairRounds.of(ranks.size(), MOST_ROUNDS).rounds()) {
            barrier.run();
            for (Pair pair : round) {
                if (pair.a() == me) {
                    timings.add(ping(buffer, ranks.get(pair.b())));
                } else if (pair.b() == me) {
                    pong(buffer, ranks.get(pair.a()));
                }
            }
        }
        barrier.run();
        return timings;
    }

    private Timing ping(MemorySegment buffer, int peer) {
        trips(buffer.asSlice(0, SMALL), peer, WARM_TRIPS);
        double small = trips(buffer.asSlice(0, SMALL), peer, SMALL_TRIPS) / 2;
        trips(buffer, peer, 1);
        double large = trips(buffer, peer, LARGE_TRIPS) / 2;
        return new Timing(world.rank(), peer, small, LARGE / large);
    }

    private void pong(MemorySegment buffer, int peer) {
        for (int i = 0; i < WARM_TRIPS + SMALL_TRIPS + 1 + LARGE_TRIPS; i++) {
            MemorySegment message = i < WARM_TRIPS + SMALL_TRIPS ? buffer.asSlice(0, SMALL) : buffer;
            done(world.irecv(message, peer, TAG), peer, message);
            done(world.isend(message, peer, TAG), peer, message);
        }
    }

    /** Median seconds of a round trip. */
    private double trips(MemorySegment message, int peer, int count) {
        double[] seconds = new double[count];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            Request answer = world.irecv(message, peer, TAG);
            done(world.isend(message, peer, TAG), peer, message);
            done(answer, peer, message);
            seconds[i] = (System.nanoTime() - start) * 1e-9;
        }
        Arrays.sort(seconds);
        return seconds[count / 2];
    }

    private void done(Operation operation, int peer, MemorySegment message) {
        long deadline = System.nanoTime() + patience.toNanos();
        int idle = 0;
        for (Progress p = operation.poll(); p != Progress.DONE; p = operation.poll()) {
            if (System.nanoTime() > deadline) {
                throw silent(List.of(peer), message.byteSize() == SMALL ? "8 bytes"
                        : "1 MiB, though 8 bytes arrived: a link or switch that drops large packets? compare the MTUs ('ip link')");
            }
            idle = p == Progress.IDLE ? idle + 1 : 0;
            Await.pause(idle);
        }
    }
}
