package hplhetero.hpl.grid;

/**
 * The blocks of one dimension that lie in some virtual rows (or columns), in ascending order, and the numbering
 * of their elements: ScaLAPACK's numroc, indxg2l and indxl2g for any sequence. All blocks are nb long but the
 * matrix' last.
 */
public final class BlockList {
    private final int nb;
    private final int limit;
    private final int[] blocks;
    private final int[] next;

    /**
     * @param owned which blocks are in the list
     * @param nb    block length
     * @param limit length of the whole dimension
     */
    BlockList(boolean[] owned, int nb, int limit) {
        this.nb = nb;
        this.limit = limit;
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

    /** Number of elements. */
    public int size() {
        return start(next.length - 1);
    }

    /** Number of blocks. */
    public int blockCount() {
        return blocks.length;
    }

    /** The i-th block's global number. */
    public int block(int i) {
        return blocks[i];
    }

    /** Local index of the first element that lies in block k or a later one; {@link #size} if there is none. */
    public int start(int k) {
        int i = next[Math.min(k, next.length - 1)];
        if (i < blocks.length || i == 0) {
            return i * nb;
        }
        return (i - 1) * nb + Math.min(nb, limit - blocks[i - 1] * nb);
    }

    /** Index in this list of the first block with number k or more. */
    public int firstFrom(int k) {
        return next[Math.min(k, next.length - 1)];
    }

    /** Whether block k is in the list. */
    public boolean owns(int k) {
        return next[k + 1] > next[k];
    }

    /** Local index of global element g, which must be in the list. */
    public int local(int g) {
        return next[g / nb] * nb + g % nb;
    }

    /** Global index of local element l. */
    public int global(int l) {
        return blocks[l / nb] * nb + l % nb;
    }
}
