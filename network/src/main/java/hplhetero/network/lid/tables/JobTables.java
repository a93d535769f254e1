package hplhetero.network.lid.tables;

import hplhetero.network.lid.Contention;
import hplhetero.network.lid.LidChoice;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Forwarding tables made for what one job sends, which need fewer paths than general ones. Three kinds are made, and the best is taken.
 * <ul>
 * <li>By rank: general tables in which a node's rank takes the place of its number, so that nodes of consecutive ranks are reached over
 * different roots, wherever they are; paths are then chosen by colouring.
 * <li>General ones, with paths chosen by colouring.
 * <li>Dealt: each pair is coloured as if there were as many paths as routes; then the paths of each destination are dealt to the routes
 * that its senders use. Senders below other leaves may use one path for other routes, for a table only says at each switch where a path
 * goes on.
 * </ul>
 *
 * @param tables      with these routes, and those of general tables for what the job does not send
 * @param choice      by which of their paths each rank sends to each
 * @param displaced   pairs of ranks whose route had no path left: they take that of others, and may share links
 * @param contentions of each pattern over them
 */
public record JobTables(TableFabric tables, LidChoice choice, long displaced, List<Contention> contentions) {
    /** A leaf that finds no path is dealt to before the others, so often at most. */
    private static final int MOST_DEALS = 16;

    /**
     * Designs tables: the cost of up to three colourings, and O(pairs of ranks x paths). The first kind without a hot spot is taken.
     *
     * @param placement of the job's ranks, on a fat tree or tables whose links are one
     * @param patterns  what they send, the most important first
     * @param paths     of each node, &gt;= 1; with InfiniBand, 2^LMC
     * @throws IllegalArgumentException when the fabric is no tree
     */
    public static JobTables design(Placement placement, List<? extends Traffic> patterns, int paths) {
        TableDesign design = TableDesign.of(placement.fabric());
        List<Traffic> all = List.copyOf(patterns);
        JobTables ranked = ranked(design, placement, all, paths);
        if (ranked.free()) {
            return ranked;
        }
        JobTables general = coloured(design.general(paths), placement, all);
        if (general.free()) {
            return general;
        }
        return Stream.of(ranked, general, dealt(placement, all, paths)).min(Comparator.comparingDouble(JobTables::slowdown)).orElseThrow();
    }

    /** Of the last kind. */
    static JobTables dealt(Placement placement, List<Traffic> patterns, int paths) {
        return new Deal(JobRoutes.of(placement, patterns), paths).tables();
    }

    /**
     * Of the first kind: path p to the n-th of N nodes takes the ways of number n + p N, so that the last ranks, which send to the first
     * ones in a shift, find these numbered on behind themselves. Where that changes no way, paths shift ways as they do in general tables.
     */
    static JobTables ranked(TableDesign design, Placement placement, List<Traffic> patterns, int paths) {
        int[] number = new int[placement.fabric().nodes()];
        Arrays.fill(number, -1);
        int next = 0;
        for (int rank = 0; rank < placement.ranks(); rank++) {
            int node = placement.nodeOf(rank);
            number[node] = number[node] < 0 ? next++ : number[node];
        }
        int nodes = next;
        for (int node = 0; node < number.length; node++) {
            number[node] = number[node] < 0 ? next++ : number[node];
        }
        return coloured(design.entries(paths, (path, node) -> number[node] + path * nodes,
                path -> nodes % design.ways() == 0 ? path : 0).build(), placement, patterns);
    }

    private static JobTables coloured(TableFabric tables, Placement placement, List<Traffic> patterns) {
        return of(tables, LidMethod.COLOURING.choose(LidQuestion.of(placement.on(tables), patterns)), 0, placement, patterns);
    }

    static JobTables of(TableFabric tables, LidChoice choice, long displaced, Placement placement, List<Traffic> patterns) {
        Placement placed = placement.on(tables).over(choice.table());
        return new JobTables(tables, choice, displaced, patterns.stream().map(pattern -> Contention.of(placed, pattern)).toList());
    }

    /** Whether no stage of any pattern has a hot spot. */
    public boolean free() {
        return contentions.stream().allMatch(Contention::free);
    }

    /** Over the patterns, as {@link Contention#mean}. */
    private double slowdown() {
        return contentions.stream().mapToDouble(Contention::mean).average().orElse(1);
    }

    /** The job on the tables, by its paths. */
    public Placement placed(Placement placement) {
        return placement.on(tables).over(choice.table());
    }

    /** Deals paths to routes, destination after destination. One thread. */
    private static final class Deal {
        private static final int NONE = -1;

