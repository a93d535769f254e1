package hplhetero.network.lid.tables;

import hplhetero.network.lid.LidChoice;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The routes that the pairs of a job's ranks would take if there were as many paths as routes, by destination, and the tables that are to
 * lead along these routes with fewer paths. Immutable.
 *
 * @param design    design of the fabric's tables
 * @param placement placement of the ranks on the fabric with all routes; ranks send by the coloured paths
 * @param patterns  what the ranks send
 * @param unsolved  number of messages for which the colouring found no free route
 */
record JobRoutes(TableDesign design, Placement placement, List<Traffic> patterns, long unsolved) {

    /**
     * A route from the leaf of a sender to the leaf of a receiver.
     *
     * @param links links between switches, in order
     */
    record Route(List<Integer> links) {
        /** Returns the sender's leaf switch, where this route begins, as a vertex of the builder's fabric. */
        int leaf(TableFabric.Builder builder) {
            return builder.from(links.getFirst());
        }
    }

    /** A listener that hears what is sent to one node: the pairs of senders and receivers by each route. */
    @FunctionalInterface
    interface NodeRoutes {
        void node(int node, Map<Route, List<int[]>> pairs);
    }

    /** Chooses a route for each pair of ranks that sends, by colouring, with as many paths as the fabric has routes. */
    static JobRoutes of(Placement placement, List<Traffic> patterns) {
        Placement all = placement.on(TableDesign.withPaths(placement.fabric(), TableDesign.routes(placement.fabric())));
        LidChoice coloured = LidMethod.COLOURING.choose(LidQuestion.of(all, patterns));
        return new JobRoutes(TableDesign.of(placement.fabric()), all.over(coloured.table()), patterns, coloured.unsolved());
    }

    /**
     * Returns a builder with the forwarding tables for any job ({@link TableDesign#general}) and {@code paths} paths to each node; each
     * entry may be replaced.
     */
    TableFabric.Builder entries(int paths) {
        return design.entries(paths, (path, node) -> node, path -> path);
    }

    /** Tells the listener of all routes that pass links between switches, one receiving node after the other. */
    void forEachNode(NodeRoutes each) {
        int ranks = placement.ranks();
        boolean[] sends = new boolean[ranks * ranks];
        for (Traffic pattern : patterns) {
            for (int stage = 0; stage < pattern.stages(); stage++) {
                pattern.messages(stage, (from, to, bytes) -> sends[from * ranks + to] |= bytes > 0);
            }
        }
        int[] route = new int[placement.fabric().longestRoute()];
        for (int[] receivers : placement.ranksByNode()) {
            Map<Route, List<int[]>> pairs = new LinkedHashMap<>();
            for (int to : receivers) {
                for (int from = 0; from < ranks; from++) {
                    int hops = sends[from * ranks + to] ? placement.route(from, to, route) : 0;
                    if (hops > 2) {
                        pairs.computeIfAbsent(new Route(Arrays.stream(route, 1, hops - 1).boxed().toList()), _ -> new ArrayList<>())
                                .add(new int[] {from, to});
                    }
                }
            }
            each.node(placement.nodeOf(receivers[0]), pairs);
        }
    }

    /**
     * Builds the tables of a builder and returns them with the contention of this job's patterns.
     *
     * @param builder   links and entries
     * @param table     path by which each rank sends to each other rank
     * @param displaced number of pairs of ranks whose route had no path left
     */
    JobTables tables(TableFabric.Builder builder, PathTable table, long displaced) {
        return JobTables.of(builder.build(), new LidChoice(table, unsolved), displaced, placement, patterns);
    }
}
