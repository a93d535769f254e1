package hplhetero.network.schedule;

/**
 * A binomial tree over positions, whose root is position 0. A buffer is cut into one piece for each position. A position is responsible for
 * its own piece and for the pieces of all positions below it.
 *
 * @param positions number of positions that take part
 */
public record SpreadTree(int positions) {
    /**
     * Returns the parent of a position in the tree, from which the position receives; 0 for position 0, the root, which receives nothing.
     *
     * @param position position, 0 .. positions - 1
     */
    public int parent(int position) {
        return position & position - 1;
    }

    /**
     * Returns the number of pieces of the buffer that a position gets from its parent: its own piece, and the pieces of all positions below
     * it. For the root, returns the number of all pieces, one for each position.
     *
     * @param position position, 0 .. positions - 1; 0 is the root
     */
    public int extent(int position) {
        return Math.min(span(position), positions - position);
    }

    /**
     * Returns how many positions the subtree of a position would have, itself included, if the number of all positions were rounded up to a
     * power of two.
     *
     * @param position position, 0 .. positions - 1
     */
    public int span(int position) {
        if (position > 0) {
            return Integer.lowestOneBit(position);
        }
        int span = Integer.highestOneBit(positions);
        return span == positions ? span : 2 * span;
    }

    /**
     * Returns the number of stages in which the tree brings all pieces from the root to their positions; in a stage, each position that has
     * pieces for others sends at most once. A parent sends to its farthest child first. 0 for one position.
     */
    public int stages() {
        return Integer.numberOfTrailingZeros(span(0));
    }

    /**
     * Returns how far a receiver's position is behind its sender's, in positions, at one stage of the tree. The distance halves from stage
     * to stage.
     *
     * @param stage stage, 0 .. {@link #stages} - 1
     */
    public int half(int stage) {
        return span(0) >> stage + 1;
    }

    /**
     * Returns the position to which a position sends in one stage of the tree, or -1 when it sends nothing.
     *
     * @param position position that may send, 0 .. positions - 1
     * @param stage    stage, 0 .. {@link #stages} - 1
     */
    public int child(int position, int stage) {
        int half = half(stage);
        return position % (2 * half) == 0 && position + half < positions ? position + half : -1;
    }

    /**
     * Returns whether a position receives from its parent in one stage of the tree.
     *
     * @param position position, 0 .. positions - 1
     * @param stage    stage, 0 .. {@link #stages} - 1
     */
    public boolean receives(int position, int stage) {
        return position > 0 && Integer.lowestOneBit(position) == half(stage);
    }

    /**
     * Returns the index of the piece that a position sends to the next position at a step of the ring. The ring follows the tree, which
     * leaves each position with its own piece, and brings all pieces to all positions. At step 0 each position sends its own piece; the
     * last position sends to position 0.
     *
     * @param position position that sends, 0 .. positions - 1; a buffer has a piece for each position
     * @param step     step of the ring, 0 .. positions - 2
     */
    public int rolled(int position, int step) {
        return Math.floorMod(position - step, positions);
    }
}
