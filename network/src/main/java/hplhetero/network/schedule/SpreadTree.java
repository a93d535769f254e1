package hplhetero.network.schedule;

/**
 * A binomial tree over positions, whose root is position 0. A buffer is cut into one piece for each position. A position is responsible for
 * its own piece and for the pieces of all positions below it.
 *
 * @param positions number of positions that take part
 */
public record SpreadTree(int positions) {
    /** Returns the position from which {@code position} receives. */
    public int parent(int position) {
        return position & position - 1;
    }

    /** Returns the number of pieces that {@code position} is responsible for. */
    public int extent(int position) {
        return Math.min(span(position), positions - position);
    }

    /** Returns the number of positions below and including {@code position} in a full binomial tree. */
    public int span(int position) {
        if (position > 0) {
            return Integer.lowestOneBit(position);
        }
        int span = Integer.highestOneBit(positions);
        return span == positions ? span : 2 * span;
    }

    /** Returns the number of stages in which the whole tree is served. Children farthest from their parent are served first. */
    public int stages() {
        return Integer.numberOfTrailingZeros(span(0));
    }

    /** Returns the distance in positions between a sender and its receiver at {@code stage}. */
    public int half(int stage) {
        return span(0) >> stage + 1;
    }

    /** Returns the position to which {@code position} sends at {@code stage}, or -1 when it sends nothing. */
    public int child(int position, int stage) {
        int half = half(stage);
        return position % (2 * half) == 0 && position + half < positions ? position + half : -1;
    }

    /** Returns whether {@code position} receives at {@code stage}. */
    public boolean receives(int position, int stage) {
        return position > 0 && Integer.lowestOneBit(position) == half(stage);
    }

    /** Returns the index of the piece that {@code position} sends on at step {@code step} of a ring. */
    public int rolled(int position, int step) {
        return Math.floorMod(position - step, positions);
    }
}
