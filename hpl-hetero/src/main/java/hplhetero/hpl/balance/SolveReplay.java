package hplhetero.hpl.balance;

import hplhetero.hpl.grid.BlockMap;

/** Back substitution as {@code solve.BackSubstitution} does it: block columns from the last, y in chunks from one to the next. */
final class SolveReplay {
    private static final int CHUNKS = 16;
    private static final double BYTES = 8;

    private final Lineup lineup;
    private final BlockMap map;
    private final Clocks clocks;
    private final double[] busy;
    private final double[] rows;
    private final double[] own;
    private final int[] leftOf;
    private final Clocks solved;
    private double nearestChunk;
    private double lastChunk;

    SolveReplay(Lineup lineup, Clocks clocks, double[] busy) {
        this.lineup = lineup;
        this.map = lineup.map;
        this.clocks = clocks;
        solved = clocks.alike(1);
        this.busy = busy;
        own = new double[lineup.size()];
        leftOf = new int[lineup.size()];
        rows = new double[lineup.rows()];
        for (int k = 0; k < map.panels(); k++) {
            rows[map.rho()[k]] += map.width(k);
        }
    }

    void run() {
        for (int k = map.panels() - 1; k >= 0; k--) {
            rows[map.rho()[k]] -= map.width(k);
            solveDiagonal(k, lineup.owner(map.rho()[k], map.kappa()[k]));
            spreadColumn(k);
            subtract(k);
        }
    }

    private void solveDiagonal(int k, int diagonal) {
        double seconds = (double) map.width(k) * map.width(k) * perElement(diagonal);
        busy[diagonal] += seconds;
        clocks.moveTo(diagonal, Clocks.SOLVE, nearestChunk);
        clocks.add(diagonal, Clocks.SOLVE, seconds * lineup.workers[diagonal]);
        solved.set(0, clocks, diagonal);
    }

    /** Rows above block row k of each member of its column, and who has the next part of the sums after it. */
    private void spreadColumn(int k) {
        int c = map.kappa()[k];
        int to = map.kappa()[Math.max(0, k - 1)];
        for (int m : lineup.columnMembers[c]) {
            own[m] = 0;
        }
        for (int r = 0; r < lineup.rows(); r++) {
            own[lineup.owner(r, c)] += rows[r];
            leftOf[lineup.owner(r, c)] = lineup.owner(r, to);
        }
    }

    private void subtract(int k) {
        int[] members = lineup.columnMembers[map.kappa()[k]];
        int diagonal = lineup.owner(map.rho()[k], map.kappa()[k]);
        double chunk = Math.max(1, (map.panels() + CHUNKS - 1) / CHUNKS) * (double) map.nb() / lineup.rows();
        double near = 0;
        double end = 0;
        for (int m : members) {
            if (m != diagonal) {
                clocks.await(m, solved, 0);
                clocks.moveTo(m, Clocks.SOLVE, solved.at(0) + lineup.link(diagonal, m).seconds(BYTES * map.width(k)));
            }
            double handOver = leftOf[m] == m ? 0 : lineup.link(m, leftOf[m]).seconds(BYTES * chunk);
            double perRow = map.width(k) * perElement(m);
            near = Math.max(near, clocks.at(m) + Math.min(own[m], chunk) * perRow + handOver);
            busy[m] += own[m] * perRow;
            clocks.add(m, Clocks.SOLVE, own[m] * perRow);
            clocks.moveTo(m, Clocks.SOLVE, lastChunk);
            end = Math.max(end, clocks.at(m) + handOver);
        }
        nearestChunk = near;
        lastChunk = end;
    }

    /** A product with one element of U: as a pass over an element and a multiplication take in the update. */
    private double perElement(int m) {
        return lineup.update[m].perElement() + 2 * lineup.update[m].perMultiply();
    }
}
