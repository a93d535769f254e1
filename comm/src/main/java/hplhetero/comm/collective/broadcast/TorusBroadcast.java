package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Delivery;

/**
 * A broadcast by scatter and allgather along the dimensions of a torus, in a box that the ranks fill.
 *
 * @param butterfly the butterfly among all ranks of the box
 */
public record TorusBroadcast(String label, Butterfly butterfly) implements BroadcastKind {

    @Override
    public boolean takes(int ranks) {
        return ranks == butterfly.size();
    }

    @Override
    public Delivery delivery(int ranks, int root) {
        Delivery.Builder delivery = new Delivery.Builder(label, ranks);
        new ScatterGather(size -> butterfly).describe(Order.all(ranks, root), delivery);
        return delivery.build();
    }
}
