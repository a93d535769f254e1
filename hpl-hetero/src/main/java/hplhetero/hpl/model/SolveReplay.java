package hplhetero.hpl.model;

import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.solve.SolutionPath;

/**
 * The replay of back substitution as {@code solve.BackSubstitution} does it: block columns from the last to the first, y in chunks from one
 * block column's owners to the next.
 */
final class SolveReplay {
    private static final double DOUBLE_BYTES = 8;

    private final ModelInputs inputs;
    private final BlockMap map;
    private final UpdateCost[] update;
    private final RankClocks clocks;
    private final double[] busy;
    /** Rows above the current block row in each virtual row, indexed by virtual row. */
    private final double[] rows;
    /** Rows above the current block row that each rank owns, indexed by member of the map. */
    private final double[] own;
    /**
     * Seconds from the start of the run at which each rank's chunk next to the diagonal is at the next block column, indexed by member of
     * the map.
     */
    private final double[] near;
    /** Member that gets each rank's part of the sums next, indexed by member of the map. */
    private final int[] leftOf;
    private final SolutionPath path;
    /** The clock of the rank that x_k reached last on its way. */
    private final RankClocks reached;
    /** Seconds from the start of the run at which the sums next to the diagonal are at the next block column, indexed by virtual row. */
    private final double[] nearestChunk;
    /** Seconds from the start of the run at which the last chunk of the block column before has been handed over. */
    private double lastChunk;

    /**
     * Creates the replay of back substitution.
     *
     * @param update cost of an update on each member at that time, indexed by member
     * @param clocks clocks of the members at the end of the factorization
     * @param busy   seconds for which all workers of each member compute, indexed by member; added to
     */
    SolveReplay(ModelInputs inputs, UpdateCost[] update, RankClocks clocks, double[] busy) {
        this.inputs = inputs;
        this.update = update;
        this.map = inputs.map;
        this.clocks = clocks;
        path = new SolutionPath(map);
        reached = clocks.alike(1);
        this.busy = busy;
        own = new double[inputs.size()];
        near = new double[inputs.size()];
        leftOf = new int[inputs.size()];
        rows = new double[inputs.rows()];
        nearestChunk = new double[inputs.rows()];
        for (int k = 0; k < map.panels(); k++) {
            rows[map.rho()[k]] += map.width(k);
        }
    }

    /** Replays back substitution, and moves the clocks to its end. */
    void run() {
        for (int k = map.panels() - 1; k >= 0; k--) {
            rows[map.rho()[k]] -= map.width(k);
            takeNearest(map.kappa()[k]);
            solveDiagonal(k, inputs.owner(map.rho()[k], map.kappa()[k]));
            spreadColumn(k);
            subtract(k);
        }
    }

    private void takeNearest(int c) {
        for (int r = 0; r < inputs.rows(); r++) {
            clocks.moveTo(inputs.owner(r, c), RankClocks.SOLVE, nearestChunk[r]);
        }
    }

    /** Solves the diagonal block of block column k on its owner, on one thread. */
    private void solveDiagonal(int k, int diagonal) {
        // jb^2 elements of U
        double seconds = (double) map.width(k) * map.width(k) * perElement(diagonal);
        busy[diagonal] += seconds;
        clocks.add(diagonal, RankClocks.SOLVE, seconds * inputs.workers[diagonal]);
        passOn(k, diagonal);
    }

    /** Passes x_k on along its way. Each rank hands x_k on before it computes with it. */
    private void passOn(int k, int diagonal) {
        int stops = path.find(k);
        int from = diagonal;
        reached.set(0, clocks, diagonal);
        for (int i = 0; i < stops; i++) {
            int to = inputs.owner(path.row(i), map.kappa()[k]);
            clocks.await(to, reached, 0);
            // latency + 8 jb x seconds a byte
            clocks.moveTo(to, RankClocks.SOLVE, reached.at(0) + inputs.link(from, to).seconds(DOUBLE_BYTES * map.width(k)));
            reached.set(0, clocks, to);
            from = to;
        }
    }

    /** Computes for each member of block column k its rows above block row k, and which member has the next part of the sums. */
    private void spreadColumn(int k) {
        int c = map.kappa()[k];
        int to = map.kappa()[Math.max(0, k - 1)];
        for (int m : inputs.columnMembers[c]) {
            own[m] = 0;
        }
        for (int r = 0; r < inputs.rows(); r++) {
            own[inputs.owner(r, c)] += rows[r];
            leftOf[inputs.owner(r, c)] = inputs.owner(r, to);
        }
    }

    /** Subtracts the products with x_k from the sums, on one thread of each rank, and hands the sums over in chunks. */
    private void subtract(int k) {
        int c = map.kappa()[k];
        double chunk = BackSubstitution.chunkBlocks(map) * (double) map.nb() / inputs.rows();
        double end = 0;
        for (int m : inputs.columnMembers[c]) {
            // latency + 8 chunk x seconds a byte to hand over; jb elements of U in each row
            double handOver = leftOf[m] == m ? 0 : inputs.link(m, leftOf[m]).seconds(DOUBLE_BYTES * chunk);
            double perRow = map.width(k) * perElement(m);
            near[m] = clocks.at(m) + Math.min(own[m], chunk) * perRow + handOver;
            busy[m] += own[m] * perRow;
            clocks.add(m, RankClocks.SOLVE, own[m] * perRow);
            clocks.moveTo(m, RankClocks.SOLVE, lastChunk);
            end = Math.max(end, clocks.at(m) + handOver);
        }
        lastChunk = end;
        for (int r = 0; r < inputs.rows(); r++) {
            nearestChunk[r] = near[inputs.owner(r, c)];
        }
    }

    /**
     * Returns the seconds of a product with one element of U: as much as a pass over an element and a multiplication take in the update.
     */
    private double perElement(int m) {
        return update[m].perElement() + 2 * update[m].perMultiply();
    }
}
