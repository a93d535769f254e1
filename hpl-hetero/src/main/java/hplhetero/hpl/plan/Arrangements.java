package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Network;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The orders of ranks on a P x Q grid that are worth pricing. Ranks of one site stand together: column by column, they become adjacent grid
 * columns. So few panels are factored at another site than the one before, and rows are exchanged within a site (Sasou, Matsuoka, Tatebe,
 * Fig. 13).
 */
final class Arrangements {
    private final Network network;
    private final double[] speed;

    /**
     * Creates the orders for the ranks of a network.
     *
     * @param network hosts and sites of the ranks
     * @param speed   speed of each rank of the world, indexed by rank
     */
    Arrangements(Network network, double[] speed) {
        this.network = network;
        this.speed = speed.clone();
    }

    /** Returns netlib's two numberings of the ranks in ascending order: by rows and by columns. */
    Set<List<List<Integer>>> plain(List<Integer> ranks, int p, int q) {
        Set<List<List<Integer>>> grids = new LinkedHashSet<>();
        List<Integer> sorted = ranks.stream().sorted().toList();
        grids.add(byRows(sorted, p, q));
        grids.add(byColumns(sorted, p, q));
        return grids;
    }

    /** Returns whether, when a grid is read column after column, the ranks of each site come directly after each other. */
    boolean together(List<List<Integer>> grid) {
        List<Integer> ranks = IntStream.range(0, grid.getFirst().size()).boxed()
                .flatMap(c -> grid.stream().map(row -> row.get(c))).toList();
        long runs = 1 + IntStream.range(1, ranks.size()).filter(i -> site(ranks.get(i)) != site(ranks.get(i - 1))).count();
        return runs == ranks.stream().map(this::site).distinct().count();
    }

    private int site(int rank) {
        return network.siteOf().get(rank);
    }

    /**
     * Returns all orders of some ranks on a grid that keep the ranks of a site together: netlib's numberings, and orders by site and then
     * speed or host.
     *
     * @param ranks the p x q ranks
     * @param p     number of rows
     * @param q     number of columns
     * @return grids: P rows of Q ranks each
     */
    Set<List<List<Integer>>> all(List<Integer> ranks, int p, int q) {
        Set<List<List<Integer>>> grids = plain(ranks, p, q);
        Comparator<Integer> bySite = Comparator.comparing(rank -> network.siteOf().get(rank));
        Comparator<Integer> byHost = Comparator.comparing(rank -> network.hostOf().get(rank));
        Comparator<Integer> bySpeed = Comparator.comparingDouble((Integer rank) -> -speed[rank]).thenComparing(rank -> rank);
        for (Comparator<Integer> order : List.of(bySite.thenComparing(bySpeed), bySite.thenComparing(byHost).thenComparing(bySpeed))) {
            List<Integer> sorted = ranks.stream().sorted(order).toList();
            grids.add(byColumns(sorted, p, q));
            grids.add(byRows(sorted, p, q));
        }
        grids.removeIf(grid -> !together(grid));
        return grids;
    }

    /**
     * Returns the most promising order of some ranks on a grid: by site, then by speed, column by column.
     *
     * @param ranks the p x q ranks
     * @param p     number of rows
     * @param q     number of columns
     * @return P rows of Q ranks
     */
    List<List<Integer>> likely(List<Integer> ranks, int p, int q) {
        return byColumns(ranks.stream().sorted(Comparator.comparing((Integer rank) -> network.siteOf().get(rank))
                .thenComparingDouble(rank -> -speed[rank]).thenComparing(rank -> rank)).toList(), p, q);
    }

    private static List<List<Integer>> byRows(List<Integer> ranks, int p, int q) {
        List<List<Integer>> grid = new ArrayList<>();
        for (int r = 0; r < p; r++) {
            grid.add(List.copyOf(ranks.subList(r * q, (r + 1) * q)));
        }
        return List.copyOf(grid);
    }

    private static List<List<Integer>> byColumns(List<Integer> ranks, int p, int q) {
        List<List<Integer>> grid = new ArrayList<>();
        for (int r = 0; r < p; r++) {
            List<Integer> row = new ArrayList<>();
            for (int c = 0; c < q; c++) {
                row.add(ranks.get(c * p + r));
            }
            grid.add(List.copyOf(row));
        }
        return List.copyOf(grid);
    }
}
