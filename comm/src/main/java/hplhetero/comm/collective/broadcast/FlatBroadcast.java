package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;

/** The algorithms that bring a buffer from one rank to all, wherever ranks sit. */
public enum FlatBroadcast implements BroadcastKind {
    /** HPL's increasing ring: each rank passes the panel on to the next one. */
    ONE_RING("1ring", new Rings(false, false, Segments.OF_PANELS)),
    /** HPL's modified increasing ring: the rank after the root gets the panel first and passes nothing on. */
    ONE_RING_M("1ringM", new Rings(true, false, Segments.OF_PANELS)),
    /** HPL's increasing two-ring: each of two rings serves half of the ranks. */
    TWO_RING("2ring", new Rings(false, true, Segments.OF_PANELS)),
    /** HPL's modified increasing two-ring: the rank after the root gets the panel first and passes nothing on. */
    TWO_RING_M("2ringM", new Rings(true, true, Segments.OF_PANELS)),
    /** HPL's long broadcast: the panel is spread in pieces, which are then rolled around a ring. */
    LONG("long", new SpreadRoll(false, false)),
    /** HPL's modified long broadcast: the rank after the root gets the whole panel first and takes no part in spread and roll. */
    LONG_M("longM", new SpreadRoll(true, false)),
    /** The ring of {@link #ONE_RING} in shorter segments, for buffers shorter than panels. */
    CHAIN("chain", new Rings(false, false, Segments.SHORT)),
    /** A binomial tree, which sends the whole buffer in each message: for short buffers. */
    BINOMIAL("binomial", new Binomial()),
    /** A Bine tree, which sends the whole buffer in each message, less far than {@link #BINOMIAL}: for short buffers. */
    BINE("bine", new BineTree()),
    /** Van de Geijn's broadcast; {@link #LONG} sends its messages except those that bring nothing new. */
    SCATTER_RING("scatter-ring", new SpreadRoll(false, true)),
    /** Scatter, then allgather, each in log2 steps: halves of the buffer go farthest. */
    SCATTER_DOUBLING("scatter-doubling", new ScatterGather(Butterfly::farFirst)),
    /** Scatter, then allgather, each in log2 steps, as {@link #SCATTER_DOUBLING}; but halves of the buffer go to neighbours. */
    SCATTER_HALVING("scatter-halving", new ScatterGather(Butterfly::nearFirst)),
    /**
     * Scatter, then allgather, each in log2 steps of {@link Butterfly#swing} on the ring of ranks: what Bine trees are for long buffers.
     */
    SCATTER_SWING("scatter-swing", new ScatterGather(size -> Butterfly.swing(0, size)));

    private final String label;
    private final Description description;

    FlatBroadcast(String label, Description description) {
        this.label = label;
        this.description = description;
    }

    /** Returns the algorithm that is this panel broadcast of HPL. */
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
     * Returns the hops and exchanges of a broadcast that sends the buffer only once to each other site; a site is a group of hosts behind
     * one shared, slower link. Inside the root's site the buffer goes by this algorithm. The ranks of all other sites form a chain that
     * begins at the root: each passes segments of the buffer on to the next ({@link Sites#beyond} gives the order). A chain serves there
     * whichever algorithm this is: the slow link sets its pace, and nothing inside a site can be faster than that link. With one site,
     * returns the delivery of {@link #delivery(int, int)}.
     *
     * @param sites site of each rank
     * @param root  rank that has the buffer
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

    /**
     * Returns a broadcast that sends the buffer only once to each other site, as {@link #delivery(Sites, int)} describes it. A site is a
     * group of hosts behind one shared, slower link. With one site, it is the broadcast by this algorithm.
     *
     * @param channel channel of the ranks
     * @param sites   site of each rank of the channel
     */
    public Collectives.Broadcast broadcast(CollectiveChannel channel, Sites sites) {
        return new DeliveredBroadcast(channel, root -> delivery(sites, root));
    }
}
