package hplhetero.hpl.simulate;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.PanelSteps;
import hplhetero.hpl.lu.PartsUnderWay;
import hplhetero.hpl.simulate.StepScript.Line;
import hplhetero.hpl.swap.SwapParts;
import hplhetero.hpl.update.TeamSize;
import hplhetero.hpl.update.TrailingUpdate;

/**
 * The program of one rank on its way through the script. It does each act of a panel step as {@code lu.LookAhead}, {@code TrailingStep} and
 * {@code BackgroundSwap} do it. One thread.
 */
final class RankProgram {
    private final RunProgram run;
    private final StepScript script;
    private final BlockMap map;
    private final LocalLayout layout;
    private final int rank;
    private final RankCosts costs;
    private final boolean steady;
    /** Present cost of an update: that of the start, times {@link #factor}. */
    private UpdateCost update;
    /** Present cost of a panel's factorization: that of the start, times {@link #factor}. */
    private PanelCost panel;
    /** How many times slower the rank has become since the start. */
    private double factor = 1;
    private final int workers;
    /** Number of workers that share the work on the next panel, the rank's thread included. */
    private int team;
    /** Index of the local column for each virtual column, or -1. */
    private final int[] localColumn;
    private final TimeUse use;
    /** Number of rows along which each panel in use is still on its way to this rank, indexed by panel modulo the number of slots. */
    private final int[] coming;
    private final TrailingParts trailing = new TrailingParts();
    private final PartsUnderWay underWay = new PartsUnderWay();
    /** Line of the script that the rank is at. */
    private int at;
    private boolean begun;
    private boolean advancing;
    private boolean computing;
    /** Number of foreground traffics under way: exchanges that the rank's thread waits for. */
    private int open;
    /** Seconds between two looks at messages during the trailing update. */
    private double pollGap;
    /** Number of parts of the trailing update that were begun. */
    private int updated;
    /** Whether rows of the trailing columns are swapped now. */
    private boolean swapping;
    private double stepBegan;
    /** Seconds that the rank had waited for rows when the current step began. */
    private double rowsWaited;

    RankProgram(RunProgram run, StepScript script, LocalLayout layout, RankCosts costs, TimeUse use) {
        this.run = run;
        this.script = script;
        this.layout = layout;
        this.use = use;
        map = layout.map();
        rank = layout.rank();
        this.costs = costs;
        steady = costs.slowdown().isSteady();
        update = costs.update();
        panel = costs.panel();
        workers = costs.workers();
        team = Math.min(workers, panel.team());
        localColumn = new int[map.grid().cols()];
        for (int c = 0; c < localColumn.length; c++) {
            localColumn[c] = layout.localColumnOf(c);
        }
        coming = new int[run.slots()];
    }

    /** Returns the record of where the time of this rank's thread goes. */
    TimeUse use() {
        return use;
    }

    /** Goes on with the script when the rank's thread has finished the computing that it was busy with. */
    void woken() {
        computing = false;
        advance();
    }

    /** Goes on with the script when one of the communications that the rank waits for is over. */
    void done() {
        open--;
        advance();
    }

    /**
     * Notes that panel {@code j} has arrived along one of the process rows in which this rank owns cells, and goes on with the script. The
     * rank can use the panel when it has arrived along all of them.
     */
    void received(int j) {
        coming[j % coming.length]--;
        advance();
    }

    /**
     * Notes that the rows of a part of the trailing update are there, and goes on.
     *
     * @param column virtual column of the part
     * @param number number of the part in its column
     */
    void swapped(int column, int number) {
        trailing.arrived(column, number, run.now());
        swapTrailing();
        advance();
    }

    /** Does all acts of the script that can be done at this moment, and stops at the first act that is not over yet. */
    void advance() {
        if (advancing) {
            return;
        }
        advancing = true;
        while (at < script.size()) {
            Line line = script.line(at);
            if (!begun) {
                begun = true;
                begin(line);
            }
            if (!isOver(line)) {
                advancing = false;
                return;
            }
            at++;
            begun = false;
        }
        use.begin(Activity.NOTHING, 0, run.now());
        advancing = false;
    }

