package hplhetero.hpl.model;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.EnumMap;
import java.util.Map;

/** One block column ahead of the others: brought up to date, factored, sent, as {@code lu.LookAhead} does it. */
final class PanelReplay {
    private static final int DOUBLE_BYTES = 8;

    private final ReplayState state;
    private final ModelInputs inputs;
    private final BlockMap map;
    private final TrailingSizes left;
    private final RankClocks clocks;
    private final ColumnReplay columns;
    private final Map<BroadcastAlgorithm, BroadcastReplay> broadcasts = new EnumMap<>(BroadcastAlgorithm.class);
    /** Of each rank, its rows of the block column. */
    private final double[] ownRows;

    PanelReplay(ReplayState state, ColumnReplay columns) {
        this.state = state;
        this.columns = columns;
        inputs = state.inputs;
        map = state.map;
        left = state.left;
        clocks = state.clocks;
        ownRows = new double[inputs.size()];
    }

    private BroadcastReplay broadcast(int j) {
        return broadcasts.computeIfAbsent(state.choice(j).broadcast(), algorithm -> new BroadcastReplay(inputs, algorithm, state.siteLinks,
                new BroadcastReplay.Moments(clocks, state.updateEnd, state.pollGap)));
    }

    /** The owners of block column j wait for panel k. */
    void receive(int j, int k) {
        for (int m : inputs.columnMembers[map.kappa()[j]]) {
            clocks.await(m, state.arrival(k), m);
        }
    }

    /** The rows of block column j as panel k has them change places. */
    void swap(int j, int k) {
        columns.take(state.choice(k).swap());
        columns.swap(map.kappa()[j], map.width(k), map.width(j));
    }

    /** Block column j with panel k. */
    void update(int j, int k) {
        int c = map.kappa()[j];
        sumRows(c, k + 1);
        for (int m : inputs.columnMembers[c]) {
            UpdateCost cost = inputs.update[m];
            double seconds = cost.further(ownRows[m], map.width(j), map.width(k));
            state.busy[m] += seconds;
            clocks.add(m, RankClocks.UPDATE, seconds * inputs.workers[m]);
        }
    }

    /** Rows from a block row on of each member of a virtual column. */
    private void sumRows(int c, int block) {
        for (int m : inputs.columnMembers[c]) {
            ownRows[m] = 0;
        }
        for (int r = 0; r < inputs.rows(); r++) {
            ownRows[inputs.owner(r, c)] += left.rows(r, block);
        }
    }

    /** All ranks of the column meet at every pivot: the slowest one's pace is everyone's. */
    void factor(int j) {
        int c = map.kappa()[j];
        int jb = map.width(j);
        sumRows(c, j);
        double slowest = 0;
        for (int m : inputs.columnMembers[c]) {
            double seconds = inputs.panel[m].seconds(ownRows[m], jb);
            state.busy[m] += seconds / inputs.workers[m];
            slowest = Math.max(slowest, seconds);
        }
        double begin = columns.meet(inputs.columnMembers[c], RankClocks.PANEL);
        if (columns.cost(c).crossesSites()) {
            columns.cost(c).passPivots(state.siteLinks, begin, jb);
        }
        for (int m : inputs.columnMembers[c]) {
            clocks.add(m, RankClocks.PANEL, slowest + jb * columns.cost(c).pivot(jb));
        }
    }

    /** The broadcast of a panel, while ranks update until {@link ReplayState#updateEnd}. */
    void send(int j) {
        int c = map.kappa()[j];
        RankClocks arrives = state.arrival(j);
        BroadcastReplay broadcast = broadcast(j);
        for (int i = 0; i < inputs.size(); i++) {
            arrives.clear(i);
        }
        int jb = map.width(j);
        for (int r = 0; r < inputs.rows(); r++) {
            // L1 travels in the panel's own block row, and beside the rows of other virtual rows
            double l1 = map.rho()[j] == r ? 0 : (double) jb * jb;
            broadcast.send(r, c, DOUBLE_BYTES * (1.0 + jb + l1 + jb * left.rows(r, j)), arrives);
        }
    }
}