        private final JobRoutes routes;
        private final int paths;
        private final TableFabric.Builder builder;
        private final char[] chosen;
        private final int ranks;
        /** Pairs of ranks whose route has no path. */
        private long displaced;

        Deal(JobRoutes routes, int paths) {
            this.routes = routes;
            this.paths = paths;
            builder = routes.entries(paths);
            ranks = routes.placement().ranks();
            chosen = new char[ranks * ranks];
        }

        JobTables tables() {
            routes.forEachNode(this::deal);
            return routes.tables(builder, PathTable.of(ranks, (from, to) -> chosen[from * ranks + to]), displaced);
        }

        private void deal(int node, Map<JobRoutes.Route, List<int[]>> pairs) {
            Map<Integer, List<JobRoutes.Route>> byLeaf = new TreeMap<>();
            pairs.keySet().forEach(r -> byLeaf.computeIfAbsent(r.leaf(builder), _ -> new ArrayList<>()).add(r));
            List<Integer> order = new ArrayList<>(byLeaf.keySet());
            int tooMany = byLeaf.values().stream().mapToInt(routes -> Math.max(0, routes.size() - paths)).sum();
            Attempt best = null;
            for (int attempt = 0; attempt < MOST_DEALS && (best == null || best.left > tooMany); attempt++) {
                Attempt next = new Attempt(byLeaf, order);
                best = best == null || next.left < best.left ? next : best;
                order.removeAll(next.failed);
                order.addAll(0, next.failed);
            }
            for (int path = 0; path < paths && best != null; path++) {
                for (int link : best.entries.get(path).values()) {
                    builder.next(path, builder.from(link), node, link);
                }
            }
            int turn = 0;
            for (Map.Entry<JobRoutes.Route, List<int[]>> each : pairs.entrySet()) {
                Integer path = best == null ? null : best.pathOf.get(each.getKey());
                for (int[] pair : each.getValue()) {
                    chosen[pair[0] * ranks + pair[1]] = (char) (path == null ? turn++ % paths : path);
                    displaced += path == null ? 1 : 0;
                }
            }
        }

        /** One deal to the leaves in an order. */
        private final class Attempt {
            /** Of each path, by switch: the link that its table says. */
            private final List<Map<Integer, Integer>> entries = new ArrayList<>();
            private final Map<JobRoutes.Route, Integer> pathOf = new LinkedHashMap<>();
            private final List<Integer> failed = new ArrayList<>();
            private int left;

            Attempt(Map<Integer, List<JobRoutes.Route>> byLeaf, List<Integer> order) {
                for (int path = 0; path < paths; path++) {
                    entries.add(new TreeMap<>());
                }
                for (int leaf : order) {
                    int matched = match(byLeaf.get(leaf));
                    left += byLeaf.get(leaf).size() - matched;
                    if (matched < byLeaf.get(leaf).size()) {
                        failed.add(leaf);
                    }
                }
            }

            /** A largest set of a leaf's routes that each have a path of their own, and their entries. */
            private int match(List<JobRoutes.Route> routes) {
                int[] holder = new int[paths];
                Arrays.fill(holder, NONE);
                int matched = 0;
                for (int i = 0; i < routes.size(); i++) {
                    matched += augment(i, routes, holder, new boolean[paths]) ? 1 : 0;
                }
                for (int path = 0; path < paths; path++) {
                    if (holder[path] != NONE) {
                        JobRoutes.Route held = routes.get(holder[path]);
                        pathOf.put(held, path);
                        Map<Integer, Integer> table = entries.get(path);
                        held.links().forEach(link -> table.put(builder.from(link), link));
                    }
                }
                return matched;
            }

            private boolean augment(int i, List<JobRoutes.Route> routes, int[] holder, boolean[] seen) {
                for (int shared = 1; shared >= 0; shared--) {
                    for (int path = 0; path < paths; path++) {
                        if (!seen[path] && fits(routes.get(i), path, shared == 1)) {
                            seen[path] = true;
                            if (holder[path] == NONE || augment(holder[path], routes, holder, seen)) {
                                holder[path] = i;
                                return true;
                            }
                        }
                    }
                }
                return false;
            }

            /** Whether the path's entries so far allow the route; shared: and have part of it already. */
            private boolean fits(JobRoutes.Route r, int path, boolean shared) {
                Map<Integer, Integer> table = entries.get(path);
                boolean some = !shared;
                for (int link : r.links()) {
                    Integer entry = table.get(builder.from(link));
                    if (entry != null && entry != link) {
                        return false;
                    }
                    some |= entry != null;
                }
                return some;
            }
        }
    }
}
