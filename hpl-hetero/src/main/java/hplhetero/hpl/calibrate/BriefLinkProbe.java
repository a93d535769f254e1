package hplhetero.hpl.calibrate;

import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.PingPong;
import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.PairClass;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A brief probe of the links between the ranks of a world, for choices that would otherwise be made with assumed costs. Two pairs of each
 * class exchange messages of three sizes, one pair after the other while all other ranks are silent, in three rounds. The numbers of
 * messages and bytes are bounded, whatever the number of ranks: some milliseconds on a network of 10 Gbit/s. A {@link Calibration} measures
 * for longer, and also what messages take of a rank's own time. Reasons: docs/decisions/0076.
 */
public final class BriefLinkProbe {
    private static final int TAG = 9;
    /** Message sizes in bytes, ascending: an eager message, a row of U, a panel longer than what buffers hide. */
    private static final int[] SIZES_BYTES = {8, 8 << 10, 256 << 10};
    /** Round trips of each size, of which the first is not timed: it may have to connect the ranks. */
    private static final int[] TRIPS = {5, 3, 2};
    /** Rounds over all pairs: a disturbance of one round shows in the others, and the median of three is not disturbed by it. */
    private static final int ROUNDS = 3;
    private static final int PAIRS_OF_A_CLASS = 2;
    /** The least seconds that a message counts with, where the clock has not moved on. */
    private static final double LEAST_SECONDS = 1e-9;
    /** Most messages that one probe sends. */
    public static final int MOST_MESSAGES = PairClass.values().length * PAIRS_OF_A_CLASS * ROUNDS * 2 * Arrays.stream(TRIPS).sum();
    /** Most bytes that one probe sends. */
    public static final long MOST_BYTES = PairClass.values().length * PAIRS_OF_A_CLASS * ROUNDS * 2
            * IntStream.range(0, TRIPS.length).mapToLong(s -> (long) TRIPS[s] * SIZES_BYTES[s]).sum();

    private final Communicator world;
    private final CalibrationCollectives ranks;
    private final List<Integer> hostOf;
    private final List<Integer> siteOf;
    private final LongSupplier nanoTime;

    /**
     * Creates a probe that has sent nothing yet.
     *
     * @param world    communicator of all ranks
     * @param hostOf   number of each rank's host, indexed by rank; equal on all ranks
     * @param siteOf   number of each rank's site, indexed by rank; equal on all ranks
     * @param nanoTime the clock that times messages, in nanoseconds
     */
    public BriefLinkProbe(Communicator world, List<Integer> hostOf, List<Integer> siteOf, LongSupplier nanoTime) {
        this.world = world;
        this.ranks = new CalibrationCollectives(world);
        this.hostOf = hostOf;
        this.siteOf = siteOf;
        this.nanoTime = nanoTime;
    }

    /** Returns the costs of each class of pairs that occurs; none with one rank. Collective. */
    public BriefLinks measure() {
        String mine = MessageMemory.lend(arena -> {
            MemorySegment buffer = arena.allocate(SIZES_BYTES[SIZES_BYTES.length - 1], 64);
            StringBuilder lines = new StringBuilder();
            for (int round = 0; round < ROUNDS; round++) {
                LinkProbe.pairs(hostOf, siteOf).forEach((kind, pairs) -> pairs.stream().limit(PAIRS_OF_A_CLASS)
                        .forEach(pair -> exchange(kind, pair, buffer, lines)));
            }
            return lines.toString();
        });
        return BriefTiming.links(ranks.texts(mine).stream().flatMap(String::lines).map(BriefTiming::read).toList());
    }

    /** Exchanges the messages of one pair, and adds a line for each size on the pair's first rank. Collective. */
    private void exchange(PairClass kind, LinkProbe.Pair pair, MemorySegment buffer, StringBuilder lines) {
        ranks.barrier();
        for (int s = 0; s < SIZES_BYTES.length; s++) {
            MemorySegment message = buffer.asSlice(0, SIZES_BYTES[s]);
            if (world.rank() == pair.a()) {
                double[] trips = new PingPong(world, pair.b(), TAG).trips(message, message, PingPong.Repeats.exactly(TRIPS[s]), nanoTime);
                double fastest = Arrays.stream(trips).skip(1).min().orElseThrow();
                lines.append(new BriefTiming(kind, pair, SIZES_BYTES[s], TRIPS[s], Math.max(fastest / 2, LEAST_SECONDS)).write());
            } else if (world.rank() == pair.b()) {
                for (int trip = 0; trip < TRIPS[s]; trip++) {
                    new PingPong(world, pair.a(), TAG).answer(message, message);
                }
            }
        }
    }
}
