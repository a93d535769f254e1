package hplhetero.comm.lid;

import hplhetero.comm.schedule.Traffic;
import hplhetero.comm.topology.PathTable;
import hplhetero.comm.topology.Placement;
import hplhetero.comm.topology.TableFabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Forwarding tables made for what one job sends, which need fewer paths than a node has routes: each pair is first coloured as if there were
 * as many paths as routes; then the paths of each destination are dealt to the routes that its senders use. Senders below other leaves
 * may use one path for other routes, for a table only says at each switch where a path goes on.
 *
 * @param tables    with these routes, and those of general tables for what the job does not send
 * @param table     by which of their paths each rank sends to each
 * @param unsolved  messages for which the colouring found no free route
 * @param displaced pairs of ranks whose route had no path left: they take that of others, and may share links
 */
public record JobTables(TableFabric tables, PathTable table, long unsolved, long displaced) {
    /** A leaf that finds no path is dealt to before the others, so often at most. */
    private static final int MOST_DEALS = 16;

    /**
     * Designs tables: the cost of the colouring, and O(pairs of ranks x paths).
     *
     * @param placement of the job's ranks, on a fat tree or tables whose links are one
     * @param patterns  what they send, the most important first
     * @param paths     of each node, &gt;= 1; with InfiniBand, 2^LMC
     * @throws IllegalArgumentException when the fabric is no tree
     */
    public static JobTables design(Placement placement, List<? extends Traffic> patterns, int paths) {
        return coloured(placement, patterns, paths, Deal::deal);
    }

    /**
     * The same for transports that can be told one path for all that a rank sends. Ranks below one leaf get a path each, so that at the leaf
     * path and destination together tell the pair of ranks, and its table can say any way: in a tree of two levels no pair is displaced
     * that has one rank on each node, if there are as many paths as ranks below a leaf.
     */
    public static JobTables senderWise(Placement placement, List<? extends Traffic> patterns, int paths) {
        return coloured(placement, patterns, paths, Deal::dealToSenders);
    }

    /** How routes become tables. */
    private interface Dealer {
        JobTables deal(Deal deal, List<? extends Traffic> patterns, long unsolved);
    }

    private static JobTables coloured(Placement placement, List<? extends Traffic> patterns, int paths, Dealer dealer) {
        TableDesign design = TableDesign.of(placement.fabric());
        Placement free = placement.on(TableDesign.withPaths(placement.fabric(), TableDesign.routes(placement.fabric())));
        LidChoice choice = LidMethod.COLOURING.choose(LidQuestion.of(free, List.copyOf(patterns)));
        return dealer.deal(new Deal(design, free.over(choice.table()), paths), patterns, choice.unsolved());
    }

    /** The job on the tables, by its paths. */
    public Placement placed(Placement placement) {
        return placement.on(tables).over(table);
    }

    /** Deals paths to routes, destination after destination. One thread. */
    private static final class Deal {
        private static final int NONE = -1;

        private final Placement placement;
        private final int paths;
        private final TableFabric.Builder builder;
        private final int[] route;
        private final char[] chosen;
        private long displaced;

        Deal(TableDesign design, Placement placement, int paths) {
            this.placement = placement;
            this.paths = paths;
            builder = design.entries(paths);
            route = new int[placement.fabric().longestRoute()];
            chosen = new char[placement.ranks() * placement.ranks()];
        }

        /** Links from the leaf of the sender to that of the receiver. */
        private record Route(List<Integer> links) {
            int leaf(TableFabric.Builder builder) {
                return builder.from(links.getFirst());
            }
        }

        JobTables deal(List<? extends Traffic> patterns, long unsolved) {
            return dealt(patterns, unsolved, this::deal);
        }

        JobTables dealToSenders(List<? extends Traffic> patterns, long unsolved) {
            int[] pathOf = pathsOfSenders();
            for (int from = 0; from < pathOf.length; from++) {
                Arrays.fill(chosen, from * pathOf.length, (from + 1) * pathOf.length, (char) pathOf[from]);
            }
            return dealt(patterns, unsolved, (node, pairs) -> dealToSenders(node, pairs, pathOf));
        }

