package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A choice of how many of the fastest ranks to take, and in which grid.
 *
 * @param ranks the ranks taken
 * @param p     process rows
 * @param q     process columns
 * @param bound GFLOPS of these ranks together, which no plan exceeds
 * @param guess GFLOPS to be expected, by a rough sum of what the messages of such a grid cost
 */
record GridChoice(List<Integer> ranks, int p, int q, double bound, double guess) {
    /** Process rows for each process column above which a grid is never worth it: a column meets at every pivot. */
    private static final int MOST_ROWS_PER_COLUMN = 2;

    /** The facts that a search knows before it looks at grids. */
    interface Setting {
        /** Returns all ranks, from the fastest to the slowest; ranks with too little memory for a run come last. */
        List<Integer> fastestFirst();

        /** Returns the speed of a rank in GFLOPS. */
        double speed(int rank);

        /** Returns the order of the matrix, N, that a plan on these ranks would solve. */
        double order(List<Integer> ranks);

        /**
         * Returns the seconds that factoring one panel takes on the last of the given ranks, which is mostly the slowest.
         *
         * @param ranks ranks of a plan, as {@link #fastestFirst} orders them
         * @param p     number of ranks of a process column
         * @param rows  number of the panel's rows on this rank
         */
        double panel(List<Integer> ranks, int p, double rows);

        /** Returns the number of panels of a matrix of order {@code n}, which need not be whole. */
        double panels(double n);
    }

    /**
     * Returns all choices that make sense, the most promising first.
     *
     * @param fixed the only grid to consider, or empty
     */
    static List<GridChoice> all(Setting setting, Cluster cluster, Optional<PlanRequest.Grid> fixed) {
        List<GridChoice> choices = new ArrayList<>();
        int least = fixed.map(grid -> grid.p() * grid.q()).orElse(1);
        int most = fixed.isPresent() ? least : cluster.size();
        for (int count = least; count <= most; count++) {
            List<Integer> ranks = setting.fastestFirst().subList(0, count);
            double bound = ranks.stream().mapToDouble(setting::speed).sum();
            double n = setting.order(ranks);
            for (int p = 1; p <= count; p++) {
                int q = count / p;
                if (fixed.isPresent() ? p == fixed.get().p() : sensible(count, p)) {
                    double work = n * n * n * 2 / 3e9;
                    // with look-ahead the longer of update and panel factorization hides the other
                    double computing = Math.max(work / bound, setting.panels(n) * setting.panel(ranks, p, 0.5 * n / p));
                    choices.add(new GridChoice(ranks, p, q, bound, work / (computing + messages(cluster, n, p, q))));
                }
            }
        }
        choices.sort(Comparator.comparingDouble((GridChoice choice) -> -choice.guess));
        return choices;
    }

    /**
     * Returns whether a grid is worth pricing: {@code p} rows divide the ranks evenly, and the rows are not more than
     * {@link #MOST_ROWS_PER_COLUMN} times the columns.
     */
    static boolean sensible(int ranks, int p) {
        return ranks % p == 0 && p <= MOST_ROWS_PER_COLUMN * (ranks / p);
    }

    /**
     * Returns roughly the seconds of a run's messages: pivots of all columns, rows of U within columns, and a part of the panels along
     * rows.
     */
    private static double messages(Cluster cluster, double n, int p, int q) {
        PairCost link = typical(cluster.network());
        // n ceil(log2 p) latency + 6 n^2 / q x seconds a byte + 2 n^2 / p x seconds a byte
        double pivots = n * (Integer.SIZE - Integer.numberOfLeadingZeros(p - 1)) * link.latency();
        double rows = p == 1 ? 0 : 6 * n * n / q * link.secondsPerByte();
        double panels = q == 1 ? 0 : 2 * n * n / p * link.secondsPerByte();
        return pivots + rows + panels;
    }

    private static PairCost typical(Network network) {
        for (PairClass pair : List.of(PairClass.OTHER_HOST, PairClass.SAME_HOST, PairClass.OTHER_SITE)) {
            if (network.links().containsKey(pair)) {
                return network.links().get(pair);
            }
        }
        return new PairCost(0, 0);
    }
}
