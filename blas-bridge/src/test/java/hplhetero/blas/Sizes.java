package hplhetero.blas;

import java.util.ArrayList;
import java.util.List;

/** The sizes at which blocked kernels go wrong: none, one, around the widths of vectors and tiles. */
final class Sizes {
    static final int[] ODD = {0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 33, 63, 64, 65, 97, 130, 257};
    static final int[] TINY = {0, 1, 2, 3, 5, 8, 9};
    static final double[] FACTORS = {0, 1, -1, 0.5};

    private Sizes() {
    }

    /** m, n, k. */
    record Triple(int m, int n, int k) { }

    /** Every size as m, as n and as k, each time with other partners, and all combinations of the tiny ones. */
    static List<Triple> triples() {
        List<Triple> all = new ArrayList<>();
        int count = ODD.length;
        for (int i = 0; i < count; i++) {
            for (int turn = 0; turn < 3; turn++) {
                all.add(new Triple(ODD[i], ODD[(5 * i + 3 + 7 * turn) % count], ODD[(9 * i + 1 + 5 * turn) % count]));
            }
        }
        for (int m : TINY) {
            for (int n : TINY) {
                for (int k : TINY) {
                    all.add(new Triple(m, n, k));
                }
            }
        }
        return all;
    }
}
