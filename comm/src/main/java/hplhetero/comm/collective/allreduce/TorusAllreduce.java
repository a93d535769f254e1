package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Traffic;

/**
 * An allreduce by reduce-scatter and allgather along the dimensions of a torus, in a box that the ranks fill.
 *
 * @param ports the butterflies among all ranks of the box, all at work at once
 */
public record TorusAllreduce(String label, Butterfly... ports) implements AllreduceKind {

    @Override
    public boolean takes(int ranks) {
        return ranks == ports[0].size();
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return ButterflyTraffic.of(label, ranks, ports, bytes);
    }

    @Override
    public Collectives.Allreduce allreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner) {
        return new ButterflyAllreduce(channel, ports, mostBytes, combiner);
    }
}
