package hplhetero.comm.collective.allgather;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import hplhetero.comm.schedule.Fold;
import hplhetero.comm.schedule.Traffic;

/** How pieces of unlike size, one of each rank, come together on all ranks. */
public enum AllgatherKind implements Algorithm {
    BINARY_EXCHANGE("doubling"),
    RING("ring"),
    /** As few messages as {@link #BINARY_EXCHANGE}, on any number of ranks; some pieces are copied. */
    BRUCK("bruck"),
    /** Half as many messages as {@link #RING}; an even number of ranks, or one. */
    NEIGHBOUR_EXCHANGE("neighbour");

    private final String label;

    AllgatherKind(String label) {
        this.label = label;
    }

    public static AllgatherKind of(AllgatherAlgorithm algorithm) {
        return switch (algorithm) {
            case BINARY_EXCHANGE -> BINARY_EXCHANGE;
            case RING -> RING;
        };
    }

    @Override
    public Collective collective() {
        return Collective.ALLGATHER;
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
    public Traffic state(int ranks, long bytes, int root) {
        return state(ranks, PieceSizes.equal(bytes));
    }

    /** Of pieces of any size. */
    public Traffic traffic(long[] lengths) {
        long[] offsets = new long[lengths.length];
        for (int rank = 1; rank < offsets.length; rank++) {
            offsets[rank] = offsets[rank - 1] + lengths[rank - 1];
        }
        return state(lengths.length, PieceSizes.lying(offsets, lengths));
    }

    private Traffic state(int ranks, PieceSizes sizes) {
        return switch (this) {
            case BINARY_EXCHANGE -> new BinaryExchangeTraffic(label, Fold.of(ranks), sizes);
            case RING -> new RingTraffic(label, ranks, sizes);
            case BRUCK -> new BruckTraffic(label, ranks, sizes);
            case NEIGHBOUR_EXCHANGE -> new NeighbourTraffic(label, ranks, sizes);
        };
    }

    /** One of pieces of any size. */
    public Collectives.Allgather allgather(CollectiveChannel channel) {
        if (!takes(channel.size())) {
            throw new IllegalArgumentException("allgather=" + label + " on ranks=" + channel.size()
                    + ": it needs an even number, choose another");
        }
        return switch (this) {
            case BINARY_EXCHANGE -> new BinaryExchangeAllgather(channel);
            case RING -> new RingAllgather(channel);
            case BRUCK -> new BruckAllgather(channel);
            case NEIGHBOUR_EXCHANGE -> new NeighbourAllgather(channel);
        };
    }
}
