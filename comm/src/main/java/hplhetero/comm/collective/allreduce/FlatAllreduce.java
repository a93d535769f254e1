package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;
import java.util.function.IntFunction;

/** The algorithms that combine buffers wherever ranks sit. */
public enum FlatAllreduce implements AllreduceKind {
    /** Recursive doubling, near partners first: ranks exchange the whole buffer and combine in rank order. */
    DOUBLING("doubling", size -> new Butterfly[] {Butterfly.farFirst(size)}),
    /**
     * Recursive doubling among the partners of a Bine tree ({@link Butterfly#swing} on the ring of ranks), the far ones first. Their
     * distances are two thirds of those of {@link #DOUBLING}. For short buffers; for long ones {@link #SWING} has the same partners.
     */
    BINE("bine", size -> new Butterfly[] {Butterfly.swing(0, size)}),
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
    /** The butterflies among a power of two of ranks, all at work at once; null for an algorithm without butterflies. */
    private final IntFunction<Butterfly[]> ports;

    FlatAllreduce(String label, IntFunction<Butterfly[]> ports) {
        this.label = label;
        this.ports = ports;
    }

    /** Returns the butterflies among those of {@code ranks} ranks that have a number in the {@link Fold}. */
    private Butterfly[] butterflies(int ranks) {
        return ports.apply(Fold.of(ranks).left());
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return switch (this) {
            case DOUBLING, BINE -> new DoublingTraffic(label, Fold.of(ranks), butterflies(ranks)[0], bytes);
            case RING -> RingTraffic.of(label, ranks, bytes);
            case RABENSEIFNER, RABENSEIFNER_NEAR, SWING, SWING_MULTIPORT ->
                    ButterflyTraffic.of(label, ranks, butterflies(ranks), bytes);
        };
    }

    @Override
    public Collectives.Allreduce allreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner) {
        return switch (this) {
            case DOUBLING, BINE -> new DoublingAllreduce(channel, butterflies(channel.size())[0], mostBytes, combiner);
            case RING -> new RingAllreduce(channel, mostBytes, combiner);
            case RABENSEIFNER, RABENSEIFNER_NEAR, SWING, SWING_MULTIPORT ->
                    new ButterflyAllreduce(channel, butterflies(channel.size()), mostBytes, combiner);
        };
    }
}
