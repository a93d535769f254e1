package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Placement;
import java.util.List;

/**
 * Prices traffics on a placement: of each stage the most loaded link on the real routes, of all traffics that run at the same time,
 * and what its messages take besides ({@link NetworkCost#seconds}). The stages of a price follow each other: a stage begins when the
 * one before is done everywhere. Ranks of a real run wait for nobody else and may be ahead of that.
 *
 * <p>Streams over messages and keeps no more than a few numbers a link and a rank; and of whole stages that traffics say are
 * symmetrical ({@link Traffic#symmetry}) the load, so that further algorithms and sizes on the same placement cost next to nothing.
 * Mutable; one thread.
 */
public final class Pricer {
    private final Placement placement;
    private final PatternLoads patterns;
    private final RankZero first;
    private final MessageLoads messages;

    public Pricer(Placement placement) {
        this.placement = placement;
        Bandwidths bandwidths = Bandwidths.of(placement.fabric());
        patterns = new PatternLoads(placement, bandwidths);
        first = new RankZero(placement.ranks());
        messages = new MessageLoads(placement, bandwidths);
    }

    /** A traffic of all ranks. */
    public Price price(NetworkCost cost, Traffic traffic) {
        return price(cost, List.of(PlacedTraffic.of(traffic)));
    }

    /**
     * Traffics that begin together: their first stages are under way at once, then their second ones, and so on.
     *
     * @throws IllegalArgumentException when one has ranks that the placement has not
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
        for (int stage = 0; stage < stages; stage++) {
            StageLoad load = whole ? symmetrical(together.getFirst().traffic(), stage) : null;
            price.add(load == null ? messages.load(together, stage) : load, cost);
        }
        return price.build();
    }

    /** The load of a stage that is known by what rank 0 sends; or null. */
    private StageLoad symmetrical(Traffic traffic, int stage) {
        Symmetry symmetry = traffic.symmetry(stage);
        if (symmetry == Symmetry.NONE || symmetry == Symmetry.XOR && Integer.bitCount(placement.ranks()) != 1) {
            return null;
        }
        first.read(traffic, stage);
        if (first.count == 0) {
            return StageLoad.NOTHING;
        }
        if (first.count == 1) {
            return patterns.one(symmetry, first.peer).of(first.bytes);
        }
        return first.exchange() ? patterns.exchange().of(first.bytes) : null;
    }

    /** What rank 0 sends in a stage. */
    private static final class RankZero implements Traffic.Sink {
        /** Of each rank: the last read in which rank 0 sent to it. */
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
            // what others send is the same
        }

        /** Whether it sends to each other rank once, and to all the same. */
        boolean exchange() {
            return alike && count == seen.length - 1;
        }
    }
}
