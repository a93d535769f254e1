package hplhetero.hpl.trust;

import hplhetero.comm.Communicator;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The comparison of the elements of each row with the sums that are carried for them, between two panels, when nothing is ahead. It reads
 * each element of the trailing matrix once, and each row of U once in a run. Owner: the rank's thread.
 */
final class RowCheck {
    /** Number of rows that a worker adds up at a time. */
    private static final int ROWS_PER_TASK = 16;

    private final LocalLayout layout;
    private final LocalMatrix[] matrices;
    private final WorkerPool pool;
    private final Checksums checksums;
    private final RowSums[] sums;
    private final SumExchange exchange;
    private final Tolerance tolerance;

    /**
     * Takes the memory of the check.
     *
     * @param ranks    communicator of the ranks of the case
     * @param layout   which blocks this rank owns, on a map that carries checksums
     * @param matrices local matrices of {@code layout}, in its order
     * @param pool     this rank's workers
     * @param arena    arena that the memory is taken from
     */
    RowCheck(Communicator ranks, LocalLayout layout, LocalMatrix[] matrices, WorkerPool pool, Arena arena) {
        this.layout = layout;
        this.matrices = matrices;
        this.pool = pool;
        checksums = new Checksums(layout.map());
        sums = Arrays.stream(matrices).map(a -> new RowSums(a, checksums)).toArray(RowSums[]::new);
        exchange = new SumExchange(ranks, layout, matrices, arena);
        tolerance = new Tolerance(layout.map().n());
    }

    /** Forgets what was met, as a factorization begins. */
    void begin() {
        tolerance.begin();
    }

    /**
     * Makes the carried sums anew from the rows of the trailing matrix. Collective over the map's ranks.
     *
     * @param panels number of panels that have been applied, all to every column behind them
     */
    void renew(int panels) {
        addUp(panels, panels);
        for (int s = 0; s < matrices.length; s++) {
            for (int l = matrices[s].rows().start(panels); l < matrices[s].rows().size(); l++) {
                exchange.set(s, l, 0, sums[s].plain(l));
                exchange.set(s, l, 1, sums[s].weighted(l));
                tolerance.met(sums[s].largest(l));
            }
        }
        exchange.giveBack(panels);
    }

    /** Returns the largest magnitude that this rank, or another of which it has heard, has met in a row that was right. */
    double magnitude() {
        return tolerance.magnitude();
    }

    /** Takes in the largest magnitude that another rank has met. */
    void met(double magnitude) {
        tolerance.met(magnitude);
    }

    /**
     * Compares the rows of the trailing matrix, and the rows of U that were finished since the last comparison, with their sums. Collective
     * over the map's ranks.
     *
     * @param since number of panels that had been applied at the last comparison
     * @param upTo  number of panels that have been applied, all to every column behind them
     * @return the rows of this rank that do not add up, by cell, then in the order of rows
     */
    List<RowError> errors(int since, int upTo) {
        addUp(since, upTo);
        exchange.fetch(since);
        List<RowError> errors = new ArrayList<>();
        for (int s = 0; s < matrices.length; s++) {
            for (int l = matrices[s].rows().start(since); l < matrices[s].rows().size(); l++) {
                compare(s, l, upTo, errors);
            }
        }
        return errors;
    }

    private void addUp(int since, int upTo) {
        for (int s = 0; s < matrices.length; s++) {
            RowSums of = sums[s];
            int first = matrices[s].rows().start(since);
            int rows = matrices[s].rows().size() - first;
            pool.run(Math.ceilDiv(rows, ROWS_PER_TASK), (task, worker) -> {
                for (int l = first + task * ROWS_PER_TASK; l < first + Math.min(rows, (task + 1) * ROWS_PER_TASK); l++) {
                    of.add(l, of.first(l, upTo));
                }
            }, () -> false);
        }
    }

    private void compare(int s, int l, int upTo, List<RowError> errors) {
        double plain = sums[s].plain(l) - exchange.get(s, l, 0);
        double weighted = sums[s].weighted(l) - exchange.get(s, l, 1);
        double tolerated = tolerance.of(sums[s].largest(l));
        // The comparisons are written so that what is not a number, or infinite, is an error.
        if (Math.abs(plain) <= tolerated && Math.abs(weighted) <= 2 * tolerated && tolerated < Double.POSITIVE_INFINITY) {
            tolerance.met(sums[s].largest(l));
            return;
        }
        int row = matrices[s].rows().global(l);
        int block = row / layout.map().nb();
        errors.add(new RowError(s, layout.map().rho()[block], matrices[s].column(), l, row, block < upTo, plain, weighted, tolerated));
    }

    /**
     * Puts right what single wrong elements explain: an element of each row whose two sums agree on its column, and sums that are wrong
     * themselves. Collective over the map's ranks. {@link #errors} tells afterwards whether all is right.
     *
     * @param errors rows of this rank that do not add up
     * @param since  number of panels that had been applied at the last comparison
     * @param upTo   number of panels that have been applied
     * @return the global column of the last element that was replaced, or -1 where no element of the matrix was
     */
    int correct(List<RowError> errors, int since, int upTo) {
        int column = -1;
        for (RowError error : errors) {
            int s = error.matrix();
            int l = error.local();
            switch (error.kind()) {
                case PLAIN_SUM -> exchange.set(s, l, 0, sums[s].plain(l));
                case WEIGHTED_SUM -> exchange.set(s, l, 1, sums[s].weighted(l));
                case ELEMENTS -> {
                    int replaced = new Correction(matrices[s], checksums, tolerance).apply(error, sums[s].first(l, upTo),
                            exchange.get(s, l, 0), exchange.get(s, l, 1));
                    column = replaced < 0 ? column : matrices[s].cols().global(replaced);
                }
            }
        }
        exchange.giveBack(since);
        return column;
    }
}
