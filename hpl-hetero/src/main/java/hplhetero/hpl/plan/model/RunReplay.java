package hplhetero.hpl.plan.model;

import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.update.TrailingUpdate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One run, replayed panel by panel as {@code lu.LuFactorization} does it, with a clock for each rank instead of a matrix.
 * O(panels x cells) time, but no more for thousands of panels than for one thousand, O(cells) memory.
 */
public final class RunReplay {
    private static final int DOUBLE = 8;
    /** So many panels are replayed of very many, ... */
    private static final int SAMPLES = 300;
    /** ... and all of fewer than this. */
    private static final int MANY = 4 * SAMPLES;
    private static final int[] NOBODY = {};
    /** Seconds of the updates of which {@link RankProfile#variation} was measured, about. */
    private static final double MEASURED = 0.05;
    /** Between the outermost of three measurements, standard deviations. */
    private static final double RANGE = 1.6;

    private final ModelInputs inputs;
    private final BlockMap map;
    private final int ahead;
    /** Every how manyth panel is replayed. */
    private final int stride;
    private final TrailingSizes left;
    private final ColumnCost[] columns;
    private final SiteLinks links;
    private final BroadcastReplay broadcast;
    private final RankClocks[] arrival;
    private final RankClocks clocks;
    /** Whether some rank has several workers. */
    private final boolean multiThreaded;
    /** When a rank's other workers begin the update of the rest. */
    private final double[] restStart;
    /** The column whose rows a rank swaps first. */
    private final int[] firstColumn;
    /** When the last rows of each column are there; 0 where none are swapped. */
    private final double[] lastRows;
    /** Columns of each virtual column that go ahead of the rest, or have gone. */
    private final double[] gone;
    /** In how many parts each column's rows are swapped. */
    private final int[] parts;
    private final double[] end;
    private final double[] gap;
    private final double[] area;
    private final double[] width;
    private final double[] ownWidth;
    private final double[] rest;
    private final double[] busy;
    /** Seconds of updates of each rank since it last met its column. */
    private final double[] alone;

    public RunReplay(ModelInputs inputs, SolveVariant variant) {
        this(inputs, variant, true);
    }

    /** @param causes whether the prediction is to say where the time goes; NaN where it is not */
    public RunReplay(ModelInputs inputs, SolveVariant variant, boolean causes) {
        this(inputs, variant, causes, stride(inputs));
    }

    /** @param stride 1, or every how manyth panel is replayed, for so many around it */
    public RunReplay(ModelInputs inputs, SolveVariant variant, boolean causes, int stride) {
        this.inputs = inputs;
        this.stride = stride;
        map = inputs.map;
        ahead = Math.min(variant.depth(), Math.max(1, map.n() / map.nb()));
        left = new TrailingSizes(map);
        links = new SiteLinks(inputs.sites);
        columns = new ColumnCost[inputs.columns()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = new ColumnCost(inputs, inputs.columnMembers[c], variant);
        }
        int size = inputs.size();
        clocks = new RankClocks(size, causes);
        multiThreaded = Arrays.stream(inputs.workers).anyMatch(workers -> workers > 1);
        restStart = new double[size];
        firstColumn = new int[size];
        for (int c = columns.length - 1; c >= 0; c--) {
            for (int m : inputs.columnMembers[c]) {
                firstColumn[m] = c;
            }
        }
        lastRows = new double[columns.length];
        gone = new double[columns.length];
        parts = new int[columns.length];
        arrival = new RankClocks[ahead + 1];
        for (int s = 0; s < arrival.length; s++) {
            arrival[s] = clocks.alike(size);
        }
        end = new double[size];
        gap = new double[size];
        area = new double[size];
        width = new double[size];
        ownWidth = new double[size];
        rest = new double[size];
        busy = new double[size];
        alone = new double[size];
        broadcast = new BroadcastReplay(inputs, variant.broadcast(), links, new BroadcastReplay.Moments(clocks, end, gap));
    }

