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
     * Returns a sequence by reverse greedy. It deals blocks from the last to the first, each to the i with the least (c_i + 1) / speed_i,
     * where c_i counts the blocks that i has. So every trailing matrix is balanced at once. O(blocks x parts).
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
