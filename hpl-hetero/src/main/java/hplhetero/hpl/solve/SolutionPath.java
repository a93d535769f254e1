package hplhetero.hpl.solve;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import java.util.Arrays;

/**
 * The path of x_k: from the owner of the diagonal block through the ranks of its process column that own blocks above it. Each rank hands
 * x_k on to the next. Ranks that need x_k first come first, since block row k - 1 is solved next. So no rank sends more than one message a
 * block, and no further hop delays the next block. Source: the ring of HPL_pdtrsv, on any map. Owner: one thread.
 */
public final class SolutionPath {
    private final BlockMap map;
    /** Number of ranks besides the owner of the diagonal block, indexed by virtual column. */
    private final int[] others;
    /** Virtual row of each rank that receives x_k, in the order of the path. */
    private final int[] rows;
    /** Number of the search in which each rank was last found, indexed by rank. */
    private final int[] found;
    private int search;

    /** Makes an object that finds the paths for the blocks of a map. */
    public SolutionPath(BlockMap map) {
        this.map = map;
        others = new int[map.grid().cols()];
        Arrays.setAll(others, c -> LocalLayout.columnMembers(map.grid(), c).length - 1);
        rows = new int[map.grid().rows()];
        found = new int[1 + Arrays.stream(map.grid().owners()).max().orElse(0)];
    }

    /**
     * Finds the path of one block of the solution, from the owner of its diagonal block to all ranks that need it. The path is valid until
     * the next call. O(P); where some rank of the process column has no block above the diagonal, O(k).
     *
     * @param k number of the block of x, which is that of its block column
     * @return number of ranks to which the block is sent
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

    /**
     * Returns where a rank on the path that was found last stands: the virtual row of a cell by which it owns blocks of the column. A rank
     * may own several cells of the grid, in more than one virtual row; this is the one of its lowest block above the diagonal.
     *
     * @param i place of the rank on the path: 0 &lt;= i &lt; the number that {@link #find} has returned
     * @return number of the virtual row, from 0
     */
    public int row(int i) {
        return rows[i];
    }
}
