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

/** How pieces come together wherever ranks sit. */
public enum FlatAllgather implements AllgatherKind {
    /** Most pieces go farthest; none is copied. */
    BINARY_EXCHANGE("doubling", null),
    RING("ring", null),
    /** As few messages as {@link #BINARY_EXCHANGE}, on any number of ranks; some pieces are copied. */
    BRUCK("bruck", null),
    /** Half as many messages as {@link #RING}; an even number of ranks, or one. */
    NEIGHBOUR_EXCHANGE("neighbour", null),
    /** As {@link #BINARY_EXCHANGE}, but most pieces go to neighbours; all are copied. */
    HALVING("halving", size -> new Butterfly[] {Butterfly.nearFirst(size)}),
    /** The same by {@link Butterfly#swing} on the ring of ranks. */
    SWING("swing", size -> new Butterfly[] {Butterfly.swing(0, size)}),
    SWING_MULTIPORT("swing-multiport", Butterfly::multiportSwing);

    private final String label;
    private final IntFunction<Butterfly[]> ports;

    FlatAllgather(String label, IntFunction<Butterfly[]> ports) {
        this.label = label;
        this.ports = ports;
    }

    public static FlatAllgather of(AllgatherAlgorithm algorithm) {
        return switch (algorithm) {
            case BINARY_EXCHANGE -> BINARY_EXCHANGE;
            case RING -> RING;
        };
    }

    /** One whose pieces cross to each other site once; with one site that of {@link #make}. */
    public Collectives.Allgather hierarchical(CollectiveChannel channel, Sites sites) {
        return sites.one() ? allgather(channel) : new StretchAllgather(channel, HierarchicalTraffic.of(sites)::of);
    }

    /** What that sends. */
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
            case BINARY_EXCHANGE, RING, NEIGHBOUR_EXCHANGE -> new StretchAllgather(channel, sizes -> state(channel.size(), sizes));
            case BRUCK -> new BruckAllgather(channel);
            case HALVING, SWING, SWING_MULTIPORT -> new ButterflyAllgather(channel, ports.apply(Fold.of(channel.size()).left()));
        };
    }
}