    /** Makes the rank as slow as it is in a panel step at the present moment. */
    private void slow(int step) {
        double now = costs.slowdown().sinceStart(Math.min(1, step * (double) map.nb() / map.n()), run.now());
        if (now != factor) {
            factor = now;
            update = costs.update().times(now);
            panel = costs.panel().times(now);
        }
    }

    private void begin(Line line) {
        if (!steady) {
            slow(line.step());
        }
        switch (line.act()) {
            case RECEIVE, RECEIVE_AHEAD -> { }
            case PREPARE -> prepare(line);
            case SWAP_AHEAD -> swapAhead(line);
            case START_TRAILING -> startTrailing();
            case UPDATE_AHEAD -> updateAhead(line);
            case FACTOR -> factor(line);
            case BROADCAST -> send(line.j());
            case SWAP_TRAILING -> {
                swapping = true;
                swapTrailing();
            }
            case UPDATE_TRAILING -> finishTrailing(line);
            case END -> run.ended(line.k());
        }
    }

    private boolean isOver(Line line) {
        return switch (line.act()) {
            case RECEIVE -> isThere(line, line.k());
            case RECEIVE_AHEAD -> holder(line.j()) < 0 || isThere(line, line.k());
            case START_TRAILING -> !run.multiThreaded() || hasAllRows(line);
            case FACTOR -> isFactored(line);
            case UPDATE_TRAILING -> isUpdated(line);
            default -> !computing && open == 0;
        };
    }

    private int holder(int j) {
        return localColumn[map.kappa()[j]];
    }

    private int rows(int localColumn, int fromBlock) {
        var rows = layout.rowSets().get(layout.localColumns().get(localColumn).rowSet()).rows();
        return rows.size() - rows.start(fromBlock);
    }

    private void compute(double seconds, double gap) {
        if (seconds > 0) {
            computing = true;
            run.compute(rank, seconds, gap > 0 ? gap : Double.POSITIVE_INFINITY);
        }
    }

    private boolean isThere(Line line, int k) {
        boolean there = coming[k % coming.length] == 0;
        if (!there) {
            use.begin(Activity.WAITING_FOR_PANEL, line.step(), run.now());
        }
        return there;
    }

    private void swapAhead(Line line) {
        if (holder(line.j()) < 0) {
            return;
        }
        int c = map.kappa()[line.j()];
        if (run.shape().columnMembers[c].length > 1) {
            use.begin(Activity.WAITING_FOR_ROWS, line.step(), run.now());
            open++;
            run.joinSwapAhead(rank, line.j(), line.k());
        }
    }

    private void updateAhead(Line line) {
        int s = holder(line.j());
        if (s >= 0) {
            use.begin(Activity.UPDATE, line.step(), run.now());
            compute(workers * update.further(rows(s, line.k() + 1), map.width(line.j()), map.width(line.k())) / team, 0);
        }
    }

    private void factor(Line line) {
        int s = holder(line.j());
        if (s < 0) {
            return;
        }
        if (run.shape().columnMembers[map.kappa()[line.j()]].length == 1) {
            use.begin(Activity.PANEL, line.step(), run.now());
            compute(panelSeconds(line.j()), 0);
            return;
        }
        use.begin(Activity.WAITING_FOR_PIVOTS, line.step(), run.now());
        open++;
        run.joinFactorization(rank, line.j());
    }

    private boolean isFactored(Line line) {
        if (computing || open > 0) {
            return false;
        }
        if (holder(line.j()) >= 0 && run.shape().columnMembers[map.kappa()[line.j()]].length > 1) {
            use.factored(panelSeconds(line.j()), run.now());
        }
        return true;
    }

    /** Returns the seconds for which factoring block column {@code j}, of which this rank owns blocks, occupies the rank's team. */
    double panelSeconds(int j) {
        int rows = rows(holder(j), j);
        return panel.seconds(rows, map.width(j), TeamSize.most(rows, team));
    }

