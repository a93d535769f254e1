package hplhetero.hpl.lu;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.update.TeamSize;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.hpl.workers.WorkerTeam;
import java.util.EnumSet;
import java.util.Set;

/**
 * The number of workers that bring the next panel's columns up to date and factor them together, while the others update the trailing
 * matrix. {@link TeamSize} has the rule, which this class applies to what earlier steps of this rank took. Where a device updates, the team
 * is set once and stays: the workers that do not submit to the device. Owner: the rank's thread.
 */
final class PanelTeam {
    /**
     * Cost of a panel of jb columns and of bringing them up to date, in operations of the update, for each row and jb^2: a guess for the
     * first step. An operation of a panel takes some four times as long as one of the update.
     */
    private static final double PANEL_COST = 6;
    private static final Set<Phase> UPDATE = EnumSet.of(Phase.SWAP, Phase.DTRSM, Phase.DGEMM);

    private final WorkerPool pool;
    private final WorkerTeam team;
    private final PhaseTimers timers;
    private final boolean fixed;
    /** Seconds for each row of a panel that only the rank's thread worked, and waited for messages. */
    private double alonePerRow;
    /** Worker seconds for each row of a panel that members shared. */
    private double sharedPerRow;
    /** Worker seconds of the update for each element of the trailing matrix; 0 before a step was measured. */
    private double updatePerElement;
    private boolean factors;
    private double rows;
    /** Number of elements of the trailing matrix behind the look-ahead, in this step. */
    private double elements;
    /** Number of elements of the look-ahead's columns, in this step. */
    private double elementsAhead;
    private long began;
    private long sharedBefore;
    private long updatedBefore;

    /**
     * Makes the team of a factorization.
     *
     * @param fixed whether the team stays as it is
     */
    PanelTeam(WorkerPool pool, PhaseTimers timers, boolean fixed) {
        this.pool = pool;
        this.timers = timers;
        this.fixed = fixed || !pool.canShare();
        team = pool.team();
    }

    /** Makes all workers members, as nothing is updated. */
    void all() {
        if (!fixed) {
            team.form(1, pool.workers());
        }
    }

    /**
     * Forms the team of a step before its update starts.
     *
     * @param factors whether this rank takes part in the next panel
     * @param rows    number of this rank's rows of the next panel
     * @param columns number of the next panel's columns
     * @param behind  number of elements of the trailing matrix behind these columns
     */
    void form(boolean factors, int rows, int columns, double behind) {
        if (fixed) {
            return;
        }
        this.factors = factors;
        this.rows = rows;
        elements = behind;
        elementsAhead = (double) rows * columns;
        team.form(1, factors ? size(columns) : 1);
        sharedBefore = team.sharedNanos();
        updatedBefore = timers.nanos(UPDATE);
        began = timers.now();
    }

    private int size(int columns) {
        if (updatePerElement == 0) {
            // operations of both, as nothing was measured yet
            return TeamSize.of(rows, pool.workers(), 0, PANEL_COST * rows * columns * columns, 2 * elements * columns);
        }
        return TeamSize.of(rows, pool.workers(), alonePerRow * rows, sharedPerRow * rows, updatePerElement * elements);
    }

    /** Notes that the panel is ready. */
    void ready() {
        if (!fixed && factors) {
            double shared = (team.sharedNanos() - sharedBefore) * 1e-9;
            alonePerRow = Math.max(0, (timers.now() - began) * 1e-9 - shared) / Math.max(1, rows);
            sharedPerRow = shared * team.size() / Math.max(1, rows);
        }
    }

    /** Notes that the update has ended and all workers are idle. */
    void updated() {
        if (!fixed && elements > 0) {
            updatePerElement = (timers.nanos(UPDATE) - updatedBefore) * 1e-9 / (elements + (factors ? elementsAhead : 0));
        }
        all();
    }
}
