package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;
import java.util.function.IntFunction;

/** How buffers are combined wherever ranks sit. */
public enum FlatAllreduce implements AllreduceKind {
    /** The whole, in rank order. */
    DOUBLING("doubling", null),
    RING("ring", null),
    /** Reduce-scatter, then allgather: halves of the buffer go farthest. */
    RABENSEIFNER("rabenseifner", size -> new Butterfly[] {Butterfly.farFirst(size)}),
    /** The same, where halves go to neighbours, as in MPI libraries. */
    RABENSEIFNER_NEAR("rabenseifner-near", size -> new Butterfly[] {Butterfly.nearFirst(size)}),
    /** The same by {@link Butterfly#swing} on the ring of ranks. */
    SWING("swing", size -> new Butterfly[] {Butterfly.swing(0, size)}),
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
