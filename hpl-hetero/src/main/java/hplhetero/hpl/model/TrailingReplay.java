package hplhetero.hpl.model;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.update.TeamSize;
import hplhetero.hpl.update.TrailingUpdate;
import java.util.Arrays;

/** The replay of the trailing update behind the look-ahead, and of the swap of its rows, as {@code lu.TrailingStep} does them. */
final class TrailingReplay {
    private static final int[] NOBODY = {};

    private final ReplayState state;
    private final ModelInputs inputs;
    private final BlockMap map;
    private final TrailingSizes left;
    private final RankClocks clocks;
    private final ColumnReplay columns;
    private final UpdateCost[] update;
    /** Rates of all ranks' updates; null where nobody asks for them. */
    private UpdateRates rates;
    /** Virtual column whose rows each rank swaps first, indexed by member of the map. */
    private final int[] firstColumn;
    /** Columns of each virtual column that go ahead of the trailing update, or have gone, indexed by virtual column. */
    private final double[] gone;
    /** Number of parts in which each virtual column's rows are swapped, indexed by virtual column. */
    private final int[] parts;
    /**
     * Seconds from the start of the run at which the last rows of each virtual column are there, indexed by virtual column; 0 where no rows
     * are swapped.
     */
    private final double[] lastRows;
    /** Elements that each rank updates, indexed by member of the map. */
    private final double[] area;
    /** Columns that each rank updates, indexed by member of the map. */
    private final double[] width;
    /** Seconds of all workers that are left of each rank's update, indexed by member of the map. */
    private final double[] seconds;
    /** Seconds from the start of the run at which each rank's other workers begin to update, indexed by member of the map. */
    private final double[] start;

    TrailingReplay(ReplayState state, ColumnReplay columns) {
        this.state = state;
        this.columns = columns;
        inputs = state.inputs;
        map = state.map;
        left = state.left;
        clocks = state.clocks;
        update = state.costs.update;
        int size = inputs.size();
        firstColumn = new int[size];
        for (int c = inputs.columns() - 1; c >= 0; c--) {
            for (int m : inputs.columnMembers[c]) {
                firstColumn[m] = c;
            }
        }
        gone = new double[inputs.columns()];
        parts = new int[inputs.columns()];
        lastRows = new double[inputs.columns()];
        area = new double[size];
        width = new double[size];
        seconds = new double[size];
        start = new double[size];
    }

    /** Counts all updates from now on in {@code watching}. */
    void watch(UpdateRates watching) {
        rates = watching;
    }

    /** Measures each rank's update of the block columns from {@code trailing} on with panel k. */
    void measure(int k, int trailing) {
        Arrays.fill(gone, 0);
        for (int j = k + state.stride; j < trailing; j += state.stride) {
            gone[map.kappa()[j]] += map.width(j);
        }
        measureAreas();
        int jb = map.width(k);
        for (int i = 0; i < seconds.length; i++) {
            // m = area / width, n = width: perStep + m perRow(jb) + n perColumn(jb) + m n perElement(jb) by all workers
            seconds[i] = width[i] <= 0 ? 0 : state.costs.seconds(i, area[i] / width[i], width[i], jb);
            state.busy[i] += seconds[i];
            state.pollGap[i] = TrailingUpdate.pollGap(seconds[i] * inputs.workers[i], area[i], jb);
            start[i] = clocks.at(i);
        }
        if (rates != null) {
            rates.add(seconds, area, width, jb);
        }
    }

    private void measureAreas() {
        Arrays.fill(area, 0);
        Arrays.fill(width, 0);
        int columnCount = inputs.columns();
        for (int c = 0; c < columnCount; c++) {
            double cols = columns(c);
            if (cols <= 0) {
                continue;
            }
            for (int m : inputs.columnMembers[c]) {
                width[m] += cols;
            }
            for (int r = 0, cell = c; r < inputs.rows(); r++, cell += columnCount) {
                area[inputs.owner[cell]] += left.rows(r) * cols;
            }
        }
    }

    /** Returns the columns of a virtual column that do not go ahead. */
    private double columns(int c) {
        return left.cols(c) - gone[c];
    }

    /**
     * Begins the trailing update with panel k: where some rank has several workers, forms the teams for the next panel, and swaps all rows
     * before it.
     *
     * @param ahead block column of the next panel, or -1 where none is factored in this step
     */
    void start(int k, int ahead) {
        if (state.multiThreaded) {
            Arrays.fill(state.team, 1);
            if (ahead >= 0) {
                formTeams(k, ahead);
            }
            swap(k);
        }
    }

