package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The way in which blocks are dealt to ranks, as a user or a plan asks for it. {@code grid.BlockMap} makes of it the owners of all blocks
 * of one matrix.
 */
public sealed interface MapSpec extends Serializable {

    /** Netlib's block-cyclic map on P x Q ranks, numbered as PMAP says. */
    record Cyclic() implements MapSpec {
    }

    /**
     * A virtual grid of cells to which blocks are dealt cyclically. A rank may own several cells.
     *
     * @param owners rows of owner ranks, all of the same length; every rank 0..P*Q-1 appears
     */
    record Cells(List<List<Integer>> owners) implements MapSpec {
    }

    /**
     * A map with one cell a rank on P x Q. Reverse greedy deals block rows to process rows, and block columns to process columns, in
     * proportion to weights.
     *
     * @param rowWeights relative speed of each of the P process rows, &gt; 0; empty means all equal
     * @param colWeights relative speed of each of the Q process columns, &gt; 0; empty means all equal
     */
    record Weighted(List<Double> rowWeights, List<Double> colWeights) implements MapSpec {
    }

    /**
     * A virtual grid of cells and the sequences of block rows and block columns, as a plan gives them. A smaller matrix than the one that
     * the map was made for takes the ends of the sequences; a matrix with more blocks repeats them.
     *
     * @param owners rows of owner ranks of the world, all of the same length; a rank that does not appear is left out of the solve
     * @param rho    virtual row of each block row, ceil(N / NB) entries
     * @param kappa  virtual column of each block column, ceil((N + 1) / NB) entries
     */
    record Explicit(List<List<Integer>> owners, List<Integer> rho, List<Integer> kappa) implements MapSpec {

        /**
         * Returns the ranks that own at least one cell of the grid, each once, ascending. Block rows are dealt to the grid's rows and block
         * columns to its columns; the owner of a cell owns the blocks that fall into it.
         */
        public List<Integer> ranks() {
            return owners.stream().flatMap(List::stream).distinct().sorted().toList();
        }

        /**
         * Returns the ranks that own at least one block: ranks with a cell of the grid to whose row and column blocks are dealt. A rank
         * that owns cells may own no block where there are few blocks.
         */
        public Set<Integer> ranksWithBlocks() {
            List<Integer> columns = kappa.stream().distinct().toList();
            return rho.stream().distinct().flatMap(row -> columns.stream().map(column -> owners.get(row).get(column)))
                    .collect(Collectors.toSet());
        }
    }
}
