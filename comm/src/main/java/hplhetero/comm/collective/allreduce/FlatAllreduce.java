package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;
import java.util.function.IntFunction;

/** The algorithms that combine buffers wherever ranks sit. */
public enum FlatAllreduce implements AllreduceKind {
    /** Recursive doubling: ranks exchange the whole buffer and combine in rank order. */
    DOUBLING("doubling", null),
    /** A ring on which each piece goes around twice: to be combined, then to come to all. */
    RING("ring", null),
    /** Reduce-scatter, then allgather, as Rabenseifner's: halves of the buffer go farthest. */
    RABENSEIFNER("rabenseifner", size -> new Butterfly[] {Butterfly.farFirst(size)}),
    /** Reduce-scatter, then allgather, as {@link #RABENSEIFNER}; but halves of the buffer go to neighbours, as in MPI libraries. */
    RABENSEIFNER_NEAR("rabenseifner-near", size -> new Butterfly[] {Butterfly.nearFirst(size)}),
    /** Reduce-scatter, then allgather, by {@link Butterfly#swing} on the ring of ranks. */
    SWING("swing", size -> new Butterfly[] {Butterfly.swing(0, size)}),
    /** Reduce-scatter, then allgather, by {@link Butterfly#multiportSwing}: several swings at once, each with a part of the buffer. */
    SWING_MULTIPORT("swing-multiport", Butterfly::multiportSwing);

    private final String label;
    private final IntFunction<Butterfly[]> ports;

    FlatAllreduce(String label, IntFunction<Butterfly[]> ports) {
        this.label = label;
        this.ports = ports;
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
            case RABENSEIFNER, RABENSEIFNER_NEAR, SWING, SWING_MULTIPORT ->
                    ButterflyTraffic.of(label, ranks, ports.apply(Fold.of(ranks).left()), bytes);
        };
    }

    @Override
    public Collectives.Allreduce allreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner) {
        return switch (this) {
            case DOUBLING -> new DoublingAllreduce(channel, mostBytes, combiner);
            case RING -> new RingAllreduce(channel, mostBytes, combiner);
            case RABENSEIFNER, RABENSEIFNER_NEAR, SWING, SWING_MULTIPORT ->
                    new ButterflyAllreduce(channel, ports.apply(Fold.of(channel.size()).left()), mostBytes, combiner);
        };
    }
}