    private void formTeams(int k, int ahead) {
        int c = map.kappa()[ahead];
        int jb = map.width(ahead);
        for (int m : inputs.columnMembers[c]) {
            double rows = 0;
            for (int r = 0; r < inputs.rows(); r++) {
                rows += inputs.owner(r, c) == m ? left.rows(r) : 0;
            }
            PanelCost panel = state.costs.panel[m];
            int workers = inputs.workers[m];
            double shared = panel.seconds(rows, jb) - panel.alone(jb) + workers * update[m].further(rows, jb, map.width(k));
            state.team[m] = panel.team() == 1 ? 1 : TeamSize.of(rows, workers, panel.alone(jb), shared, workers * seconds[m]);
        }
    }

    /** Swaps the rows while ranks update, where all ranks have one worker each. */
    void swapInBackground(int k) {
        if (!state.multiThreaded) {
            swap(k);
        }
    }

    /**
     * Swaps the rows of all columns that do not go ahead, by the pivots of panel k. Where ranks have several workers, these begin with the
     * first part while the rank's thread sees to the other parts. Where ranks have one worker, the other parts come while it updates.
     */
    private void swap(int k) {
        int jb = map.width(k);
        columns.take(state.choice(k).swap());
        for (int c = 0; c < parts.length; c++) {
            ColumnCost cost = columns.cost(c);
            double cols = columns(c);
            parts[c] = cost.parts(cols);
            double secondsOfParts = parts[c] * cost.swap(jb, cols / parts[c]);
            lastRows[c] = 0;
            if (secondsOfParts <= 0) {
                continue;
            }
            int[] members = inputs.columnMembers[c];
            double ready = columns.meet(members, RankClocks.SWAP);
            double own = cost.swapping(jb, cols);
            // all rows: max(end of the messages of all parts, ready + seconds of the rank's own thread)
            double all = Math.max(columns.swapped(c, ready, secondsOfParts, jb, cols), ready + own);
            double first = ready + (all - ready) / parts[c];
            // looking only now and then delays each message by half a gap in the mean
            double polls = (parts[c] - 1) * cost.hops(cols / parts[c]) * 0.5 * longestGap(members);
            lastRows[c] = all + (inputs.loaded() ? polls(polls, all - ready, longestUpdate(members), parts[c]) : polls);
            for (int m : members) {
                if (firstColumn[m] == c) {
                    start[m] = first;
                }
                clocks.moveTo(m, RankClocks.SWAP, state.multiThreaded ? all : first);
                if (!state.multiThreaded) {
                    clocks.add(m, RankClocks.SWAP, own * (parts[c] - 1) / parts[c]);
                }
            }
        }
    }

    /**
     * Returns the seconds that rows wait because ranks look for them only now and then. They wait no longer than the update of all parts
     * but the last takes, since a rank that has nothing left to update looks all the time. They wait less where ranks wait for rows, since
     * several parts are then on their way at once.
     *
     * @param seconds seconds of waiting without these limits
     * @param swap    seconds of the whole swap
     * @param update  seconds of the longest update
     */
    private static double polls(double seconds, double swap, double update, int parts) {
        double each = Math.min(seconds, update * (parts - 1) / parts);
        return Math.min(each, Math.max(update - swap, each / Tags.SWAPS_AT_ONCE));
    }

    private double longestUpdate(int[] members) {
        double longest = 0;
        for (int m : members) {
            longest = Math.max(longest, seconds[m]);
        }
        return longest;
    }

    /** Returns the longest seconds between two looks at messages among some members. */
    private double longestGap(int[] members) {
        double longest = 0;
        for (int m : members) {
            longest = Math.max(longest, state.pollGap[m]);
        }
        return longest;
    }

    /**
     * Leaves to all workers what the other workers have not done of the update while the rank's team was at row swaps and at the next
     * panel. Between updates nothing is left.
     */
    void share() {
        for (int i = 0; i < seconds.length; i++) {
            double ownThread = clocks.at(i) - start[i];
            // in the seconds of all workers, (workers - members) / workers of those of the own thread
            double doneByOthers = ownThread * (inputs.workers[i] - state.team[i]) / inputs.workers[i];
            seconds[i] -= doneByOthers < seconds[i] ? doneByOthers : seconds[i];
            state.updateEnd[i] = clocks.at(i) + seconds[i];
        }
    }

    /** Finishes the trailing update: all workers of each rank do what is left of it. */
    void finish() {
        for (int i = 0; i < seconds.length; i++) {
            clocks.add(i, RankClocks.UPDATE, seconds[i]);
            state.sinceMeeting[i] += seconds[i];
        }
        if (!state.multiThreaded) {
            awaitLastRows();
        }
        Arrays.fill(seconds, 0);
        // until the next update starts, all workers may share the work on a panel
        state.formAll();
    }

    /** Lets ranks wait for the last rows of each virtual column, after which the update of the last part is still left. */
    private void awaitLastRows() {
        for (int c = 0; c < parts.length; c++) {
            for (int m : lastRows[c] > 0 && parts[c] > 1 ? inputs.columnMembers[c] : NOBODY) {
                clocks.moveTo(m, RankClocks.SWAP, lastRows[c] + seconds[m] / parts[c]);
            }
        }
    }
}