        /** The ranks below a leaf take paths in turn. */
        private int[] pathsOfSenders() {
            int[] pathOf = new int[placement.ranks()];
            Map<Integer, Integer> next = new TreeMap<>();
            for (int rank = 0; rank < pathOf.length; rank++) {
                int other = rank;
                for (int to = 0; to < pathOf.length && placement.together(rank, other); to++) {
                    other = to;
                }
                int leaf = placement.together(rank, other) ? NONE : leafOf(rank, other);
                pathOf[rank] = (next.merge(leaf, 1, Integer::sum) - 1) % paths;
            }
            return pathOf;
        }

        /** The switch to which a rank's node sends what is for another. */
        private int leafOf(int rank, int other) {
            placement.route(rank, other, route);
            return builder.to(route[0]);
        }

        /** Only where a pair's own route fits what is there already does its path lead along that route. */
        private void dealToSenders(int node, Map<Route, List<int[]>> pairs, int[] pathOf) {
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

        /** Deals what is sent to one node. */
        private interface NodeDealer {
            void deal(int node, Map<Route, List<int[]>> pairs);
        }

        private JobTables dealt(List<? extends Traffic> patterns, long unsolved, NodeDealer dealer) {
            int ranks = placement.ranks();
            boolean[] sends = new boolean[ranks * ranks];
            for (Traffic pattern : patterns) {
                for (int stage = 0; stage < pattern.stages(); stage++) {
                    pattern.messages(stage, (from, to, bytes) -> sends[from * ranks + to] |= bytes > 0);
                }
            }
            for (int[] receivers : placement.ranksByNode()) {
                Map<Route, List<int[]>> pairs = new LinkedHashMap<>();
                for (int to : receivers) {
                    for (int from = 0; from < ranks; from++) {
                        if (sends[from * ranks + to]) {
                            take(from, to, pairs);
                        }
                    }
                }
                dealer.deal(placement.nodeOf(receivers[0]), pairs);
            }
            return new JobTables(builder.build(), PathTable.of(ranks, (from, to) -> chosen[from * ranks + to]), unsolved, displaced);
        }

        private void take(int from, int to, Map<Route, List<int[]>> pairs) {
            int hops = placement.route(from, to, route);
            if (hops > 2) {
                pairs.computeIfAbsent(new Route(Arrays.stream(route, 1, hops - 1).boxed().toList()), _ -> new ArrayList<>())
                        .add(new int[] {from, to});
            }
        }

        private void deal(int node, Map<Route, List<int[]>> pairs) {
            Map<Integer, List<Route>> byLeaf = new TreeMap<>();
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
            for (Map.Entry<Route, List<int[]>> each : pairs.entrySet()) {
                Integer path = best == null ? null : best.pathOf.get(each.getKey());
                for (int[] pair : each.getValue()) {
                    chosen[pair[0] * placement.ranks() + pair[1]] = (char) (path == null ? turn++ % paths : path);
                    displaced += path == null ? 1 : 0;
                }
            }
        }

        /** One deal to the leaves in an order. */
        private final class Attempt {
            /** Of each path, by switch: the link that its table says. */
            private final List<Map<Integer, Integer>> entries = new ArrayList<>();
            private final Map<Route, Integer> pathOf = new LinkedHashMap<>();
            private final List<Integer> failed = new ArrayList<>();
            private int left;

            Attempt(Map<Integer, List<Route>> byLeaf, List<Integer> order) {
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
            private int match(List<Route> routes) {
                int[] holder = new int[paths];
                Arrays.fill(holder, NONE);
                int matched = 0;
                for (int i = 0; i < routes.size(); i++) {
                    matched += augment(i, routes, holder, new boolean[paths]) ? 1 : 0;
                }
                for (int path = 0; path < paths; path++) {
                    if (holder[path] != NONE) {
                        Route held = routes.get(holder[path]);
                        pathOf.put(held, path);
                        Map<Integer, Integer> table = entries.get(path);
                        held.links().forEach(link -> table.put(builder.from(link), link));
                    }
                }
                return matched;
            }

            private boolean augment(int i, List<Route> routes, int[] holder, boolean[] seen) {
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
            private boolean fits(Route r, int path, boolean shared) {
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
