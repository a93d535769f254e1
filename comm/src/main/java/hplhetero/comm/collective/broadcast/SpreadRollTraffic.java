package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.SpreadTree;
import hplhetero.network.schedule.Traffic;

/**
 * HPL's long and longM: the rank served first gets the whole at stage 0; then pieces are spread down a tree, stage by stage, and rolled
 * around a ring, except to who has them already.
 */
record SpreadRollTraffic(String name, int ranks, Order order, boolean modified, SpreadTree tree, long bytes) implements Traffic {

    /** @param asked whether the rank after the root is to be served first, where there is one */
    static SpreadRollTraffic of(String name, int ranks, Order order, boolean asked, long bytes) {
        boolean modified = asked && order.size() > 1;
        return new SpreadRollTraffic(name, ranks, order, modified, new SpreadTree(modified ? order.size() - 1 : order.size()), bytes);
    }

    @Override
    public int stages() {
        return bytes == 0 ? 0 : first() + tree.stages() + tree.positions() - 1;
    }

    private int first() {
        return modified ? 1 : 0;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int relative = order.relative(rank);
        if (relative == Order.ABSENT) {
            return;
        }
        if (modified && (stage == 0 || relative == 1)) {
            serveFirst(stage, relative, sink);
            return;
        }
        int position = modified && relative > 0 ? relative - 1 : relative;
        int spread = stage - first();
        if (spread < tree.stages()) {
            spread(spread, position, sink);
        } else {
            roll(spread - tree.stages(), position, sink);
        }
    }

    private void serveFirst(int stage, int relative, Sink sink) {
        if (stage == 0 && relative == 0) {
            sink.send(order.rank(1), bytes);
        } else if (stage == 0 && relative == 1) {
            sink.receive(order.rank(0), bytes);
        }
    }

    private void spread(int stage, int position, Sink sink) {
        if (tree.receives(position, stage)) {
            receive(tree.parent(position), tree.length(position, tree.extent(position), bytes), sink);
        }
        int child = tree.child(position, stage);
        if (child > 0) {
            send(child, tree.length(child, tree.extent(child), bytes), sink);
        }
    }

    private void roll(int step, int position, Sink sink) {
        int positions = tree.positions();
        if (step < positions - tree.extent(position)) {
            receive(Math.floorMod(position - 1, positions), tree.length(tree.rolled(position - 1, step), 1, bytes), sink);
        }
        int next = (position + 1) % positions;
        if (step < positions - tree.extent(next)) {
            send(next, tree.length(tree.rolled(position, step), 1, bytes), sink);
        }
    }

    private void send(int position, long length, Sink sink) {
        if (length > 0) {
            sink.send(rank(position), length);
        }
    }

    private void receive(int position, long length, Sink sink) {
        if (length > 0) {
            sink.receive(rank(position), length);
        }
    }

    private int rank(int position) {
        return order.rank(modified && position > 0 ? position + 1 : position);
    }
}
