package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/**
 * An allgather along the dimensions of a torus, in a box that the ranks fill.
 *
 * @param ports the butterflies among all ranks of the box, all at work at once
 */
public record TorusAllgather(String label, Butterfly... ports) implements AllgatherKind {

    @Override
    public boolean takes(int ranks) {
        return ranks == ports[0].size();
    }

    @Override
    public Traffic state(int ranks, PieceLayout sizes) {
        return ButterflyTraffic.of(label, ranks, ports, sizes);
    }

    @Override
    public Collectives.Allgather make(CollectiveChannel channel) {
        return new ButterflyAllgather(channel, ports);
    }
}
