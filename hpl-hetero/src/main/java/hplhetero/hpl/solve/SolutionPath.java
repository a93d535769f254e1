package hplhetero.hpl.solve;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import java.util.Arrays;

/**
 * The path of x_k: from the owner of the diagonal block through the ranks of its process column that own blocks above it, each of
 * which hands x_k on to the next. Who needs it first comes first, for block row k - 1 is solved next; so no rank sends more than
 * one message a block, and no further hop delays the next block. Source: the ring of HPL_pdtrsv, on any map. Owner: one thread.
 */
public final class SolutionPath {
    private final BlockMap map;
    /** Ranks in each virtual column besides the owner of the diagonal block. */
    private final int[] others;
    private final int[] rows;
    /** Of each rank, the search in which it was last found. */
    private final int[] found;
    private int search;

    public SolutionPath(BlockMap map) {
        this.map = map;
        others = new int[map.grid().cols()];
        Arrays.setAll(others, c -> LocalLayout.columnMembers(map.grid(), c).length - 1);
        rows = new int[map.grid().rows()];
        found = new int[1 + Arrays.stream(map.grid().owners()).max().orElse(0)];
    }

    /**
     * Finds the path of x_k, valid until the next call. O(P), where some rank has no block above k O(k).
     *
     * @return the number of ranks that receive it
     */
    public int find(int k) {
        int count = 0;
        found[map.owner(k, k)] = ++search;
        for (int i = k - 1; i >= 0 && count < others[map.kappa()[k]]; i--) {
            int owner = map.owner(i, k);
            if (found[owner] != search) {
                found[owner] = search;
                rows[count++] = map.rho()[i];
            }
        }
        return count;
    }

    /** A virtual row of the i-th rank that receives x_k. */
    public int row(int i) {
        return rows[i];
    }
}
