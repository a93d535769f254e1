package hplhetero.input.cluster;

import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.text.InputException;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The check that the grid and the sequences of a plan belong together.
 *
 * @param n     order of the matrix
 * @param nb    blocking factor
 * @param ranks number of ranks of the run, including those that are left out
 * @param map   grid of owners, and sequences of block rows and columns
 * @param where gives the place of {@code owners}, {@code rho} or {@code kappa} for messages
 */
record PlanCheck(int n, int nb, int ranks, MapSpec.Explicit map, UnaryOperator<String> where) {

    /**
     * Returns the check of a plan that was not read from a file.
     *
     * @param plan the plan
     * @param name name of the plan, for messages
     */
    static PlanCheck of(Plan plan, String name) {
        return new PlanCheck(plan.n(), plan.nb(), plan.prediction().busy().size(), plan.map(), _ -> name);
    }

    /** Does all checks. Throws {@link hplhetero.input.text.InputException} where one of them fails. */
    void requireAll() {
        requireOwners();
        requireSequence("rho", map.rho(), blocks(n), "rows of owners", map.owners().size());
        requireSequence("kappa", map.kappa(), blocks(n + 1L), "columns of owners", map.owners().getFirst().size());
        requireBlocks();
    }

    private void requireOwners() {
        int width = map.owners().getFirst().size();
        for (List<Integer> row : map.owners()) {
            if (row.size() != width) {
                throw new InputException(where.apply("owners") + ": one row of owners has " + row.size() + " cells, another " + width
                        + ": give every row the same number of cells");
            }
            for (int owner : row) {
                if (owner < 0 || owner >= ranks) {
                    throw new InputException(where.apply("owners") + ": unknown rank " + owner + " owns a cell, the ranks are 0.."
                            + (ranks - 1)
                            + ": correct the owner, or the number of ranks");
                }
            }
        }
    }

    private void requireSequence(String name, List<Integer> sequence, long blocks, String what, int lines) {
        if (sequence.size() != blocks) {
            throw new InputException(where.apply(name) + ": " + name + " has " + sequence.size() + " entries, but N=" + n + " NB=" + nb
                    + " make " + blocks + " blocks: give one entry for each block");
        }
        for (int i = 0; i < sequence.size(); i++) {
            if (sequence.get(i) < 0 || sequence.get(i) >= lines) {
                throw new InputException(where.apply(name) + ": block " + i + " of " + name + " has no owner: entry " + sequence.get(i)
                        + ", but there are " + lines + " " + what + ": choose 0.." + (lines - 1));
            }
        }
    }

    private long blocks(long elements) {
        return (elements + nb - 1) / nb;
    }

    /** Checks that each rank that owns a cell also owns a block. */
    private void requireBlocks() {
        TreeSet<Integer> empty = new TreeSet<>();
        map.owners().forEach(empty::addAll);
        for (int row : new TreeSet<>(map.rho())) {
            for (int col : new TreeSet<>(map.kappa())) {
                empty.remove(map.owners().get(row).get(col));
            }
        }
        if (!empty.isEmpty()) {
            throw new InputException(where.apply("owners") + ": rank " + empty.first() + " owns a cell but no block: give the rank a "
                    + "block, take it out of the grid, or choose a larger N or a smaller NB");
        }
    }
}
