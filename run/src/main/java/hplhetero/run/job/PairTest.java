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
 * How fast messages between ranks are. A pair that is silent ends the run with its name.
 *
 * <p>Buffers are left to the garbage collector: when a rank is silent, a transport may still know of them.
 */
public final class PairTest {
    /** Pairs are measured in so many rounds at most, one after the other. */
    public static final int MOST_ROUNDS = 31;

    /** They have talked before. */
    private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(10);
    private static final int TAG = (1 << 13) + 2;
    private static final int SMALL_BYTES = 8;
    private static final int LARGE_BYTES = 1 << 20;
    /** The first ones find code not compiled yet, or take another way than later ones. */
    private static final int WARMUP_TRIPS = 10;
    private static final int SMALL_TRIPS = 50;
    private static final int LARGE_TRIPS = 4;

    private final Communicator world;
    private final RankTable rankTable;
    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final MemorySegment buffer = Arena.ofAuto().allocate(LARGE_BYTES, 64);
    private final MemorySegment echo = Arena.ofAuto().allocate(LARGE_BYTES, 64);

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

    /** @param nanoTime the clock to time messages by */
    PairTest(Communicator world, RankTable rankTable, Duration timeout, LongSupplier nanoTime) {
        this.world = world;
        this.rankTable = rankTable;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
    }

    PairTest(Communicator world, RankTable rankTable) {
        this(world, rankTable, SILENCE_TIMEOUT, System::nanoTime);
    }

    /**
     * Collective over the world.
     *
     * @param ranks   to be paired, as far as {@link #MOST_ROUNDS} go
     * @param barrier of the world
     * @return what this rank measured
     * @throws CommException naming a pair that is silent; the run is then over for all ranks
     */
    List<Timing> measure(List<Integer> ranks, Runnable barrier) {
        return measureRounds(PairRounds.of(ranks.size(), MOST_ROUNDS).rounds().stream()
                .map(round -> round.stream().map(pair -> new Pair(ranks.get(pair.a()), ranks.get(pair.b()))).toList()).toList(), barrier);
    }

    /** The same of pairs of ranks, those of a round at once. */
    List<Timing> measureRounds(List<List<Pair>> rounds, Runnable barrier) {
        List<Timing> timings = new ArrayList<>();
        for (List<Pair> round : rounds) {
            // so that nobody waits for one who waits for a third
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

    /** Median seconds of a round trip. */
    private double trips(PingPong pingPong, int bytes, int count) {
        double[] seconds = pingPong.trips(buffer.asSlice(0, bytes), echo.asSlice(0, bytes), PingPong.Repeats.exactly(count), nanoTime);
        Arrays.sort(seconds);
        return seconds[count / 2];
    }

    private void done(Request message, int peer, long bytes) {
        Deadline left = new Deadline(timeout);
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
        String reason = words(world.rank()) + " heard nothing from " + words(peer) + " within " + timeout.toSeconds() + " s, "
                + (bytes == SMALL_BYTES ? "8 bytes, though they have talked before"
                        : "1 MiB, though 8 bytes arrived: a link or switch that drops large packets? compare the MTUs ('ip link')");
        world.abort(reason, null);
        return new CommException(reason);
    }

    private String words(int rank) {
        return "rank " + rank + " on " + rankTable.ranks().get(rank).host();
    }
}