    /** Joins the broadcasts of panel j along the rank's rows. */
    private void send(int j) {
        int slot = j % coming.length;
        coming[slot] = 0;
        for (int r = 0; r < run.shape().rowMembers.length; r++) {
            if (run.shape().rowMembers[r].length > 1 && layout.inRow(r)) {
                coming[slot]++;
                run.joinBroadcast(rank, j, r);
            }
        }
    }

    /** Prepares the trailing update as the time model does: measures its parts, and computes for what it costs to begin. */
    private void prepare(Line line) {
        adapt();
        int jb = map.width(line.k());
        trailing.clear();
        updated = 0;
        swapping = false;
        double width = 0;
        double area = 0;
        for (int s = 0; s < layout.localColumns().size(); s++) {
            int columns = layout.localColumns().get(s).cols().size() - layout.firstColumn(s, line.j());
            if (columns > 0) {
                width += columns;
                area += (double) columns * rows(s, line.k() + 1);
                addParts(s, columns, rows(s, line.k() + 1), jb);
            }
        }
        if (width > 0) {
            double seconds = update.seconds(area / width, width, jb);
            pollGap = TrailingUpdate.pollGap(seconds * workers, area, jb);
            use.begin(Activity.UPDATE, line.step(), run.now());
            compute(seconds - update.further(area / width, width, jb), 0);
        }
    }

    private void addParts(int s, int columns, int rows, int jb) {
        int c = layout.localColumns().get(s).column();
        SwapParts cut = run.shape().parts(c);
        for (int part = 0, before = 0, count; before < columns; part++, before += count) {
            count = cut.columns(part, columns);
            trailing.add(c, part, count, update.further(rows, count, jb));
        }
    }

    private void startTrailing() {
        if (run.multiThreaded()) {
            Line next = script.line(at + 1);
            team = next.act() == PanelSteps.Act.UPDATE_AHEAD && holder(next.j()) >= 0 && panel.team() > 1 ? teamFor(next) : 1;
            swapping = true;
            swapTrailing();
        }
    }

    /** Returns the size of the team that brings a block column up to date and factors it while the others update. */
    private int teamFor(Line ahead) {
        int rows = rows(holder(ahead.j()), ahead.k() + 1);
        int jb = map.width(ahead.j());
        double shared = panel.seconds(rows, jb) - panel.alone(jb) + workers * update.further(rows, jb, map.width(ahead.k()));
        return TeamSize.of(rows, workers, panel.alone(jb), shared, workers * trailing.seconds());
    }

    private boolean hasAllRows(Line line) {
        boolean all = trailing.ready() == trailing.count();
        if (!all) {
            use.begin(Activity.WAITING_FOR_ROWS, line.step(), run.now());
        }
        return all;
    }

    /** Begins the swaps of as many parts as may be under way. */
    private void swapTrailing() {
        while (swapping && trailing.mayBegin(underWay)) {
            int part = trailing.begin();
            int c = trailing.column(part);
            if (run.shape().columnMembers[c].length == 1) {
                trailing.arrived(c, trailing.number(part), run.now());
            } else {
                run.joinSwap(rank, script.line(at).step(), c, trailing.number(part), trailing.columns(part));
            }
        }
    }

    private void finishTrailing(Line line) {
        if (run.multiThreaded()) {
            updated = trailing.count();
            use.begin(Activity.UPDATE, line.step(), run.now());
            compute(trailing.left(workers, team, run.now()), pollGap);
            team = Math.min(workers, panel.team());
        }
    }

    private boolean isUpdated(Line line) {
        while (!computing && updated < trailing.ready()) {
            use.begin(Activity.UPDATE, line.step(), run.now());
            compute(trailing.seconds(updated++), pollGap);
        }
        if (!computing && updated < trailing.count()) {
            use.begin(Activity.WAITING_FOR_ROWS, line.step(), run.now());
        }
        return !computing && updated == trailing.count();
    }

    /** Adapts the number of parts under way: more where the rank waited long for rows in the step before. */
    private void adapt() {
        double now = run.now();
        use.end(now);
        double waited = use.seconds(Activity.WAITING_FOR_ROWS);
        underWay.adapt((waited - rowsWaited) / (now - stepBegan));
        rowsWaited = waited;
        stepBegan = now;
    }
}
