package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;

/** How a buffer goes from one rank to all, wherever ranks sit. */
public enum FlatBroadcast implements BroadcastKind {
    ONE_RING("1ring", new Rings(false, false, Segments.OF_PANELS)),
    ONE_RING_M("1ringM", new Rings(true, false, Segments.OF_PANELS)),
    TWO_RING("2ring", new Rings(false, true, Segments.OF_PANELS)),
    TWO_RING_M("2ringM", new Rings(true, true, Segments.OF_PANELS)),
    LONG("long", new SpreadRoll(false, false)),
    LONG_M("longM", new SpreadRoll(true, false)),
    /** 1ring in shorter segments, for what is shorter than panels. */
    CHAIN("chain", new Rings(false, false, Segments.SHORT)),
    BINOMIAL("binomial", new Binomial()),
    /** Van de Geijn's, whose messages {@link #LONG} sends but for those that bring nothing new. */
    SCATTER_RING("scatter-ring", new SpreadRoll(false, true)),
    /** Scatter, then allgather in log2 steps: halves of the buffer go farthest. */
    SCATTER_DOUBLING("scatter-doubling", new ScatterGather(Butterfly::farFirst)),
    /** The same, where halves go to neighbours. */
    SCATTER_HALVING("scatter-halving", new ScatterGather(Butterfly::nearFirst)),
    /** The same by {@link Butterfly#swing} on the ring of ranks: what Bine trees are for long buffers. */
    SCATTER_SWING("scatter-swing", new ScatterGather(size -> Butterfly.swing(0, size)));

    private final String label;
    private final Description description;

    FlatBroadcast(String label, Description description) {
        this.label = label;
        this.description = description;
    }

    /** The one that is a panel broadcast of HPL. */
    public static FlatBroadcast of(BroadcastAlgorithm panel) {
        return values()[panel.ordinal()];
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Delivery delivery(int ranks, int root) {
        return describe(new Delivery.Builder(label, ranks), Order.all(ranks, root));
    }

    private Delivery describe(Delivery.Builder delivery, Order order) {
        description.describe(order, delivery);
        return delivery.build();
    }

    /**
     * One that crosses to each other site once: this serves the root's site, and the ranks of the other sites form a chain behind the root
     * ({@link Sites#beyond}). A chain, whichever algorithm this is: the slow link sets its pace, and nothing inside a site can be faster
     * than that. With one site the same as {@link #delivery(int, int)}.
     */
    public Delivery delivery(Sites sites, int root) {
        if (sites.one()) {
            return delivery(sites.size(), root);
        }
        Delivery.Builder delivery = new Delivery.Builder(label + " by sites", sites.size());
        int[] chain = sites.beyond(root);
        for (int i = 1; i < chain.length; i++) {
            delivery.hop(chain[i - 1], chain[i], i - 1, Segments.OF_PANELS);
        }
        return describe(delivery, Order.of(sites.inside(root), root));
    }

    /** One that sends that. */
    public Collectives.Broadcast broadcast(CollectiveChannel channel, Sites sites) {
        return new DeliveredBroadcast(channel, root -> delivery(sites, root));
    }
}
