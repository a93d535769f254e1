package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Placement;
import java.util.List;

/**
 * A model that prices traffics on a placement. For each stage it finds the most loaded link on the real routes, over all traffics that run
 * at the same time, and adds overheads ({@link NetworkCost#work}). The work of stages follows each other: that of a stage begins when that
 * of the stage before is done on all ranks. Ranks of a real run wait for no other rank and may be ahead of that. To the work comes the
 * latency of the rank that has waited for most: where a rank sends what it got stages ago, nobody waits for a latency in between.
 *
 * <p>A pricer streams over messages and keeps no more than a few numbers for each link and rank. Of whole stages that traffics declare
 * symmetric ({@link Traffic#symmetry}) it keeps the load. Further algorithms and sizes on the same placement then cost next to nothing.
 * Mutable; for one thread.
 */
public final class Pricer {
    private final Placement placement;
    private final PatternLoads patterns;
    private final RankZero first;
    /** Rank to which each rank sends in a symmetric stage, indexed by sender. */
    private final int[] to;
    private final Latencies latencies;
    private final MessageLoads messages;

    /** Makes a pricer of the network and the nodes of ranks that {@code placement} has. */
    public Pricer(Placement placement) {
        this.placement = placement;
        Bandwidths bandwidths = Bandwidths.of(placement.fabric());
        patterns = new PatternLoads(placement, bandwidths);
        first = new RankZero(placement.ranks());
        to = new int[placement.ranks()];
        latencies = new Latencies(placement.ranks());
        messages = new MessageLoads(placement, bandwidths, latencies);
    }

    /**
     * Returns the predicted time, and the limiting links, of a traffic: the messages of a collective in stages. Its rank i is rank i of
     * this pricer's placement.
     *
     * @param cost    seconds that messages take, between nodes and within a node
     * @param traffic the messages
     * @throws IllegalArgumentException when the traffic has more ranks than the placement
     */
    public Price price(NetworkCost cost, Traffic traffic) {
        return price(cost, List.of(PlacedTraffic.of(traffic)));
    }

    /**
     * Returns the predicted time, and the limiting links, of traffics that run at the same time. A traffic is the messages of a collective
     * in stages: the first stages of all are under way at once, and when all ranks have finished them, the second stages, and so on.
     *
     * @param cost     seconds that messages take, between nodes and within a node
     * @param together the traffics, with the rank of this pricer's placement that each of their ranks is
     * @throws IllegalArgumentException when a traffic has ranks that the placement does not have
     */
    public Price price(NetworkCost cost, List<PlacedTraffic> together) {
        int stages = 0;
        for (PlacedTraffic placed : together) {
            stages = Math.max(stages, placed.traffic().stages());
            if (placed.last() >= placement.ranks()) {
                throw new IllegalArgumentException(placed.traffic().name() + ": rank=" + placed.last() + ": the placement has ranks 0.."
                        + (placement.ranks() - 1));
            }
        }
        boolean whole = together.size() == 1 && together.getFirst().isWhole(placement.ranks());
        Price.Builder price = new Price.Builder(placement.fabric(), stages);
        latencies.clear();
        for (int stage = 0; stage < stages; stage++) {
            StageLoad known = whole ? symmetrical(together.getFirst().traffic(), stage, cost.eagerBytes()) : null;
            StageLoad load = known == null ? messages.load(together, stage, cost.eagerBytes()) : known;
            price.add(load, cost, latencies.end(cost.latencyBetween(load), cost.latencyWithin(load)));
        }
        return price.build();
    }

    /**
     * Returns the load of a stage that follows from what rank 0 sends; null where it does not follow. Reports the messages to the latencies
     * unless these stay alike on all ranks.
     */
    private StageLoad symmetrical(Traffic traffic, int stage, long eagerBytes) {
        Symmetry symmetry = traffic.symmetry(stage);
        if (symmetry == Symmetry.NONE || symmetry == Symmetry.XOR && Integer.bitCount(placement.ranks()) != 1) {
            return null;
        }
        first.read(traffic, stage);
        if (first.count == 0) {
            return StageLoad.NOTHING;
        }
        if (first.count == 1) {
            StageLoad load = patterns.one(symmetry, first.peer).of(first.bytes);
            if (!latencies.alike() || load.sends() > 0 && load.hostSends() > 0) {
                report(symmetry, first.bytes > MessageLoads.ahead(traffic, stage, eagerBytes));
            }
            return load;
        }
        return latencies.alike() && first.exchange() ? patterns.exchange().of(first.bytes) : null;
    }

    /** Reports the messages of a stage in which rank 0 sends one to the latencies. */
    private void report(Symmetry symmetry, boolean whenReady) {
        PatternCounter.peers(symmetry, first.peer, to);
        latencies.begin();
        for (int rank = 0; rank < to.length; rank++) {
            latencies.message(rank, to[rank], placement.together(rank, to[rank]), whenReady);
        }
    }

    /** The messages that rank 0 sends in a stage. */
    private static final class RankZero implements Traffic.Sink {
        /** Number of the last read in which rank 0 sent to each rank, indexed by rank. */
        private final int[] seen;
        private int reads;

        private int count;
        private int peer;
        private long bytes;
        private boolean alike;

        RankZero(int ranks) {
            seen = new int[ranks];
        }

        void read(Traffic traffic, int stage) {
            reads++;
            count = 0;
            alike = true;
            traffic.stage(stage, 0, this);
        }

        @Override
        public void send(int to, long size) {
            alike &= to != 0 && seen[to] != reads && (count == 0 || size == bytes);
            seen[to] = reads;
            count++;
            peer = to;
            bytes = size;
        }

        @Override
        public void receive(int from, long size) {
            // other ranks send by the symmetry, so receives tell nothing new
        }

        /** Returns whether rank 0 sends one message to each other rank, all of one size. */
        boolean exchange() {
            return alike && count == seen.length - 1;
        }
    }
}
