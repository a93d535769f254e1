package hplhetero.hpl.calibrate;

import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.PingPong;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A probe that finds which hosts are at one site, behind one slow link to all others. One rank speaks for each host. Hosts are paired as in
 * a tournament, so that the pairs of a round share no host. Pairs of one round may share a link between sites, and noise makes a pair slow,
 * never fast. So what parts two groups of hosts is measured again, alone, before it is believed. See docs/decisions/0017-sites.md.
 */
public final class SiteProbe {
    private static final int TAG = 8;
    /** Most rounds in one go: all pairs of up to 16 hosts are measured, with more hosts at first only a part of the pairs. */
    private static final int MOST_ROUNDS = 15;
    /** Most stages with more than 16 hosts: after the first stage, one host of each group found so far is paired anew in every stage. */
    private static final int MOST_STAGES = 4;
    /** Most passes that measure again what parts groups; a pass that changes no group is the last. */
    private static final int MOST_CHECKS = 8;
    /** Bytes of a first message, which finds how large the others may be. The others are longer than what buffers hide. */
    private static final int FIRST_BYTES = 64 << 10;
    private static final int LEAST_BYTES = 256 << 10;
    private static final int MOST_BYTES = 1 << 20;
    /** Factor by which a link between sites may be slower than other links: a round has so much time. */
    private static final int SLOWNESS_FACTOR = 10;
    private static final int REPEATS = 3;
    private static final int REPEATS_ALONE = 5;

    private final CalibrationCollectives ranks;
    private final Communicator world;
    private final List<Integer> hostOf;
    private final LongSupplier nanoTime;
    private final int[] representative;
    private final int me;

    /**
     * Creates a probe of the sites of a world's hosts.
     *
     * @param world    communicator of all ranks
     * @param hostOf   number of each rank's host, indexed by rank: 0, 1, ... in the order in which they appear
     * @param nanoTime the clock that times messages, in nanoseconds
     */
    public SiteProbe(Communicator world, List<Integer> hostOf, LongSupplier nanoTime) {
        this.world = world;
        this.ranks = new CalibrationCollectives(world);
        this.hostOf = hostOf;
        this.nanoTime = nanoTime;
        int hosts = (int) hostOf.stream().distinct().count();
        representative = IntStream.range(0, hosts).map(hostOf::indexOf).toArray();
        me = representative[hostOf.get(world.rank())] == world.rank() ? hostOf.get(world.rank()) : -1;
    }

    /**
     * Measures messages between hosts until it is clear which hosts are at one site. Collective.
     *
     * @param seconds approximate time for all measurements, in seconds; slow links take longer
     * @return site of each rank, indexed by rank, numbered 0, 1, ... in the order in which they appear; equal on every rank
     */
    public List<Integer> measure(double seconds) {
        HostLinks links = new HostLinks(representative.length);
        if (representative.length > 2) {
            MessageMemory.lend(arena -> {
                new Tournament(arena.allocate(MOST_BYTES, 64), links, seconds).play();
                return links;
            });
        }
        int[] group = links.groups();
        int[] distinct = IntStream.of(group).distinct().toArray();
        return hostOf.stream().map(host -> IntStream.range(0, distinct.length).filter(s -> distinct[s] == group[host]).findFirst()
                .orElseThrow()).toList();
    }

    /** The rounds of messages that show which hosts are at one site. */
    private final class Tournament {
        private final MemorySegment buffer;
        private final HostLinks links;
        private final double slice;
        private int bytes = FIRST_BYTES;

        Tournament(MemorySegment buffer, HostLinks links, double seconds) {
            this.buffer = buffer;
            this.links = links;
            slice = seconds / (Math.min(MOST_ROUNDS, representative.length) + 1);
        }

        void play() {
            size();
            int[] all = IntStream.range(0, representative.length).toArray();
            pairAll(all);
            int[] first = links.firstOfGroups();
            for (int stage = 1; stage < MOST_STAGES && all.length > MOST_ROUNDS + 1 && first.length > 1; stage++) {
                pairAll(first);
                first = links.firstOfGroups();
            }
            int[] before = {};
            for (int pass = 0; pass < MOST_CHECKS && first.length > 1 && !Arrays.equals(before, first); pass++) {
                before = first;
                check();
                first = links.firstOfGroups();
            }
        }

        /**
         * Sets the message size to what the fastest pair of a round sends in a tenth of a round's time, within {@link #LEAST_BYTES} and
         * {@link #MOST_BYTES}. Collective.
         */
        private void size() {
            int opponent = opponent(IntStream.range(0, representative.length).toArray(), 0);
            double mine = measure(opponent, REPEATS, 0);
            double trip = ranks.combined(mine, Math::min);
            bytes = (int) Math.clamp(FIRST_BYTES * slice / SLOWNESS_FACTOR / trip, LEAST_BYTES, MOST_BYTES) / 8 * 8;
        }

        /** Plays rounds among some hosts: all pairs of them, or as many as there is time for. Collective. */
        private void pairAll(int[] hosts) {
            int most = (hosts.length + 1) / 2 * 2 - 1;
            int rounds = Math.min(MOST_ROUNDS, most);
            StringBuilder mine = new StringBuilder();
            for (int i = 0; i < rounds; i++) {
                int opponent = opponent(hosts, i * most / rounds);
                double seconds = measure(opponent, REPEATS, slice);
                if (seconds < Double.MAX_VALUE) {
                    mine.append(HostLinks.line(me, opponent, seconds));
                }
            }
            ranks.texts(mine.toString()).forEach(links::add);
        }

        /** Measures the links that part groups once more, one pair at a time. Collective. */
        private void check() {
            StringBuilder mine = new StringBuilder();
            for (HostLinks.Pair pair : links.suspicious()) {
                int opponent = me == pair.a() ? pair.b() : me == pair.b() ? pair.a() : -1;
                double seconds = measure(opponent, REPEATS_ALONE, SLOWNESS_FACTOR * slice);
                if (seconds < Double.MAX_VALUE) {
                    mine.append(HostLinks.line(me, opponent, seconds));
                }
            }
            ranks.texts(mine.toString()).forEach(links::add);
        }

        /** Returns the host that this rank's host meets in a round, or -1 for none. */
        private int opponent(int[] hosts, int round) {
            for (int i = 0; i < hosts.length; i++) {
                if (hosts[i] == me) {
                    int other = HostLinks.opponent(i, round, hosts.length);
                    return other < 0 ? -1 : hosts[other];
                }
            }
            return -1;
        }

        /**
         * Measures round trips with an opponent. Returns the fastest in seconds on the host with the smaller number. Returns
         * {@link Double#MAX_VALUE} on the other host, or without an opponent.
         */
        private double measure(int opponent, int repeats, double seconds) {
            ranks.barrier();
            if (opponent < 0) {
                return Double.MAX_VALUE;
            }
            PingPong pingPong = new PingPong(world, representative[opponent], TAG);
            if (me > opponent) {
                pingPong.answerUntilEnd(buffer);
                return Double.MAX_VALUE;
            }
            // the first message between two ranks may have to connect them
            trips(pingPong, FIRST_BYTES, PingPong.Repeats.exactly(1));
            double best = Arrays.stream(trips(pingPong, bytes, new PingPong.Repeats(1, repeats, seconds))).min().orElseThrow();
            pingPong.end(buffer);
            return best;
        }

        private double[] trips(PingPong pingPong, int length, PingPong.Repeats repeats) {
            MemorySegment message = buffer.asSlice(0, length);
            return pingPong.trips(message, message, repeats, nanoTime);
        }
    }
}
