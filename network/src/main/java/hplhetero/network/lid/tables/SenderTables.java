package hplhetero.network.lid.tables;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Forwarding tables for a job over transports that can be told one path for all messages of a rank. Ranks below one leaf get a path each.
 * At the leaf, path and destination together then identify the pair of ranks, and the leaf's table can name any way. In a tree of two
 * levels with one rank on each node no pair is displaced if there are as many paths as ranks below a leaf. For one thread.
 */
public final class SenderTables {
    private static final int NONE = -1;

    private final Placement placement;
    private final int paths;
    private final TableFabric.Builder builder;
    private final int[] pathOf;
    private long displaced;

    private SenderTables(JobRoutes routes, int paths) {
        placement = routes.placement();
        this.paths = paths;
        builder = routes.entries(paths);
        pathOf = pathsOfSenders();
    }

    /**
     * Designs forwarding tables for a job in which each rank sends all its messages by one of the paths to a node, such as one LID of
     * several. Routes are first chosen as if there were as many paths as routes, by colouring the edges of each stage of messages so that
     * its messages share no link. This once, and O(pairs of ranks x paths), is the time it takes.
     *
     * @param placement nodes of the job's ranks, on a fat tree, or on a fabric of forwarding tables with the links of one
     * @param patterns  messages of the ranks, the most important pattern first
     * @param paths     number of paths to each node, &gt;= 1; with InfiniBand, 2^LMC
     * @throws IllegalArgumentException when the fabric is no tree
     */
    public static JobTables design(Placement placement, List<? extends Traffic> patterns, int paths) {
        JobRoutes routes = JobRoutes.of(placement, List.copyOf(patterns));
        SenderTables tables = new SenderTables(routes, paths);
        routes.forEachNode(tables::deal);
        return routes.tables(tables.builder, PathTable.of(placement.ranks(), (from, to) -> tables.pathOf[from]), tables.displaced);
    }

    /** Returns the path of each rank, indexed by rank: the ranks below a leaf take paths in turn. */
    private int[] pathsOfSenders() {
        int[] turns = new int[placement.ranks()];
        int[] route = new int[placement.fabric().longestRoute()];
        Map<Integer, Integer> next = new TreeMap<>();
        for (int rank = 0; rank < turns.length; rank++) {
            int other = rank;
            for (int to = 0; to < turns.length && placement.together(rank, other); to++) {
                other = to;
            }
            int leaf = placement.route(rank, other, route) == 0 ? NONE : builder.to(route[0]);
            turns[rank] = (next.merge(leaf, 1, Integer::sum) - 1) % paths;
        }
        return turns;
    }

    /**
     * Makes the entries for one destination node. A pair's path leads along the pair's own route only where this route fits the entries
     * made before.
     */
    private void deal(int node, Map<JobRoutes.Route, List<int[]>> pairs) {
        List<Map<Integer, Integer>> entries = new ArrayList<>();
        for (int path = 0; path < paths; path++) {
            entries.add(new TreeMap<>());
        }
        pairs.forEach((way, ranks) -> ranks.forEach(pair -> {
            Map<Integer, Integer> table = entries.get(pathOf[pair[0]]);
            if (way.links().stream().allMatch(link -> table.getOrDefault(builder.from(link), link).equals(link))) {
                way.links().forEach(link -> table.put(builder.from(link), link));
            } else {
                displaced++;
            }
        }));
        for (int path = 0; path < paths; path++) {
            for (int link : entries.get(path).values()) {
                builder.next(path, builder.from(link), node, link);
            }
        }
    }
}
