package hplhetero.hpl;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.collective.CollectiveAlgorithms;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Ranks of one process as if on several hosts at several sites, and bytes between sites counted. Time is not waited for but
 * reckoned: each rank has a clock, which a receive moves on to when its message would have come. A host has a link out and
 * one in, a site one out and one in, each used by one message after another.
 */
public final class EmulatedNetwork {
    private static final int TAG = 11;
    private static final long OVERHEAD_NANOS = 1000;

    /**
     * What links do.
     *
     * @param hosts   bytes a second between hosts of a site
     * @param sites   bytes a second between sites
     * @param latency seconds
     * @param noise   share of messages that take five times as long
     */
    public record Speeds(double hosts, double sites, double latency, double noise) {
        /** Messages cost nothing, they are only counted. */
        public static final Speeds UNLIMITED = new Speeds(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 0);
    }

    private final int[] hostOf;
    private final int[] siteOf;
    private final Speeds speeds;
    private final long[] free = new long[1 << 10];
    private final AtomicLongArray clocks;
    private final Map<List<Object>, Channel> channels = new ConcurrentHashMap<>();
    private final AtomicLong bytesBetweenSites = new AtomicLong();

    /** @param hostOf and {@code siteOf} of each rank, below 256 */
    public EmulatedNetwork(int[] hostOf, int[] siteOf, Speeds speeds) {
        this.hostOf = hostOf.clone();
        this.siteOf = siteOf.clone();
        this.speeds = speeds;
        clocks = new AtomicLongArray(hostOf.length);
    }

    /** What time it is for a rank, in nanoseconds. */
    public LongSupplier clock(Communicator world) {
        int rank = world.rank();
        return () -> clocks.get(rank);
    }

    /** A rank's world as this network has it. */
    public Communicator join(Communicator world) {
        return new Shaped(world, IntStream.range(0, world.size()).toArray(), "world");
    }

    public long bytesBetweenSites() {
        return bytesBetweenSites.get();
    }

    /** Messages of one communicator, sender, receiver and tag: the i-th that is asked for is the i-th that was sent. */
    private static final class Channel {
        private final List<Long> arrivals = new ArrayList<>();
        private final Random random;
        private int receives;

        Channel(List<Object> key) {
            random = new Random(key.hashCode());
        }

        synchronized double slowdown(double noise) {
            return random.nextDouble() < noise ? 5 : 1;
        }

        synchronized void sent(long arrival) {
            arrivals.add(arrival);
        }

        synchronized int nextReceive() {
            return receives++;
        }

        synchronized long arrival(int number) {
            return arrivals.get(number);
        }
    }

    /** When a message that is sent now comes. */
    private synchronized long arrival(int from, int to, long bytes, double slowdown) {
        long now = clocks.addAndGet(from, OVERHEAD_NANOS);
        if (hostOf[from] == hostOf[to]) {
            return now;
        }
        boolean far = siteOf[from] != siteOf[to];
        int out = far ? siteOf[from] : 256 + hostOf[from];
        int in = far ? 512 + siteOf[to] : 768 + hostOf[to];
        long start = Math.max(now, Math.max(free[out], free[in]));
        long end = start + (long) (1e9 * slowdown * bytes / (far ? speeds.sites : speeds.hosts));
        free[out] = end;
        free[in] = end;
        if (far) {
            bytesBetweenSites.addAndGet(bytes);
        }
        return end + (long) (1e9 * speeds.latency);
    }

    private final class Shaped extends ForwardingCommunicator {
        private final int[] worldRank;
        private final String name;
        private int splits;

        Shaped(Communicator inner, int[] worldRank, String name) {
            super(inner);
            this.worldRank = worldRank;
            this.name = name;
        }

        private Channel channel(int from, int to, int tag) {
            return channels.computeIfAbsent(List.of(name, worldRank[from], worldRank[to], tag), Channel::new);
        }

        @Override
        public String hostName() {
            return "host" + hostOf[worldRank[rank()]];
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            Channel channel = channel(rank(), destination, tag);
            channel.sent(arrival(worldRank[rank()], worldRank[destination], buffer.byteSize(), channel.slowdown(speeds.noise)));
            return super.isend(buffer, destination, tag);
        }

        @Override
        public Request irecv(MemorySegment buffer, int source, int tag) {
            if (source == ANY_SOURCE) {
                throw new UnsupportedOperationException("any source");
            }
            Channel channel = channel(source, rank(), tag);
            return new Timed(super.irecv(buffer, source, tag), channel, channel.nextReceive(), worldRank[rank()]);
        }

        @Override
        public Communicator split(int color, int key) {
            splits++;
            Communicator part = super.split(color, key);
            return part == null ? null : new Shaped(part, worldRanks(part), name + "/" + splits + ":" + color);
        }

        private int[] worldRanks(Communicator part) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment all = arena.allocate(ValueLayout.JAVA_LONG, part.size());
                all.setAtIndex(ValueLayout.JAVA_LONG, part.rank(), worldRank[rank()]);
                Collectives.Allgather allgather = CollectiveAlgorithms.of(part).allgather(AllgatherAlgorithm.RING, TAG);
                allgather.start(all, IntStream.range(0, part.size()).mapToLong(r -> 8L * r).toArray(),
                        IntStream.range(0, part.size()).mapToLong(r -> 8).toArray());
                Await.done(allgather);
                return IntStream.range(0, part.size()).map(r -> (int) all.getAtIndex(ValueLayout.JAVA_LONG, r)).toArray();
            }
        }
    }

    /** A receive that, when done, moves its rank's clock on to when the message would have come. */
    private final class Timed implements Request {
        private final Request inner;
        private final Channel channel;
        private final int number;
        private final int rank;

        Timed(Request inner, Channel channel, int number, int rank) {
            this.inner = inner;
            this.channel = channel;
            this.number = number;
            this.rank = rank;
        }

        @Override
        public Progress poll() {
            Progress progress = inner.poll();
            if (progress == Progress.DONE) {
                clocks.accumulateAndGet(rank, channel.arrival(number), Math::max);
            }
            return progress;
        }

        @Override
        public int peer() {
            return inner.peer();
        }

        @Override
        public long bytes() {
            return inner.bytes();
        }
    }
}
