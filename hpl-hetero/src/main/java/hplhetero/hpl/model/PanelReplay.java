package hplhetero.hpl.model;

import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.update.TeamSize;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.EnumMap;
import java.util.Map;

/**
 * The replay of one block column that goes ahead of the others: the column is brought up to date, factored and sent, as
 * {@code lu.LookAhead} does it.
 */
final class PanelReplay {
    private static final int DOUBLE_BYTES = 8;

    private final ReplayState state;
    private final ModelInputs inputs;
    private final BlockMap map;
    private final TrailingSizes left;
    private final RankClocks clocks;
    private final ColumnReplay columns;
    private final PresentCosts costs;
    private final Map<BroadcastAlgorithm, BroadcastReplay> broadcasts = new EnumMap<>(BroadcastAlgorithm.class);
    /** Rows of the current block column that each rank owns, indexed by member of the map. */
    private final double[] ownRows;

    PanelReplay(ReplayState state, ColumnReplay columns) {
        this.state = state;
        this.columns = columns;
        inputs = state.inputs;
        map = state.map;
        left = state.left;
        clocks = state.clocks;
        costs = state.costs;
        ownRows = new double[inputs.size()];
    }

    private BroadcastReplay broadcast(int j) {
        return broadcasts.computeIfAbsent(state.choice(j).broadcast(), algorithm -> new BroadcastReplay(inputs, algorithm, state.siteLinks,
                new BroadcastReplay.Moments(clocks, state.updateEnd, state.pollGap)));
    }

    /** Lets the owners of block column j wait for panel k. */
    void receive(int j, int k) {
        for (int m : inputs.columnMembers[map.kappa()[j]]) {
            clocks.await(m, state.arrival(k), m);
        }
    }

    /** Swaps the rows of block column j as panel k has them change places. */
    void swap(int j, int k) {
        columns.take(state.choice(k).swap());
        columns.swap(map.kappa()[j], map.width(k), map.width(j));
    }

    /** Updates block column j with panel k, by each owner's team. */
    void update(int j, int k) {
        int c = map.kappa()[j];
        sumRows(c, k + 1);
        for (int m : inputs.columnMembers[c]) {
            UpdateCost cost = costs.ahead(m, columnsLeft(m));
            // m x n elements by jb columns of panel k: workers / members x (n perColumn(jb) + m n perElement(jb))
            double seconds = cost.further(ownRows[m], map.width(j), map.width(k));
            state.busy[m] += seconds;
            clocks.add(m, RankClocks.UPDATE, seconds * inputs.workers[m] / state.team[m]);
        }
    }

    /** Returns the columns of a member that are left. */
    private double columnsLeft(int member) {
        double sum = 0;
        for (int c = 0; c < inputs.columns() && inputs.streamed[member] != null; c++) {
            for (int m : inputs.columnMembers[c]) {
                sum += m == member ? left.cols(c) : 0;
            }
        }
        return sum;
    }

    /** Sums for each member of virtual column c its rows from block row {@code block} on, into {@link #ownRows}. */
    private void sumRows(int c, int block) {
        for (int m : inputs.columnMembers[c]) {
            ownRows[m] = 0;
        }
        for (int r = 0; r < inputs.rows(); r++) {
            ownRows[inputs.owner(r, c)] += left.rows(r, block);
        }
    }

    /** Factors block column j. All ranks of the column meet at every pivot, so the slowest rank's pace is everyone's. */
    void factor(int j) {
        int c = map.kappa()[j];
        int jb = map.width(j);
        sumRows(c, j);
        // max over ranks of jb (perColumn + m (perElement + jb perMultiply) / members), with m rows, + jb pivot exchanges
        double slowest = 0;
        for (int m : inputs.columnMembers[c]) {
            int members = TeamSize.most(ownRows[m], state.team[m]);
            double seconds = costs.panel[m].seconds(ownRows[m], jb, members);
            state.busy[m] += seconds * members / inputs.workers[m];
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

    /** Broadcasts panel j along all process rows, while ranks update until {@link ReplayState#updateEnd}. */
    void send(int j) {
        int c = map.kappa()[j];
        RankClocks arrives = state.arrival(j);
        BroadcastReplay broadcast = broadcast(j);
        for (int i = 0; i < inputs.size(); i++) {
            arrives.clear(i);
        }
        int jb = map.width(j);
        for (int r = 0; r < inputs.rows(); r++) {
            // 8 (1 + jb + |L1| + jb rows) bytes: in the panel's own block row L1 is among the rows, elsewhere it travels beside them
            double l1 = map.rho()[j] == r ? 0 : (double) jb * jb;
            broadcast.send(r, c, DOUBLE_BYTES * (1.0 + jb + l1 + jb * left.rows(r, j)), arrives);
        }
    }
}
