package hplhetero.hpl.model;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.update.TrailingUpdate;
import java.util.Arrays;

/** The update of the columns that do not go ahead, and the swap of their rows, as {@code lu.TrailingStep} does them. */
final class TrailingReplay {
    private static final int[] NOBODY = {};

    private final ReplayState state;
    private final ModelInputs inputs;
    private final BlockMap map;
    private final TrailingSizes left;
    private final RankClocks clocks;
    private final ColumnReplay columns;
    /** The column whose rows a rank swaps first. */
    private final int[] firstColumn;
    /** Columns of each virtual column that go ahead of the rest, or have gone. */
    private final double[] gone;
    /** In how many parts each column's rows are swapped. */
    private final int[] parts;
    /** When the last rows of each column are there; 0 where none are swapped. */
    private final double[] lastRows;
    /** Of each rank: elements and columns. */
    private final double[] area;
    private final double[] width;
    /** Of each rank, seconds that are left of the update. */
    private final double[] seconds;
    /** When a rank's other workers begin. */
    private final double[] start;

    TrailingReplay(ReplayState state, ColumnReplay columns) {
        this.state = state;
        this.columns = columns;
        inputs = state.inputs;
        map = state.map;
        left = state.left;
        clocks = state.clocks;
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

    /** Each rank's update with panel k of block columns from {@code trailing} on. */
    void measure(int k, int trailing) {
        Arrays.fill(gone, 0);
        for (int j = k + state.stride; j < trailing; j += state.stride) {
            gone[map.kappa()[j]] += map.width(j);
        }
        measureAreas();
        int jb = map.width(k);
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = width[i] <= 0 ? 0 : inputs.update[i].seconds(area[i] / width[i], width[i], jb);
            state.busy[i] += seconds[i];
            state.pollGap[i] = TrailingUpdate.pollGap(seconds[i] * inputs.workers[i], area[i], jb);
            start[i] = clocks.at(i);
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

    /** Columns of a virtual column that do not go ahead. */
    private double columns(int c) {
        return left.cols(c) - gone[c];
    }

    /** Where some rank has several workers, swaps all rows before the next panel. */
    void start(int k) {
        if (state.multiThreaded) {
            swap(k);
        }
    }

    /** Where ranks have one worker each, swaps the rows while they update. */
    void swapInBackground(int k) {
        if (!state.multiThreaded) {
            swap(k);
        }
    }

    /**
     * The swap of all columns that do not go ahead, by the pivots of panel k. Where ranks have several workers these begin with the first
     * part, while the rank's thread sees to the others; where they have one, the others come while it updates.
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
            double all = Math.max(columns.swapped(c, ready, secondsOfParts, jb, cols), ready + own);
            double first = ready + (all - ready) / parts[c];
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
     * What looking only now and then costs rows: no more than the update of all parts but the last takes, since a rank that has nothing
     * left to update looks all the time; and less where ranks wait for rows, since several parts are then on their way at once.
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

    /** Between two looks at messages. */
    private double longestGap(int[] members) {
        double longest = 0;
        for (int m : members) {
            longest = Math.max(longest, state.pollGap[m]);
        }
        return longest;
    }

    /**
     * While a rank's own thread was at row swaps and the next panel, its other workers were at the update: what they have not done is left
     * for all. Between updates nothing is left.
     */
    void share() {
        for (int i = 0; i < seconds.length; i++) {
            double ownThread = clocks.at(i) - start[i];
            double doneByOthers = ownThread * (inputs.workers[i] - 1) / inputs.workers[i];
            seconds[i] -= doneByOthers < seconds[i] ? doneByOthers : seconds[i];
            state.updateEnd[i] = clocks.at(i) + seconds[i];
        }
    }

    /** All workers do what is left. */
    void finish() {
        for (int i = 0; i < seconds.length; i++) {
            clocks.add(i, RankClocks.UPDATE, seconds[i]);
            state.sinceMeeting[i] += seconds[i];
        }
        if (!state.multiThreaded) {
            awaitLastRows();
        }
        Arrays.fill(seconds, 0);
    }

    /** Of what is left when the last rows have come there is the update of their part. */
    private void awaitLastRows() {
        for (int c = 0; c < parts.length; c++) {
            for (int m : lastRows[c] > 0 && parts[c] > 1 ? inputs.columnMembers[c] : NOBODY) {
                clocks.moveTo(m, RankClocks.SWAP, lastRows[c] + seconds[m] / parts[c]);
            }
        }
    }
}
