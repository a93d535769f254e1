package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.SpreadTree;
import hplhetero.network.schedule.Traffic;

/**
 * Van de Geijn's broadcast: pieces are scattered down a binomial tree, then each goes once around the ring, also past those that have
 * had it on its way to others. {@link SpreadRollTraffic} spares these messages.
 */
record ScatterRingTraffic(String name, int ranks, Order order, SpreadTree tree, long bytes) implements Traffic {

    @Override
    public int stages() {
        return bytes == 0 ? 0 : tree.stages() + tree.positions() - 1;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int position = order.relative(rank);
        if (position == Order.ABSENT) {
            return;
        }
        if (stage < tree.stages()) {
            scatter(stage, position, sink);
            return;
        }
        int step = stage - tree.stages();
        long coming = tree.length(tree.rolled(position - 1, step), 1, bytes);
        if (coming > 0) {
            sink.receive(order.rank(Math.floorMod(position - 1, tree.positions())), coming);
        }
        long going = tree.length(tree.rolled(position, step), 1, bytes);
        if (going > 0) {
            sink.send(order.rank(position + 1), going);
        }
    }

    private void scatter(int stage, int position, Sink sink) {
        long own = tree.length(position, tree.extent(position), bytes);
        if (tree.receives(position, stage) && own > 0) {
            sink.receive(order.rank(tree.parent(position)), own);
        }
        int child = tree.child(position, stage);
        if (child > 0 && tree.length(child, tree.extent(child), bytes) > 0) {
            sink.send(order.rank(child), tree.length(child, tree.extent(child), bytes));
        }
    }
}
