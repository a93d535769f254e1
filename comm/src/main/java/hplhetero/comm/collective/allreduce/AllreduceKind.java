package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import hplhetero.comm.schedule.Fold;
import hplhetero.comm.schedule.Traffic;

/** How buffers are combined. Those that cut them do so at multiples of 8 bytes, and combine the pieces each by itself. */
public enum AllreduceKind implements Algorithm {
    /** The whole, in rank order. */
    DOUBLING("doubling"),
    RING("ring"),
    /** Reduce-scatter, then allgather. */
    RABENSEIFNER("rabenseifner");

    private final String label;

    AllreduceKind(String label) {
        this.label = label;
    }

    @Override
    public Collective collective() {
        return Collective.ALLREDUCE;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return switch (this) {
            case DOUBLING -> new DoublingTraffic(label, Fold.of(ranks), bytes);
            case RING -> RingTraffic.of(label, ranks, bytes);
            case RABENSEIFNER -> RabenseifnerTraffic.of(label, ranks, bytes);
        };
    }

    /** @param mostBytes of a buffer */
    public Collectives.Allreduce allreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner) {
        return switch (this) {
            case DOUBLING -> new DoublingAllreduce(channel, mostBytes, combiner);
            case RING -> new RingAllreduce(channel, mostBytes, combiner);
            case RABENSEIFNER -> new RabenseifnerAllreduce(channel, mostBytes, combiner);
        };
    }
}
