package hplhetero.hpl.plan;

import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.map.RankGrids;
import hplhetero.hpl.plan.map.Refinement;
import hplhetero.hpl.plan.map.ReverseGreedy;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A local search on the whole run. Block columns change places between ranks that compute much and ranks that compute little, as long as
 * the replayed run gets shorter. {@link ReverseGreedy} and {@link Refinement} let no rank be late in any step. With look-ahead a rank that
 * is late in one step may be early in the next, so what counts is what each rank computes in all, its panels included. Every virtual column
 * keeps as many block columns as it had, and so its ranks the memory they need.
 */
final class ColumnSwapSearch {
    /** Number of pairs of virtual columns, and of exchanges for each pair, that are tried until one is found that helps. */
    private static final int MOST_TRIED = 8;
    /** Approximate panels x cells that are replayed: a tenth of a second. */
    private static final double MOST_PANEL_CELLS = 1.5e6;
    /** Number of replays below which no search is made: maps that cost so much to replay are fine enough. */
    private static final int LEAST_REPLAYS = 64;
    private static final double LEAST_GAIN_SHARE = 1e-6;

    /** A pair of virtual columns. The ranks of {@code busy} compute longer than the ranks of {@code idle}, by {@code seconds}. */
    private record Pair(int busy, int idle, double seconds) {
    }

    /**
     * An exchange of block column {@code later} of the busy virtual column for block column {@code sooner} of the idle one.
     *
     * @param off difference between the work that changes sides and the work wanted, in elements
     */
    private record Exchange(int later, int sooner, double off) {
    }

    private final TimeModel model;
    private final int n;
    private final int nb;
    private final MapSpec.Explicit start;
    private final int[][] owners;
    private final int[] kappa;
    /** Elements of each block column that are updated, summed over all panels, indexed by block column. */
    private final double[] work;
    private Prediction best;
    private double budget = MOST_PANEL_CELLS;

    ColumnSwapSearch(TimeModel model, int n, int nb, MapSpec.Explicit start) {
        this.model = model;
        this.n = n;
        this.nb = nb;
        this.start = start;
        owners = RankGrids.ints(start.owners());
        kappa = RankGrids.sequence(start.kappa());
        // the last block columns may be narrower: they stay where they are
        work = new double[n / nb];
        for (int j = 1; j < work.length; j++) {
            work[j] = work[j - 1] + (n - (double) j * nb) * nb;
        }
    }

    /** Returns the map that the search ends with, which may be the map that it began with. */
    MapSpec.Explicit result() {
        if (LEAST_REPLAYS * effort() > budget) {
            return start;
        }
        best = replayed();
        boolean improved = true;
        while (improved && budget > 0) {
            improved = improves(seconds());
        }
        return map();
    }

    private boolean improves(double[] seconds) {
        double[] done = new double[seconds.length];
        for (int j = 0; j < work.length; j++) {
            done[kappa[j]] += work[j];
        }
        for (Pair pair : pairs(seconds)) {
            double both = seconds[pair.busy] / done[pair.busy] + seconds[pair.idle] / done[pair.idle];
            for (Exchange exchange : exchanges(pair, pair.seconds / both)) {
                if (budget > 0 && improves(exchange)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean improves(Exchange exchange) {
        exchange(exchange.later, exchange.sooner);
        Prediction changed = replayed();
        if (changed.seconds() < best.seconds() * (1 - LEAST_GAIN_SHARE)) {
            best = changed;
            return true;
        }
        exchange(exchange.later, exchange.sooner);
        return false;
    }

    private void exchange(int a, int b) {
        int owner = kappa[a];
        kappa[a] = kappa[b];
        kappa[b] = owner;
    }

    /** Returns the seconds for which the busiest rank of each virtual column computes, indexed by virtual column. */
    private double[] seconds() {
        double[] seconds = new double[owners[0].length];
        for (int[] row : owners) {
            for (int c = 0; c < row.length; c++) {
                seconds[c] = Math.max(seconds[c], best.busy().get(row[c]) * best.seconds());
            }
        }
        return seconds;
    }

    /** Returns the pairs of virtual columns that differ most. */
    private static List<Pair> pairs(double[] seconds) {
        return IntStream.range(0, seconds.length).boxed()
                .flatMap(busy -> IntStream.range(0, seconds.length).filter(idle -> seconds[idle] < seconds[busy])
                        .mapToObj(idle -> new Pair(busy, idle, seconds[busy] - seconds[idle])))
                .sorted(Comparator.comparingDouble((Pair pair) -> -pair.seconds)).limit(MOST_TRIED).toList();
    }

    /**
     * Returns the exchanges that come nearest to evening out a pair.
     *
     * @param wanted work that should change sides, in elements
     */
    private List<Exchange> exchanges(Pair pair, double wanted) {
        List<Exchange> all = new ArrayList<>();
        for (int later = 1; later < work.length; later++) {
            for (int sooner = 0; kappa[later] == pair.busy && sooner < later; sooner++) {
                if (kappa[sooner] == pair.idle) {
                    all.add(new Exchange(later, sooner, Math.abs(work[later] - work[sooner] - wanted)));
                }
            }
        }
        return all.stream().sorted(Comparator.comparingDouble(Exchange::off)).limit(MOST_TRIED).toList();
    }

    private Prediction replayed() {
        budget -= effort();
        return model.replay(n, nb, map(), false).run(0);
    }

    /** Returns the effort of one replay, in panels x cells. */
    private double effort() {
        return (double) kappa.length * owners.length * owners[0].length;
    }

    private MapSpec.Explicit map() {
        return new MapSpec.Explicit(start.owners(), start.rho(), RankGrids.boxed(kappa));
    }
}
