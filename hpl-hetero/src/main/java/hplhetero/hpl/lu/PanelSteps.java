package hplhetero.hpl.lu;

/**
 * The order of the panel steps of an LU factorization with look-ahead. The driver, ranks in virtual time and the planner's replay all
 * follow this loop, each with an {@link Actor} of its own. In the formulas A(i:, j) is block column j from block row i on, P the row
 * swaps of panel k, L1 its unit lower triangle, L2 its rows below, A22 the trailing matrix. Source: HPL_pdgesv0, HPL_pdgesvK2.
 *
 * @param first  first panel to factor: block columns from here on are up to date with all panels before
 * @param panels panel behind the last one to factor; block columns from here on are only updated, so that afterwards no panel is ahead
 * @param depth  look-ahead depth: panels that are factored ahead of the one being applied, &gt;= 0
 */
public record PanelSteps(int first, int panels, int depth) {

    /**
     * Makes the order of a whole factorization.
     *
     * @param panels panels to factor, &gt;= 0
     * @param depth  look-ahead depth, &gt;= 0
     */
    public PanelSteps(int panels, int depth) {
        this(0, panels, depth);
    }

    /**
     * The acts of a rank in a panel step. A rank that owns none of an act's blocks passes over the act. In each act, k is the number of the
     * panel that is applied, and j the number of the block column that is worked on, and of its panel; where an act works on several block
     * columns, j is the first of them.
     */
    public enum Act {
        /** Factor block column j together with the other ranks of its process column. */
        FACTOR,
        /** Start the broadcast of panel j along the process rows. */
        BROADCAST,
        /** Wait for panel k. */
        RECEIVE,
        /** Wait for panel k on owners of block column j alone, and get ready to update block column j with it. */
        RECEIVE_AHEAD,
        /** Get ready, with all workers, to update with panel k; block columns from j on are behind the look-ahead. */
        PREPARE,
        /** Swap the rows of block column j by the pivots of panel k. */
        SWAP_AHEAD,
        /** Update block column j with panel k, on the rank's own thread. */
        UPDATE_AHEAD,
        /** Begin the update of block columns from j on with panel k; where some rank has several workers, swap all of their rows. */
        START_TRAILING,
        /** Begin to swap the rows of block columns from j on, behind the messages of the next panel, where all ranks have one worker. */
        SWAP_TRAILING,
        /** Finish the update of block columns from j on with panel k, part by part as their rows come. */
        UPDATE_TRAILING,
        /** Rotate: the step of panel k is over, and its memory is for the next panel that has none. */
        END
    }

    /** An actor that does the acts of one rank, or of all ranks. */
    @FunctionalInterface
    public interface Actor {
        /**
         * Does one act of a panel step.
         *
         * @param j number of the block column that is worked on, or of the first of several
         * @param k number of the panel that is applied
         */
        void act(Act act, int j, int k);
    }

    /**
     * Runs the steps of all panels: tells an actor what to do, one {@link Act} such as a row swap or a broadcast after the other, for the
     * panels in order. The panels that look-ahead factors before the first update are included.
     *
     * @param rank called with each act; does it for one rank, or for all ranks
     */
    public void run(Actor rank) {
        start(rank);
        run(first, panels, rank);
    }

    /**
     * Runs what comes before the first panel is applied: tells an actor to factor and send the panels that are then ahead.
     *
     * @param rank called with each act; does it for one rank, or for all ranks
     */
    public void start(Actor rank) {
        for (int j = first; j < Math.min(first + depth, panels); j++) {
            bringUpToDate(j, first, rank);
            factor(j, rank);
        }
    }

    /**
     * Runs a part of the factorization: tells an actor what to do, one {@link Act} such as a row swap or a broadcast after the other, to
     * apply panels {@code from} .. {@code to - 1} to the columns behind them. Panels before {@code from + depth}, where depth is the
     * look-ahead, must have been factored and sent; with a depth of 0 each panel is factored right before it is applied.
     *
     * @param from number, from 0, of the first panel that is applied
     * @param to   1 + number of the last panel that is applied, at most the number of panels
     * @param rank called with each act; does it for one rank, or for all ranks
     */
    public void run(int from, int to, Actor rank) {
        for (int k = from; k < to; k++) {
            int next = k + depth;
            int trailing = Math.min(next, panels - 1) + 1;
            if (depth == 0) {
                factor(k, rank);
            }
            rank.act(Act.RECEIVE, k, k);
            rank.act(Act.PREPARE, trailing, k);
            if (looksAhead(k)) {
                rank.act(Act.SWAP_AHEAD, next, k);      // A(k:, next) <- P A(k:, next)
            }
            rank.act(Act.START_TRAILING, trailing, k);
            if (looksAhead(k)) {
                rank.act(Act.UPDATE_AHEAD, next, k);    // U <- L1^-1 A(k, next); A(k+1:, next) <- A(k+1:, next) - L2 U
                bringUpToDate(next, k + 1, rank);
                factor(next, rank);
            }
            rank.act(Act.SWAP_TRAILING, trailing, k);   // A(k:, trailing:) <- P A(k:, trailing:)
            rank.act(Act.UPDATE_TRAILING, trailing, k); // U <- L1^-1 A(k, trailing:); A22 <- A22 - L2 U
            rank.act(Act.END, k, k);
        }
    }

    /**
     * Returns whether, while panel {@code k} is applied, the block column of a later panel is updated first, so that this panel can be
     * factored and sent during the rest of the update. The block column is {@code k + depth}, where depth is the look-ahead; the result is
     * false where depth is 0 or there is no such panel.
     *
     * @param k number of the panel that is applied, from 0
     */
    public boolean looksAhead(int k) {
        return depth > 0 && k + depth < panels;
    }

    /** Applies panels {@code from} .. {@code j - 1} to block column {@code j} alone. */
    private static void bringUpToDate(int j, int from, Actor rank) {
        for (int k = from; k < j; k++) {
            rank.act(Act.RECEIVE_AHEAD, j, k);
            rank.act(Act.SWAP_AHEAD, j, k);             // A(k:, j) <- P A(k:, j)
            rank.act(Act.UPDATE_AHEAD, j, k);           // U <- L1^-1 A(k, j); A(k+1:, j) <- A(k+1:, j) - L2 U
        }
    }

    private static void factor(int j, Actor rank) {
        rank.act(Act.FACTOR, j, j);                     // P A(j:, j) = (L1; L2) U
        rank.act(Act.BROADCAST, j, j);
    }
}
