package hplhetero.comm.collective.rooted;

import hplhetero.network.schedule.SpreadTree;

/** Over which tree pieces go. Its nodes are positions, ranks counted from the root; below each is a stretch of positions. */
enum RootedShape {
    /** All others are children of the root. */
    LINEAR("linear"),
    /** Few messages at the root; pieces pass up to log2 ranks others on their way. */
    BINOMIAL("binomial");

    private final String label;

    RootedShape(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    int stages(SpreadTree tree) {
        return this == BINOMIAL ? tree.stages() : Math.min(1, tree.positions() - 1);
    }

    int parent(int position, SpreadTree tree) {
        return this == BINOMIAL ? tree.parent(position) : 0;
    }

    /** Whether {@code position} gets its pieces from its parent at {@code stage} of a scatter. */
    boolean receives(int position, int stage, SpreadTree tree) {
        return this == BINOMIAL ? tree.receives(position, stage) : position > 0;
    }

    /** The first child that {@code position} serves at {@code stage}, up to {@link #endChild}. */
    int firstChild(int position, int stage, SpreadTree tree) {
        return this == BINOMIAL ? Math.max(0, tree.child(position, stage)) : 1;
    }

    /** The position after the last child that {@code position} serves at {@code stage}: there is one, or the root serves all. */
    int endChild(int position, int stage, SpreadTree tree) {
        if (this == LINEAR) {
            return position == 0 ? tree.positions() : 1;
        }
        return tree.child(position, stage) + 1;
    }

    /** How many positions are below and including {@code position}. */
    int extent(int position, SpreadTree tree) {
        return this == BINOMIAL ? tree.extent(position) : position == 0 ? tree.positions() : 1;
    }
}
