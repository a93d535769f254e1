package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.SpreadTree;
import hplhetero.network.schedule.Traffic;

/** The whole buffer down a binomial tree: at each stage all who have it send it to one other. */
record BinomialTraffic(String name, int ranks, Order order, SpreadTree tree, long bytes) implements Traffic {

    @Override
    public int stages() {
        return bytes == 0 ? 0 : tree.stages();
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int position = order.relative(rank);
        if (tree.receives(position, stage)) {
            sink.receive(order.rank(tree.parent(position)), bytes);
        }
        int child = tree.child(position, stage);
        if (child > 0) {
            sink.send(order.rank(child), bytes);
        }
    }
}
