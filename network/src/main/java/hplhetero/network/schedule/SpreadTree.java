package hplhetero.network.schedule;

/**
 * A binomial tree over positions, whose root is position 0. A buffer is cut into one piece for each position. A position is responsible for
 * its own piece and for the pieces of all positions below it.
 *
 * @param positions number of positions that take part
 */
public record SpreadTree(int positions) {
    /** Returns the parent of a position in the tree, from which the position receives; 0 for position 0, the root. */
    public int parent(int position) {
        return position & position - 1;
    }

    /**
     * Returns the number of pieces that come to a position from its parent: its own piece, and the pieces of all positions below it. For
     * the root, returns the number of all pieces.
     */
    public int extent(int position) {
        return Math.min(span(position), positions - position);
    }

    /**
     * Returns how many positions the subtree of a position would have, itself included, if the number of all positions were rounded up to a
     * power of two.
     */
    public int span(int position) {
        if (position > 0) {
            return Integer.lowestOneBit(position);
        }
        int span = Integer.highestOneBit(positions);
        return span == positions ? span : 2 * span;
    }

    /**
     * Returns the number of stages in which the tree brings all pieces from the root to their positions. A parent serves its farthest child
     * first.
     */
    public int stages() {
        return Integer.numberOfTrailingZeros(span(0));
    }

    /** Returns how many positions a receiver of a stage is behind its sender. The distance halves from stage to stage. */
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

    /**
     * Returns the index of the piece that a position sends to the next position at a step of the ring, by which all pieces come to all
     * positions after the tree. At step 0 each position sends its own piece.
     *
     * @param position position that sends, 0 .. positions - 1
     * @param step     step of the ring, from 0
     */
    public int rolled(int position, int step) {
        return Math.floorMod(position - step, positions);
    }
}
