package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Traffic;

/**
 * Scatter and allgather along the dimensions of a torus, in a box that ranks fill.
 *
 * @param butterfly among them
 */
public record TorusBroadcast(String label, Butterfly butterfly) implements BroadcastKind {

    @Override
    public boolean takes(int ranks) {
        return ranks == butterfly.size();
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return ButterflyTraffic.of(label, ranks, Order.all(ranks, root), butterfly, bytes);
    }

    @Override
    public Collectives.Broadcast broadcast(CollectiveChannel channel) {
        return new ButterflyBroadcast(channel, butterfly);
    }
}
