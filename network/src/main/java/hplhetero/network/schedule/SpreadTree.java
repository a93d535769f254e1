package hplhetero.network.schedule;

/**
 * A binomial tree over positions, of which 0 is the root, and a buffer cut into one piece for each: a position is responsible for the
 * pieces of all positions below it.
 *
 * @param positions that take part
 */
public record SpreadTree(int positions) {
    /** Whom {@code position} receives from. */
    public int parent(int position) {
        return position & position - 1;
    }

    /** The number of pieces that {@code position} is responsible for. */
    public int extent(int position) {
        return Math.min(span(position), positions - position);
    }

    /** The positions below and including {@code position} in a full binomial tree. */
    public int span(int position) {
        if (position > 0) {
            return Integer.lowestOneBit(position);
        }
        int span = Integer.highestOneBit(positions);
        return span == positions ? span : 2 * span;
    }

    /** The stages in which a whole tree is served: those farthest from the root first. */
    public int stages() {
        return Integer.numberOfTrailingZeros(span(0));
    }

    /** How far below its sender a receiver is at {@code stage}. */
    public int half(int stage) {
        return span(0) >> stage + 1;
    }

    /** Whom {@code position} sends to at {@code stage}, or -1. */
    public int child(int position, int stage) {
        int half = half(stage);
        return position % (2 * half) == 0 && position + half < positions ? position + half : -1;
    }

    /** Whether {@code position} receives at {@code stage}. */
    public boolean receives(int position, int stage) {
        return position > 0 && Integer.lowestOneBit(position) == half(stage);
    }

    /** The index of the piece that {@code position} sends on at step {@code step} of a ring. */
    public int rolled(int position, int step) {
        return Math.floorMod(position - step, positions);
    }
}