    /**
     * Where there are very many panels, one step differs little from the next, and every seventh, say, tells what all take. The owners of
     * those replayed are as mixed as all panels' if the stride has no divisor in common with the sides of the grid.
     */
    private static int stride(ModelInputs inputs) {
        int panels = inputs.map.panels();
        // odd: so that as many are left out before as behind
        int stride = panels < MANY ? 1 : panels / SAMPLES | 1;
        while (gcd(stride, inputs.rows()) > 1 || gcd(stride, inputs.columns()) > 1) {
            stride += 2;
        }
        return stride;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** @param ideal what {@link TimeModel#ideal} says */
    public Prediction run(double ideal) {
        int first = (stride - 1) / 2;
        for (int j = first; j < Math.min(first + ahead * stride, map.panels()); j += stride) {
            bringUpToDate(j, first, j);
            factor(j);
            send(j);
        }
        for (int k = first; k < map.panels(); k += stride) {
            if (ahead == 0) {
                factor(k);
                send(k);
            }
            step(k);
        }
        for (int i = 0; i < busy.length; i++) {
            busy[i] *= stride;
        }
        clocks.stretch(stride);
        new SolveReplay(inputs, clocks, busy).run();
        return prediction(ideal);
    }

    /** Bytes that crossed links between sites so far. */
    double siteBytes() {
        return links.bytes();
    }

    private void step(int k) {
        for (int i = 0; i < inputs.size(); i++) {
            clocks.await(i, arrival(k), i);
        }
        left.rowsFrom(k + 1);
        left.colsFrom(k + 1);
        int next = k + ahead * stride;
        boolean looksAhead = ahead > 0 && next < map.panels();
        Arrays.fill(gone, 0);
        for (int j = k + stride; j <= next && j < map.panels(); j += stride) {
            gone[map.kappa()[j]] += map.width(j);
        }
        measure(k);
        if (looksAhead) {
            swap(map.kappa()[next], map.width(k), map.width(next));
        }
        if (multiThreaded) {
            swapRest(map.width(k));
        }
        if (looksAhead) {
            updateAhead(next, k);
            bringUpToDate(next, k + stride, next);
            factor(next);
        }
        shareRest();
        if (looksAhead) {
            broadcast(next);
        }
        if (!multiThreaded) {
            swapRest(map.width(k));
        }
        for (int i = 0; i < rest.length; i++) {
            clocks.add(i, RankClocks.UPDATE, rest[i]);
            alone[i] += rest[i];
        }
        if (!multiThreaded) {
            awaitLastRows();
        }
    }

    /** When panel j arrives at each rank. */
    private RankClocks arrival(int j) {
        return arrival[j / stride % arrival.length];
    }

    /** Columns of a virtual column that do not go ahead. */
    private double restCols(int c) {
        return left.cols(c) - gone[c];
    }

    /** Each rank's update with panel k of the columns that do not go ahead. */
    private void measure(int k) {
        Arrays.fill(area, 0);
        Arrays.fill(width, 0);
        for (int c = 0; c < columns.length; c++) {
            double cols = restCols(c);
            if (cols <= 0) {
                continue;
            }
            for (int m : inputs.columnMembers[c]) {
                width[m] += cols;
            }
            for (int r = 0, cell = c; r < inputs.rows(); r++, cell += columns.length) {
                area[inputs.owner[cell]] += left.rows(r) * cols;
            }
        }
        int jb = map.width(k);
        for (int i = 0; i < rest.length; i++) {
            rest[i] = width[i] <= 0 ? 0 : inputs.update[i].seconds(area[i] / width[i], width[i], jb);
            busy[i] += rest[i];
            double part = TrailingUpdate.PART_FLOP / (2.0 * area[i] * jb);
            gap[i] = width[i] <= 0 ? 0 : Math.min(TrailingUpdate.PART_SECONDS, rest[i] * inputs.workers[i] * Math.min(1, part));
            restStart[i] = clocks.at(i);
        }
    }

    /**
     * All ranks of a column wait for the latest of them. As each varies by itself, that is later than the one is that has most to do, and
     * nothing makes up for it.
     *
     * @param cause what this is charged to
     * @return when they meet
     */
    private double meet(int[] members, int cause) {
        double deviation = 0;
        for (int m : members) {
            deviation += inputs.variation[m] * Math.sqrt(MEASURED * alone[m]);
            alone[m] = 0;
        }
        double met = clocks.expectedLatest(members, deviation / RANGE / members.length);
        clocks.meet(members);
        for (int m : members) {
            clocks.moveTo(m, cause, met);
        }
        return met;
    }

    /** A swap that the column waits for. */
    private void swap(int c, int jb, double cols) {
        double seconds = columns[c].swap(jb, cols);
        if (seconds <= 0) {
            return;
        }
        double ready = meet(inputs.columnMembers[c], RankClocks.SWAP);
        double all = Math.max(swapped(c, ready, seconds, jb, cols), ready + columns[c].swapping(jb, cols));
        for (int m : inputs.columnMembers[c]) {
            clocks.moveTo(m, RankClocks.SWAP, all);
        }
    }

    /** When all rows are there of a swap that may begin at {@code ready} and takes so many seconds between ranks of one site. */
    private double swapped(int c, double ready, double seconds, int jb, double cols) {
        return Math.max(ready + seconds, columns[c].crossesSites() ? columns[c].cross(inputs, links, ready, jb, cols) : ready);
    }

    /**
     * The swap of all columns that do not go ahead. Where ranks have several workers these begin with the first part, while the rank's
     * thread sees to the others; where they have one, the others come while it updates.
     */
    private void swapRest(int jb) {
        for (int c = 0; c < columns.length; c++) {
            double cols = restCols(c);
            parts[c] = columns[c].parts(cols);
            double seconds = parts[c] * columns[c].swap(jb, cols / parts[c]);
            lastRows[c] = 0;
            if (seconds <= 0) {
                continue;
            }
            int[] members = inputs.columnMembers[c];
            double ready = meet(members, RankClocks.SWAP);
            double own = columns[c].swapping(jb, cols);
            double all = Math.max(swapped(c, ready, seconds, jb, cols), ready + own);
            double first = ready + (all - ready) / parts[c];
            lastRows[c] = all + (parts[c] - 1) * columns[c].hops(cols / parts[c]) * 0.5 * longestGap(members);
            for (int m : members) {
                if (firstColumn[m] == c) {
                    restStart[m] = first;
                }
                clocks.moveTo(m, RankClocks.SWAP, multiThreaded ? all : first);
                if (!multiThreaded) {
                    clocks.add(m, RankClocks.SWAP, own * (parts[c] - 1) / parts[c]);
                }
            }
        }
    }

    /** Between two looks at messages. */
    private double longestGap(int[] members) {
        double longest = 0;
        for (int m : members) {
            longest = Math.max(longest, gap[m]);
        }
        return longest;
    }

    /** Of what is left when the last rows have come there is the update of their part. */
    private void awaitLastRows() {
        for (int c = 0; c < columns.length; c++) {
            for (int m : lastRows[c] > 0 && parts[c] > 1 ? inputs.columnMembers[c] : NOBODY) {
                clocks.moveTo(m, RankClocks.SWAP, lastRows[c] + rest[m] / parts[c]);
            }
        }
    }

    /** Panels from..to-1 applied to block column j alone, by each rank's own thread. */
    private void bringUpToDate(int j, int from, int to) {
        for (int q = from; q < to; q += stride) {
            for (int m : inputs.columnMembers[map.kappa()[j]]) {
                clocks.await(m, arrival(q), m);
            }
            swap(map.kappa()[j], map.width(q), map.width(j));
            updateAhead(j, q);
        }
    }

    private void updateAhead(int j, int q) {
        int c = map.kappa()[j];
        sumRows(c, q + 1);
        for (int m : inputs.columnMembers[c]) {
            UpdateCost cost = inputs.update[m];
            double seconds = cost.further(ownWidth[m], map.width(j), map.width(q));
            busy[m] += seconds;
            clocks.add(m, RankClocks.UPDATE, seconds * inputs.workers[m]);
        }
    }

    /** Rows from a block row on of each member of a virtual column. */
    private void sumRows(int c, int block) {
        for (int m : inputs.columnMembers[c]) {
            ownWidth[m] = 0;
        }
        for (int r = 0; r < inputs.rows(); r++) {
            ownWidth[inputs.owner(r, c)] += left.rows(r, block);
        }
    }

    /** All ranks of the column meet at every pivot: the slowest one's pace is everyone's. */
    private void factor(int j) {
        int c = map.kappa()[j];
        int jb = map.width(j);
        sumRows(c, j);
        double slowest = 0;
        for (int m : inputs.columnMembers[c]) {
            double seconds = inputs.panel[m].seconds(ownWidth[m], jb);
            busy[m] += seconds / inputs.workers[m];
            slowest = Math.max(slowest, seconds);
        }
        meet(inputs.columnMembers[c], RankClocks.PANEL);
        for (int m : inputs.columnMembers[c]) {
            clocks.add(m, RankClocks.PANEL, slowest + jb * columns[c].pivot(jb));
        }
    }

    /** The broadcast of a panel while nobody computes. */
    private void send(int j) {
        for (int i = 0; i < end.length; i++) {
            end[i] = clocks.at(i);
        }
        broadcast(j);
    }

    /**
     * While a rank's own thread was at row swaps and the next panel, its other workers were at the rest of the update: what they have
     * not done is left for all.
     */
    private void shareRest() {
        for (int i = 0; i < rest.length; i++) {
            double ownThread = clocks.at(i) - restStart[i];
            double doneByOthers = ownThread * (inputs.workers[i] - 1) / inputs.workers[i];
            rest[i] -= doneByOthers < rest[i] ? doneByOthers : rest[i];
            end[i] = clocks.at(i) + rest[i];
        }
    }

    private void broadcast(int j) {
        int c = map.kappa()[j];
        RankClocks arrives = arrival(j);
        for (int i = 0; i < inputs.size(); i++) {
            arrives.clear(i);
        }
        int jb = map.width(j);
        for (int r = 0; r < inputs.rows(); r++) {
            // L1 travels in the panel's own block row, and beside the rows of other virtual rows
            double l1 = map.rho()[j] == r ? 0 : (double) jb * jb;
            broadcast.send(r, inputs.owner(r, c), DOUBLE * (1.0 + jb + l1 + jb * left.rows(r, j)), arrives);
        }
    }

    private Prediction prediction(double ideal) {
        int last = clocks.latest();
        double seconds = clocks.at(last);
        List<Double> share = new ArrayList<>(Collections.nCopies(inputs.cluster.size(), 0.0));
        for (int i = 0; i < busy.length && seconds > 0; i++) {
            share.set(inputs.rank[i], Math.min(1, busy[i] / seconds));
        }
        return new Prediction(seconds, clocks.spent(last, RankClocks.UPDATE), clocks.spent(last, RankClocks.PANEL),
                clocks.spent(last, RankClocks.BROADCAST), clocks.spent(last, RankClocks.SWAP), clocks.spent(last, RankClocks.SOLVE), ideal,
                share);
    }
}
