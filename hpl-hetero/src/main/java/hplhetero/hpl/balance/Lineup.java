package hplhetero.hpl.balance;

import java.util.Arrays;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Place;

/**
 * The ranks of one map, numbered 0, 1, ... as they first appear in it, with their coefficients and links side by side: what
 * the replay of a run reads in its loops.
 */
final class Lineup {
    final Cluster cluster;
    final BlockMap map;
    /** World rank of each member. */
    final int[] rank;
    final UpdateCost[] update;
    final PanelCost[] panel;
    final int[] workers;
    /** (slowest - fastest) / median of repeated updates. */
    final double[] variation;
    final int[] site;
    final int sites;
    /** Owner of cell (r, c) at r * columns + c. */
    final int[] owner;
    final int[][] rowMembers;
    final int[][] columnMembers;
    private final LinkCost[] byClass = new LinkCost[PairClass.values().length];
    private final int[] host;

    Lineup(Cluster cluster, BlockMap map) {
        this.cluster = cluster;
        this.map = map;
        int[] cells = map.grid().owners();
        rank = Arrays.stream(cells).distinct().toArray();
        int[] number = new int[cluster.size()];
        for (int i = 0; i < rank.length; i++) {
            number[rank[i]] = i;
        }
        owner = Arrays.stream(cells).map(r -> number[r]).toArray();
        update = new UpdateCost[rank.length];
        panel = new PanelCost[rank.length];
        workers = new int[rank.length];
        variation = new double[rank.length];
        site = new int[rank.length];
        host = new int[rank.length];
        for (int i = 0; i < rank.length; i++) {
            RankProfile profile = cluster.ranks().get(rank[i]);
            update[i] = profile.update();
            panel[i] = profile.panel();
            workers[i] = profile.workers();
            variation[i] = profile.variation();
            site[i] = cluster.network().siteOf().get(rank[i]);
            host[i] = cluster.network().hostOf().get(rank[i]);
        }
        sites = 1 + cluster.network().siteOf().stream().mapToInt(Integer::intValue).max().orElse(0);
        cluster.network().links().forEach((pair, cost) -> byClass[pair.ordinal()] = cost);
        rowMembers = new int[map.grid().rows()][];
        for (int r = 0; r < rowMembers.length; r++) {
            rowMembers[r] = renumbered(Place.rowMembers(map.grid(), r), number);
        }
        columnMembers = new int[map.grid().cols()][];
        for (int c = 0; c < columnMembers.length; c++) {
            columnMembers[c] = renumbered(Place.columnMembers(map.grid(), c), number);
        }
    }

    private static int[] renumbered(int[] ranks, int[] number) {
        return Arrays.stream(ranks).map(r -> number[r]).toArray();
    }

    int size() {
        return rank.length;
    }

    int rows() {
        return rowMembers.length;
    }

    int columns() {
        return columnMembers.length;
    }

    int owner(int r, int c) {
        return owner[r * columnMembers.length + c];
    }

    LinkCost link(int a, int b) {
        PairClass pair = site[a] != site[b] ? PairClass.OTHER_SITE : host[a] == host[b] ? PairClass.SAME_HOST : PairClass.OTHER_HOST;
        return byClass[pair.ordinal()];
    }
}
