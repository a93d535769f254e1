package hplhetero.run.job;

import hplhetero.comm.Await;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.PingPong;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.run.job.PairRounds.Pair;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures how fast messages between ranks are. A pair that is silent ends the run, and the message names it.
 *
 * <p>Buffers are left to the garbage collector: when a rank is silent, a transport may still use them.
 */
public final class PairTest {
    /** The most rounds in which pairs are measured, one round after the other. */
    public static final int MOST_ROUNDS = 31;

    /** Time after which a partner counts as silent. It is short because the ranks have talked before. */
    private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(10);
    private static final int TAG = (1 << 13) + 2;
    private static final int SMALL_BYTES = 8;
    private static final int LARGE_BYTES = 1 << 20;
    /** Round trips before the measured ones. The first trips run code that is not compiled yet, or take another path than later ones. */
    private static final int WARMUP_TRIPS = 10;
    private static final int SMALL_TRIPS = 50;
    private static final int LARGE_TRIPS = 4;

    private final Communicator world;
    private final RankTable rankTable;
    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final LongSupplier waitingTime;
    private final MemorySegment buffer = Arena.ofAuto().allocate(LARGE_BYTES, 64);
    private final MemorySegment echo = Arena.ofAuto().allocate(LARGE_BYTES, 64);

    /**
     * The measured times of a pair of ranks.
     *
     * @param a              the rank that measured
     * @param b              its partner
     * @param smallSeconds   half the median round trip of 8 bytes, in seconds
     * @param bytesPerSecond rate of messages of 1 MiB, by half the median round trip
     */
    public record Timing(int a, int b, double smallSeconds, double bytesPerSecond) implements Serializable {
    }

    /**
     * Makes a test on the ranks of the world.
     *
     * @param timeout     time after which a partner counts as silent
     * @param nanoTime    the clock that times messages, in nanoseconds
     * @param waitingTime the clock that the timeout goes by, in nanoseconds
     */
    PairTest(Communicator world, RankTable rankTable, Duration timeout, LongSupplier nanoTime, LongSupplier waitingTime) {
        this.world = world;
        this.rankTable = rankTable;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
        this.waitingTime = waitingTime;
    }

    /** Makes a test on the ranks of the world, with the usual limit of silence and the JVM's clock. */
    PairTest(Communicator world, RankTable rankTable) {
        this(world, rankTable, SILENCE_TIMEOUT, System::nanoTime, System::nanoTime);
    }

    /**
     * Measures messages between pairs of these ranks. Collective over the world.
     *
     * @param ranks   ranks to be paired, in at most {@link #MOST_ROUNDS} rounds
     * @param barrier the barrier of the world
     * @return what this rank measured
     * @throws CommException naming a pair that is silent; the run is then over for all ranks
     */
    List<Timing> measure(List<Integer> ranks, Runnable barrier) {
        return measureRounds(PairRounds.of(ranks.size(), MOST_ROUNDS).rounds().stream()
                .map(round -> round.stream().map(pair -> new Pair(ranks.get(pair.a()), ranks.get(pair.b()))).toList()).toList(), barrier);
    }

    /**
     * Measures messages between pairs of ranks, round after round. The pairs of a round are measured at the same time. Collective over the
     * world.
     *
     * @param rounds  the pairs of each round, as numbers of ranks in the world
     * @param barrier the barrier of the world
     * @return what this rank measured
     * @throws CommException naming a pair that is silent; the run is then over for all ranks
     */
    List<Timing> measureRounds(List<List<Pair>> rounds, Runnable barrier) {
        List<Timing> timings = new ArrayList<>();
        for (List<Pair> round : rounds) {
            // so that no rank waits for one that waits for a third
            barrier.run();
            for (Pair pair : round) {
                if (pair.a() == world.rank()) {
                    timings.add(ping(pair.b()));
                } else if (pair.b() == world.rank()) {
                    pong(pair.a());
                }
            }
        }
        barrier.run();
        return timings;
    }

    private Timing ping(int peer) {
        PingPong pingPong = new PingPong(world, peer, TAG, this::done);
        trips(pingPong, SMALL_BYTES, WARMUP_TRIPS);
        double small = trips(pingPong, SMALL_BYTES, SMALL_TRIPS) / 2;
        trips(pingPong, LARGE_BYTES, 1);
        double large = trips(pingPong, LARGE_BYTES, LARGE_TRIPS) / 2;
        return new Timing(world.rank(), peer, small, LARGE_BYTES / large);
    }

    private void pong(int peer) {
        PingPong pingPong = new PingPong(world, peer, TAG, this::done);
        for (int i = 0; i < WARMUP_TRIPS + SMALL_TRIPS + 1 + LARGE_TRIPS; i++) {
            MemorySegment message = i < WARMUP_TRIPS + SMALL_TRIPS ? buffer.asSlice(0, SMALL_BYTES) : buffer;
            pingPong.answer(message, message);
        }
    }

    /** Returns the median time of a round trip, in seconds. */
    private double trips(PingPong pingPong, int bytes, int count) {
        double[] seconds = pingPong.trips(buffer.asSlice(0, bytes), echo.asSlice(0, bytes), PingPong.Repeats.exactly(count), nanoTime);
        Arrays.sort(seconds);
        return seconds[count / 2];
    }

    private void done(Request message, int peer, long bytes) {
        Deadline left = new Deadline(timeout, waitingTime);
        int idle = 0;
        for (Progress p = message.poll(); p != Progress.DONE; p = message.poll()) {
            if (left.over()) {
                throw silent(peer, bytes);
            }
            idle = p == Progress.IDLE ? idle + 1 : 0;
            Await.pause(idle);
        }
    }

    private CommException silent(int peer, long bytes) {
        String reason = words(world.rank()) + " heard nothing from " + words(peer) + " within " + timeout.toSeconds() + " s: "
                + (bytes == SMALL_BYTES ? "8 bytes did not arrive, although the two have exchanged messages before"
                        : "1 MiB did not arrive, although 8 bytes did: does a link or switch drop large packets? "
                        + "compare the MTUs ('ip link')");
        world.abort(reason, null);
        return new CommException(reason);
    }

    private String words(int rank) {
        return "rank " + rank + " on " + rankTable.ranks().get(rank).host();
    }
}
