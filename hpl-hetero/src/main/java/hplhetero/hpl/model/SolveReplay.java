package hplhetero.hpl.model;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.solve.SolutionPath;

/** Back substitution as {@code solve.BackSubstitution} does it: block columns from the last, y in chunks from one to the next. */
final class SolveReplay {
    private static final double DOUBLE_BYTES = 8;

    private final ModelInputs inputs;
    private final BlockMap map;
    private final RankClocks clocks;
    private final double[] busy;
    private final double[] rows;
    private final double[] own;
    private final double[] near;
    private final int[] leftOf;
    private final SolutionPath path;
    /** When x_k has reached the rank it reached last. */
    private final RankClocks reached;
    /** Of each virtual row, when the parts of its sums next to the diagonal are where the next block column is. */
    private final double[] nearestChunk;
    private double lastChunk;

    SolveReplay(ModelInputs inputs, RankClocks clocks, double[] busy) {
        this.inputs = inputs;
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

    private void solveDiagonal(int k, int diagonal) {
        double seconds = (double) map.width(k) * map.width(k) * perElement(diagonal);
        busy[diagonal] += seconds;
        clocks.add(diagonal, RankClocks.SOLVE, seconds * inputs.workers[diagonal]);
        passOn(k, diagonal);
    }

    /** Each rank on the way of x_k hands it on before it computes with it. */
    private void passOn(int k, int diagonal) {
        int stops = path.find(k);
        int from = diagonal;
        reached.set(0, clocks, diagonal);
        for (int i = 0; i < stops; i++) {
            int to = inputs.owner(path.row(i), map.kappa()[k]);
            clocks.await(to, reached, 0);
            clocks.moveTo(to, RankClocks.SOLVE, reached.at(0) + inputs.link(from, to).seconds(DOUBLE_BYTES * map.width(k)));
            reached.set(0, clocks, to);
            from = to;
        }
    }

    /** Rows above block row k of each member of its column, and who has the next part of the sums after it. */
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

    private void subtract(int k) {
        int c = map.kappa()[k];
        double chunk = BackSubstitution.chunkBlocks(map) * (double) map.nb() / inputs.rows();
        double end = 0;
        for (int m : inputs.columnMembers[c]) {
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

    /** A product with one element of U: as a pass over an element and a multiplication take in the update. */
    private double perElement(int m) {
        return inputs.update[m].perElement() + 2 * inputs.update[m].perMultiply();
    }
}
