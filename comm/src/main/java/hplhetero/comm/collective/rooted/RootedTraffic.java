package hplhetero.comm.collective.rooted;

import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.SpreadTree;
import hplhetero.network.schedule.Traffic;

/**
 * Pieces between a root and all ranks, over a tree: those of all ranks below and including one are a message between it and its parent.
 *
 * @param sizes by position
 */
record RootedTraffic(Way way, RootedShape shape, SpreadTree tree, int root, PieceLayout sizes) implements Traffic {

    static RootedTraffic of(Way way, RootedShape shape, int ranks, int root, PieceLayout sizes) {
        return new RootedTraffic(way, shape, new SpreadTree(ranks), root, sizes);
    }

    @Override
    public String name() {
        return shape.label();
    }

    @Override
    public int ranks() {
        return tree.positions();
    }

    @Override
    public int stages() {
        return shape.stages(tree);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int served = way == Way.FROM_ROOT ? stage : stages() - 1 - stage;
        int position = position(rank);
        if (shape.receives(position, served, tree) && below(position) > 0) {
            way.withParent(rank(shape.parent(position, tree)), below(position), sink);
        }
        int end = shape.endChild(position, served, tree);
        for (int child = shape.firstChild(position, served, tree); child < end; child++) {
            if (below(child) > 0) {
                way.withChild(rank(child), below(child), sink);
            }
        }
    }

    /** The bytes of all pieces of ranks below and including a position. */
    private long below(int position) {
        return sizes.length(position, position + extent(position));
    }

    int extent(int position) {
        return shape.extent(position, tree);
    }

    int position(int rank) {
        return Math.floorMod(rank - root, ranks());
    }

    int rank(int position) {
        return (root + position) % ranks();
    }
}
