package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How blocks are dealt to ranks, as asked for; {@code grid.BlockMap} is what it becomes for one matrix. */
public sealed interface MapSpec extends Serializable {

    /** Netlib's block-cyclic map on P x Q, numbered by PMAP. */
    record Cyclic() implements MapSpec {
    }

    /**
     * A virtual grid of cells, cyclic over the cells; a rank may own several.
     *
     * @param owners rows of owner ranks, all of the same length; every rank 0..P*Q-1 appears
     */
    record Cells(List<List<Integer>> owners) implements MapSpec {
    }

    /**
     * One cell a rank on P x Q; blocks are dealt to rows and columns in proportion to weights by reverse greedy.
     *
     * @param rowWeights relative speeds of the P process rows, &gt; 0; empty means all equal
     * @param colWeights relative speeds of the Q process columns, &gt; 0; empty means all equal
     */
    record Weighted(List<Double> rowWeights, List<Double> colWeights) implements MapSpec {
    }

    /**
     * A virtual grid of cells and the two block sequences, as a plan gives them. A smaller matrix than the one it was made
     * for takes the ends of the sequences; one with more blocks repeats them.
     *
     * @param owners rows of owner ranks of the world, all of the same length; a rank that does not appear is left out
     * @param rho    virtual row of each block row, ceil(N / NB) of them
     * @param kappa  virtual column of each block column, ceil((N + 1) / NB) of them
     */
    record Explicit(List<List<Integer>> owners, List<Integer> rho, List<Integer> kappa) implements MapSpec {

        /** The ranks that own cells, ascending. */
        public List<Integer> ranks() {
            return owners.stream().flatMap(List::stream).distinct().sorted().toList();
        }

        /** The ranks that own blocks: some of those that own cells may get none where there are few blocks. */
        public Set<Integer> ranksWithBlocks() {
            List<Integer> columns = kappa.stream().distinct().toList();
            return rho.stream().distinct().flatMap(row -> columns.stream().map(column -> owners.get(row).get(column)))
                    .collect(Collectors.toSet());
        }
    }
}
