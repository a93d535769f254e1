package hplhetero.hpl.grid;

/**
 * The blocks of one dimension that lie in some virtual rows (or columns), in ascending order, and the local numbering of their elements.
 * All blocks are nb long but the last block of the matrix. Behind the last block may stand a tail: elements that belong to no block and
 * have no number in the dimension. Source: ScaLAPACK's numroc, indxg2l and indxl2g, generalized to any sequence.
 */
public final class BlockList {
    private final int nb;
    private final int limit;
    /** Number of elements behind the last block, which belong to no block. */
    private final int tail;
    /** Global number of each block in the list, ascending. */
    private final int[] blocks;
    /** Number of blocks in the list before global block k, indexed by k, 0 .. number of all blocks. */
    private final int[] next;

    /**
     * Makes the list of the blocks that are marked.
     *
     * @param owned whether block k is in the list, indexed by the block's global number
     * @param nb    length of a block, in elements
     * @param limit length of the whole dimension, in elements
     * @param tail  number of elements behind the last block, which belong to no block
     */
    BlockList(boolean[] owned, int nb, int limit, int tail) {
        this.nb = nb;
        this.limit = limit;
        this.tail = tail;
        next = new int[owned.length + 1];
        for (int k = 0; k < owned.length; k++) {
            next[k + 1] = next[k] + (owned[k] ? 1 : 0);
        }
        blocks = new int[next[owned.length]];
        for (int k = 0; k < owned.length; k++) {
            if (owned[k]) {
                blocks[next[k]] = k;
            }
        }
    }

    /** Returns the number of elements in the blocks of this list and in the tail behind them. */
    public int size() {
        return tailStart() + tail;
    }

    /** Returns the number of elements in the blocks of this list, which is the index of the tail's first element. */
    public int tailStart() {
        return start(next.length - 1);
    }

    /** Returns the number of blocks in this list. */
    public int blockCount() {
        return blocks.length;
    }

    /**
     * Returns the global number of a block of this list: its number among all blocks of the dimension, from 0.
     *
     * @param i index of the block in this list, 0 .. {@link #blockCount} - 1
     */
    public int block(int i) {
        return blocks[i];
    }

    /**
     * Returns the index, among the elements of this list, of the first element that lies in block {@code k} of the dimension or in a later
     * one; {@link #tailStart} if there is no such element.
     *
     * @param k number of the block among all blocks of the dimension, from 0, which need not be in this list; more than there are blocks is
     *          allowed
     */
    public int start(int k) {
        int i = next[Math.min(k, next.length - 1)];
        if (i < blocks.length || i == 0) {
            return i * nb;
        }
        return (i - 1) * nb + Math.min(nb, limit - blocks[i - 1] * nb);
    }

    /**
     * Returns the index in this list of the first block that is block {@code k} of the dimension or a later one; {@link #blockCount} if
     * there is no such block.
     *
     * @param k number of the block among all blocks of the dimension, from 0, which need not be in this list; more than there are blocks is
     *          allowed
     */
    public int firstFrom(int k) {
        return next[Math.min(k, next.length - 1)];
    }

    /**
     * Returns whether a block is in this list.
     *
     * @param k number of the block among all blocks of the dimension, from 0 .. number of these blocks - 1
     */
    public boolean owns(int k) {
        return next[k + 1] > next[k];
    }

    /**
     * Returns the index, among the elements of this list, of an element of the dimension.
     *
     * @param g number of the element among all elements of the dimension, such as its row of the matrix, from 0; its block must be in this
     *          list
     */
    public int local(int g) {
        return next[g / nb] * nb + g % nb;
    }

    /**
     * Returns the number of an element of this list among all elements of the dimension, such as its row of the matrix, from 0.
     *
     * @param l index of the element among the elements of this list, 0 .. {@link #tailStart} - 1
     */
    public int global(int l) {
        return blocks[l / nb] * nb + l % nb;
    }
}
