package hplhetero.comm.collective.allgather;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;
import java.util.function.IntFunction;

/** The algorithms that bring pieces together on all ranks wherever these sit. */
public enum FlatAllgather implements AllgatherKind {
    /** Recursive doubling: most pieces go farthest; none is copied. */
    BINARY_EXCHANGE("doubling", null),
    /** A ring on which each piece passes from rank to rank. */
    RING("ring", null),
    /** Bruck's algorithm: as few messages as {@link #BINARY_EXCHANGE}, on any number of ranks; some pieces are copied. */
    BRUCK("bruck", null),
    /** Neighbour exchange: half as many messages as {@link #RING}; the number of ranks must be even, or one. */
    NEIGHBOUR_EXCHANGE("neighbour", null),
    /** Recursive halving: as few messages as {@link #BINARY_EXCHANGE}, but most pieces go to neighbours; all are copied. */
    HALVING("halving", size -> new Butterfly[] {Butterfly.nearFirst(size)}),
    /** Exchanges by {@link Butterfly#swing} on the ring of ranks: as few messages as {@link #BINARY_EXCHANGE}; all pieces are copied. */
    SWING("swing", size -> new Butterfly[] {Butterfly.swing(0, size)}),
    /** Exchanges by {@link Butterfly#multiportSwing} on the ring of ranks: several swings at once, each with a part of each piece. */
    SWING_MULTIPORT("swing-multiport", Butterfly::multiportSwing);

    private final String label;
    private final IntFunction<Butterfly[]> ports;

    FlatAllgather(String label, IntFunction<Butterfly[]> ports) {
        this.label = label;
        this.ports = ports;
    }

    /** Returns the algorithm that {@code algorithm} names. */
    public static FlatAllgather of(AllgatherAlgorithm algorithm) {
        return switch (algorithm) {
            case BINARY_EXCHANGE -> BINARY_EXCHANGE;
            case RING -> RING;
        };
    }

    /**
     * Returns an allgather that sends each piece only once to each other site; a site is a group of hosts behind one shared, slower link.
     * Inside a site ranks pass pieces on. With one site, returns the same allgather as {@link #make}.
     *
     * @param channel channel of the ranks
     * @param sites   site of each rank of the channel
     */
    public Collectives.Allgather hierarchical(CollectiveChannel channel, Sites sites) {
        return sites.one() ? allgather(channel) : new ContiguousAllgather(channel, HierarchicalTraffic.of(sites)::of);
    }

    /**
     * Returns the messages of an allgather that sends each piece only once to each other site; a site is a group of hosts behind one
     * shared, slower link. With one site, returns the messages of this algorithm.
     *
     * @param sites   site of each rank
     * @param lengths length of each rank's piece in bytes, indexed by rank
     */
    public Traffic hierarchicalTraffic(Sites sites, long[] lengths) {
        return sites.one() ? traffic(lengths) : HierarchicalTraffic.of(sites).of(PieceLayout.from(0, lengths));
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public boolean takes(int ranks) {
        return this != NEIGHBOUR_EXCHANGE || ranks == 1 || (ranks & 1) == 0;
    }

    @Override
    public Traffic state(int ranks, PieceLayout sizes) {
        return switch (this) {
            case BINARY_EXCHANGE -> new BinaryExchangeTraffic(label, new FoldedPieces(Fold.of(ranks), sizes));
            case RING -> new RingTraffic(label, ranks, sizes);
            case BRUCK -> new BruckTraffic(label, ranks, sizes);
            case NEIGHBOUR_EXCHANGE -> new NeighbourTraffic(label, ranks, sizes);
            case HALVING, SWING, SWING_MULTIPORT -> ButterflyTraffic.of(label, ranks, ports.apply(Fold.of(ranks).left()), sizes);
        };
    }

    @Override
    public Collectives.Allgather make(CollectiveChannel channel) {
        return switch (this) {
            case BINARY_EXCHANGE, RING, NEIGHBOUR_EXCHANGE -> new ContiguousAllgather(channel, sizes -> state(channel.size(), sizes));
            case BRUCK -> new BruckAllgather(channel);
            case HALVING, SWING, SWING_MULTIPORT -> new ButterflyAllgather(channel, ports.apply(Fold.of(channel.size()).left()));
        };
    }
}
