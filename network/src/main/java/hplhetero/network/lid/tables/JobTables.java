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
 * Forwarding tables made for what one job sends, which need fewer paths than general tables. Three kinds are made, and the best is taken.
 * <ul>
 * <li>By rank: general tables in which a node's rank takes the place of its number. Nodes of consecutive ranks are thus reached over
 * different roots, wherever the nodes are. Paths are then chosen by colouring.
 * <li>General tables, with paths chosen by colouring.
 * <li>Dealt: each pair is coloured as if there were as many paths as routes. Then the paths of each destination are dealt to the routes
 * that its senders use. Senders below other leaves may use one path for other routes, since a table only says at each switch where a path
 * goes on.
 * </ul>
 *
 * @param tables      tables with these routes, and with routes of general tables for what the job does not send
 * @param choice      path of these tables by which each rank sends to each other rank
 * @param displaced   number of pairs of ranks whose route had no path left: they take the path of other pairs, and may share links
 * @param contentions contention of each pattern over the tables
 */
public record JobTables(TableFabric tables, LidChoice choice, long displaced, List<Contention> contentions) {
    /** Largest number of deals to the leaves; in each further deal, leaves that found no path in the deal before come first. */
    private static final int MOST_DEALS = 16;

    /**
     * Designs forwarding tables of switches for a job, and chooses the path (the LID of the destination) by which each rank sends to each
     * other rank. Tables of three kinds are tried in the order of the class comment: by rank, general, dealt. The first of the first two
     * kinds without a hot spot is taken, else the one of all three that lengthens the patterns least, on average. A hot spot is a link
     * between switches that has to carry more in a stage of a pattern than any link of a node. Takes the time of up to three edge
     * colourings, and O(pairs of ranks x paths).
     *
     * @param placement nodes of the job's ranks, on a fat tree, or on a fabric given by tables, whose links are kept and whose routes are
     *                  replaced
     * @param patterns  what the ranks send, the most important pattern first; all messages of one stage are under way at once
     * @param paths     number of paths to each node, 1..128; with InfiniBand, 2^LMC
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

    /**
     * Returns dealt tables, one of the three kinds: each pair is coloured as if there were as many paths as routes, then the paths of each
     * destination are dealt to the routes that its senders use.
     */
    static JobTables dealt(Placement placement, List<Traffic> patterns, int paths) {
        return new Deal(JobRoutes.of(placement, patterns), paths).tables();
    }

    /**
     * Returns tables by rank, one of the three kinds: general tables in which the order of a node by its ranks takes the place of its
     * number. Path p to the n-th of N nodes with ranks takes the ways of number n + p N. The last ranks, which send to the first ranks in a
     * shift, find these numbered on behind themselves. Where this changes no way, paths shift ways as they do in general tables.
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

    /**
     * Returns whether there is no hot spot: in each stage of each pattern, which is a set of messages under way at once, no link between
     * switches is more loaded than the most loaded link of a node.
     */
    public boolean free() {
        return contentions.stream().allMatch(Contention::free);
    }

    /** Returns the mean over the patterns of {@link Contention#mean}. */
    private double slowdown() {
        return contentions.stream().mapToDouble(Contention::mean).average().orElse(1);
    }

    /**
     * Returns a placement of the job's ranks on the same nodes as in {@code placement}, but over the fabric {@link #tables} and with each
     * rank sending to each other rank by the path of {@link #choice}.
     *
     * @param placement nodes of the job's ranks, as given to {@link #design}
     * @throws IllegalArgumentException when these tables do not have its nodes, or were made for another number of ranks
     */
    public Placement placed(Placement placement) {
        return placement.on(tables).over(choice.table());
    }

    /** A deal of paths to routes, destination after destination. For one thread. */
    private static final class Deal {
        private static final int NONE = -1;

        private final JobRoutes routes;
        private final int paths;
        private final TableFabric.Builder builder;
        private final char[] chosen;
        private final int ranks;
        /** Number of pairs of ranks so far whose route has no path. */
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

        /** A deal of the paths of one destination to the leaves, in a given order. */
        private final class Attempt {
            /** The link that each path's table has at each switch; indexed by path, then by switch. */
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

            /**
             * Gives a path of its own to each route of a largest set of a leaf's routes, and makes their entries. Returns the number of
             * these routes.
             */
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

            /**
             * Returns whether the entries of a path so far allow a route.
             *
             * @param shared whether the entries must also have a part of the route already
             */
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
