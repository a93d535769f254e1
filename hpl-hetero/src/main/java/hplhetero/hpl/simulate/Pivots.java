package hplhetero.hpl.simulate;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.WorkingTraffic;

/**
 * The factorization of a panel: an exchange for each column, and before each exchange the column's share of the arithmetic.
 *
 * @param exchange the exchange of one column
 * @param columns  columns of the panel
 * @param of       seconds of arithmetic of each rank for all columns together, indexed by rank of the exchange
 */
record Pivots(Traffic exchange, int columns, double[] of) implements WorkingTraffic {

    @Override
    public String name() {
        return "pivots";
    }

    @Override
    public int ranks() {
        return exchange.ranks();
    }

    @Override
    public int stages() {
        return columns * exchange.stages();
    }

    @Override
    public int postsUpTo(int stage) {
        int within = stage % exchange.stages();
        return stage - within + exchange.postsUpTo(within);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        exchange.stage(stage % exchange.stages(), rank, sink);
    }

    @Override
    public double seconds(int stage, int rank) {
        return stage % exchange.stages() == 0 ? of[rank] / columns : 0;
    }
}
