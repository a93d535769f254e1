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
 * The routes that the pairs of a job's ranks would take if there were as many paths as routes, by destination; and the tables that are to
 * lead along them with fewer. Immutable.
 *
 * @param design    of the fabric
 * @param placement over all routes, by the coloured ones
 * @param patterns  what the ranks send
 * @param unsolved  messages for which the colouring found no free route
 */
record JobRoutes(TableDesign design, Placement placement, List<Traffic> patterns, long unsolved) {

    /** Links from the leaf of the sender to that of the receiver. */
    record Route(List<Integer> links) {
        int leaf(TableFabric.Builder builder) {
            return builder.from(links.getFirst());
        }
    }

    /** Hears of what is sent to one node: by each route, the senders and receivers. */
    @FunctionalInterface
    interface NodeRoutes {
        void node(int node, Map<Route, List<int[]>> pairs);
    }

    /** Colours all pairs over all routes. */
    static JobRoutes of(Placement placement, List<Traffic> patterns) {
        Placement all = placement.on(TableDesign.withPaths(placement.fabric(), TableDesign.routes(placement.fabric())));
        LidChoice coloured = LidMethod.COLOURING.choose(LidQuestion.of(all, patterns));
        return new JobRoutes(TableDesign.of(placement.fabric()), all.over(coloured.table()), patterns, coloured.unsolved());
    }

    /** Of general tables, to be given anew. */
    TableFabric.Builder entries(int paths) {
        return design.entries(paths, (path, node) -> node, path -> path);
    }

    /** Node after node. */
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

    JobTables tables(TableFabric.Builder builder, PathTable table, long displaced) {
        return JobTables.of(builder.build(), new LidChoice(table, unsolved), displaced, placement, patterns);
    }
}
