package hplhetero.hpl.grid;

import java.util.List;

/** Makes sequences that deal blocks to virtual rows or columns, in turn or by speeds. */
final class Weights {

    private Weights() {
    }

    /** Returns netlib's cyclic sequence 0, 1, ..., parts - 1, 0, 1, ... of length {@code blocks}. */
    static int[] cyclic(int parts, int blocks) {
        int[] sequence = new int[blocks];
        for (int k = 0; k < blocks; k++) {
            sequence[k] = k % parts;
        }
        return sequence;
    }

    /**
     * Returns the virtual row (or column) of each block, by reverse greedy. Blocks are dealt from the last to the first. Each goes to the
     * row with the least (blocks that the row has + 1) / speed. So the work of every trailing matrix is balanced at once. O(blocks x rows).
     *
     * @param speeds speed of each virtual row, indexed by row
     * @param blocks number of blocks
     * @return virtual row of each block, indexed by block
     */
    static int[] reverseGreedy(List<Double> speeds, int blocks) {
        int[] sequence = new int[blocks];
        int[] count = new int[speeds.size()];
        for (int k = blocks - 1; k >= 0; k--) {
            int best = 0;
            for (int i = 1; i < count.length; i++) {
                if ((count[i] + 1) / speeds.get(i) < (count[best] + 1) / speeds.get(best)) {
                    best = i;
                }
            }
            sequence[k] = best;
            count[best]++;
        }
        return sequence;
    }
}
