package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.RingShape;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.SpreadTree;
import hplhetero.network.schedule.Traffic;
import java.util.function.IntFunction;

/** How a buffer goes from one rank to all, wherever ranks sit. */
public enum PlainBroadcast implements BroadcastKind {
    ONE_RING("1ring", BroadcastAlgorithm.RING),
    ONE_RING_M("1ringM", BroadcastAlgorithm.RING_M),
    TWO_RING("2ring", BroadcastAlgorithm.TWO_RING),
    TWO_RING_M("2ringM", BroadcastAlgorithm.TWO_RING_M),
    LONG("long", BroadcastAlgorithm.LONG),
    LONG_M("longM", BroadcastAlgorithm.LONG_M),
    /** 1ring in shorter segments, for what is shorter than panels. */
    CHAIN("chain"),
    BINOMIAL("binomial"),
    /** Van de Geijn's, whose messages {@link #LONG} sends but for those that bring nothing new. */
    SCATTER_RING("scatter-ring"),
    /** Scatter, then allgather in log2 steps: halves of the buffer go farthest. */
    SCATTER_DOUBLING("scatter-doubling", Butterfly::farFirst),
    /** The same, where halves go to neighbours. */
    SCATTER_HALVING("scatter-halving", Butterfly::nearFirst),
    /** The same by {@link Butterfly#swing} on the ring of ranks: what Bine trees are for long buffers. */
    SCATTER_SWING("scatter-swing", size -> Butterfly.swing(0, size));

    private final String label;
    private final BroadcastAlgorithm panel;
    private final IntFunction<Butterfly> butterfly;

    PlainBroadcast(String label) {
        this(label, null, null);
    }

    PlainBroadcast(String label, BroadcastAlgorithm panel) {
        this(label, panel, null);
    }

    PlainBroadcast(String label, IntFunction<Butterfly> butterfly) {
        this(label, null, butterfly);
    }

    PlainBroadcast(String label, BroadcastAlgorithm panel, IntFunction<Butterfly> butterfly) {
        this.label = label;
        this.panel = panel;
        this.butterfly = butterfly;
    }

    /** The one that is a panel broadcast of HPL. */
    public static PlainBroadcast of(BroadcastAlgorithm panel) {
        return values()[panel.ordinal()];
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return state(ranks, Order.all(ranks, root), bytes);
    }

    /** Of {@link #sited}. */
    public Traffic sitedTraffic(Sites sites, long bytes, int root) {
        return sites.one() ? traffic(sites.size(), bytes, root)
                : SitedTraffic.of(sites, root, state(sites.size(), Order.of(sites.inside(root), root), bytes), bytes);
    }

    private Traffic state(int ranks, Order order, long bytes) {
        return switch (this) {
            case ONE_RING, ONE_RING_M, TWO_RING, TWO_RING_M, CHAIN -> new RingTraffic(label, ranks, order, shape(order.size()), segments(),
                    bytes);
            case LONG, LONG_M -> SpreadRollTraffic.of(label, ranks, order, this == LONG_M, bytes);
            case BINOMIAL -> new BinomialTraffic(label, ranks, order, new SpreadTree(order.size()), bytes);
            case SCATTER_RING -> new ScatterRingTraffic(label, ranks, order, new SpreadTree(order.size()), bytes);
            case SCATTER_DOUBLING, SCATTER_HALVING, SCATTER_SWING ->
                    ButterflyTraffic.of(label, ranks, order, butterfly(order.size()), bytes);
        };
    }

    private RingShape shape(int ranks) {
        return RingShape.of(this == CHAIN ? BroadcastAlgorithm.RING : panel, ranks);
    }

    private Segments segments() {
        return this == CHAIN ? Segments.SHORT : Segments.OF_PANELS;
    }

    private Butterfly butterfly(int ranks) {
        return butterfly.apply(Fold.of(ranks).left());
    }

    @Override
    public Collectives.Broadcast broadcast(CollectiveChannel channel) {
        return switch (this) {
            case ONE_RING, ONE_RING_M, TWO_RING, TWO_RING_M, CHAIN -> new RingBroadcast(channel, shape(channel.size()), segments());
            case LONG -> new SpreadRollBroadcast(channel, false);
            case LONG_M -> new SpreadRollBroadcast(channel, true);
            case BINOMIAL, SCATTER_RING -> new StatedBroadcast(this, channel);
            case SCATTER_DOUBLING, SCATTER_HALVING, SCATTER_SWING -> new ButterflyBroadcast(channel, butterfly(channel.size()));
        };
    }

    /** Serves the root's site; the other sites' ranks pass the buffer on to each other, so that it crosses to each of them once. */
    public Collectives.Broadcast sited(CollectiveChannel channel, Sites sites) {
        return sites.one() ? broadcast(channel)
                : new SitedBroadcast(channel, sites, broadcast(channel.among(sites.inside(channel.rank()))));
    }
}
