package hplhetero.input.topology;

import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Dragonfly;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.HyperX;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Routing;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes a network, and where ranks sit, as the text of a topology file. {@link TopologyFileReader} reads back equal nodes, links with
 * equal numbers, equal routes and equal places.
 */
public final class TopologyFileWriter {
    private final StringBuilder text = new StringBuilder("# docs/topology-file.md explains this format\n");

    private TopologyFileWriter() {
    }

    /**
     * Returns the text of a topology file that describes a network, and where ranks sit.
     *
     * @param topology the network, with its placement
     * @throws hplhetero.input.text.InputException if a name has characters that the format cannot hold
     */
    public static String write(Topology topology) {
        TopologyFileWriter writer = new TopologyFileWriter();
        writer.fabric(topology.fabric());
        topology.placement().ifPresent(writer::placement);
        return writer.text.toString();
    }

    private void fabric(Fabric fabric) {
        switch (fabric) {
            case FlatSwitch flat -> flatSwitch(flat);
            case Torus torus -> torus(torus);
            case FatTree tree -> fatTree(tree);
            case Dragonfly fly -> dragonfly(fly);
            case HyperX hyperX -> hyperX(hyperX);
            case TableFabric table -> table(table);
        }
    }

    private void flatSwitch(FlatSwitch flat) {
        line("fabric switch");
        nodes(flat);
    }

    /** Writes the nodes; consecutive nodes with equal slots share a line. */
    private void nodes(Fabric fabric) {
        for (int first = 0, end; first < fabric.nodes(); first = end) {
            int slots = fabric.slots(first);
            end = first + 1;
            while (end < fabric.nodes() && fabric.slots(end) == slots) {
                end++;
            }
            line("node " + Names.write(IntStream.range(first, end).mapToObj(fabric::nodeName).toList()) + slots(slots));
        }
    }

    private static String slots(int slots) {
        return slots == Fabric.ANY_SLOTS ? "" : " slots=" + slots;
    }

    private void torus(Torus torus) {
        String limits = (torus.interfaces() == 0 ? "" : " interfaces=" + torus.interfaces()) + slots(torus.slots(0));
        if (Tofu.is(torus)) {
            line("fabric tofu " + Tofu.units(torus) + limits);
            return;
        }
        List<String> names = torus.dimensions().stream().map(Dimension::name).toList();
        names.forEach(Sets::requireName);
        String named = names.equals(Torus.names(names.size())) ? "" : " names=" + String.join(",", names);
        boolean all = torus.dimensions().stream().allMatch(Dimension::wraps);
        line("fabric " + (all ? "torus " : "mesh ") + torus.dimensions().stream().map(d -> d.length() + (d.wraps() && !all ? "w" : ""))
                .collect(Collectors.joining("x")) + named + limits);
    }

    private void fatTree(FatTree tree) {
        line("fabric fattree" + slots(tree.slots(0)) + (tree.paths() == 1 ? "" : " paths=" + tree.paths()));
        for (int level = 1; level <= tree.levels().size(); level++) {
            FatTree.Level is = tree.levels().get(level - 1);
            line("level " + level + " children=" + is.children() + " parents=" + is.parents() + " cables=" + is.cables()
                    + bandwidth(is.bandwidth()));
        }
    }

    private void dragonfly(Dragonfly fly) {
        Dragonfly.Size size = fly.size();
        line("fabric dragonfly p=" + size.p() + " a=" + size.a() + " h=" + size.h() + " g=" + size.g()
                + routes(fly.routing())
                + bandwidth("local", fly.cables().local()) + bandwidth("global", fly.cables().global()) + slots(fly.slots(0)));
    }

    private void hyperX(HyperX hyperX) {
        HyperX.Size size = hyperX.size();
        line("fabric hyperx " + size.s().stream().map(String::valueOf).collect(Collectors.joining("x")) + " t=" + size.t()
                + (size.k() == 1 ? "" : " k=" + size.k()) + routes(hyperX.routing()) + bandwidth(hyperX.bandwidth())
                + slots(hyperX.slots(0)));
    }

    private static String routes(Routing routing) {
        return routing == Routing.MINIMAL ? "" : " routes=" + routing.word();
    }

    private static String bandwidth(double bandwidth) {
        return bandwidth("bandwidth", bandwidth);
    }

    private static String bandwidth(String key, double bandwidth) {
        return bandwidth == 1 ? "" : " " + key + "=" + new BigDecimal(Double.toString(bandwidth)).stripTrailingZeros().toPlainString();
    }

    private void table(TableFabric table) {
        line("fabric table" + (table.paths() == 1 ? "" : " paths=" + table.paths()));
        nodes(table);
        rails(table);
        if (table.switches() > 0) {
            line("switch " + Names.write(IntStream.range(table.nodes(), table.nodes() + table.switches()).mapToObj(table::vertexName)
                    .toList()));
        }
        links(table);
        routes(table);
    }

    private void rails(TableFabric table) {
        Map<Integer, List<Integer>> byHost = IntStream.range(0, table.nodes()).boxed()
                .collect(Collectors.groupingBy(table::hostOf, LinkedHashMap::new, Collectors.toList()));
        byHost.values().stream().filter(rails -> rails.size() > 1).forEach(rails -> line("rails " + Sets.write(rails)));
    }

    /**
     * Consecutive cables that share one end and all other properties, and so fit on one line.
     *
     * @param from      vertices at the first end
     * @param to        vertices at the second end
     * @param cables    number of cables between each two vertices
     * @param bandwidth bandwidth of each cable, relative to the fabric's base bandwidth
     * @param both      whether each cable is two links, with consecutive numbers
     */
    private record Cables(List<Integer> from, List<Integer> to, int cables, double bandwidth, boolean both) {

        /**
         * Returns whether these cables and {@code next} can be written as one {@code link} line: all have equal properties and share one
         * end.
         */
        boolean takes(Cables next) {
            return next.cables == cables && next.bandwidth == bandwidth && next.both == both
                    && (to.size() == 1 && next.to.equals(to) || from.size() == 1 && next.from.equals(from));
        }

        Cables with(Cables next) {
            return next.to.equals(to) ? new Cables(joined(from, next.from), to, cables, bandwidth, both)
                    : new Cables(from, joined(to, next.to), cables, bandwidth, both);
        }

        private static List<Integer> joined(List<Integer> one, List<Integer> other) {
            List<Integer> all = new ArrayList<>(one);
            all.addAll(other);
            return all;
        }
    }

    private void links(TableFabric table) {
        Cables line = null;
        for (int id = 0; id < table.links(); ) {
            Cables next = cablesFrom(table, id);
            id += next.cables() * (next.both() ? 2 : 1);
            if (line != null && line.takes(next)) {
                line = line.with(next);
            } else {
                link(table, line);
                line = next;
            }
        }
        link(table, line);
    }

    private void link(TableFabric table, Cables line) {
        if (line != null) {
            line("link " + Names.write(line.from().stream().map(table::vertexName).toList()) + " "
                    + Names.write(line.to().stream().map(table::vertexName).toList())
                    + (line.cables() == 1 ? "" : " cables=" + line.cables()) + bandwidth(line.bandwidth())
                    + (line.both() ? "" : " ways=one"));
        }
    }

    /** Returns the cables from a link on that join its two vertices; a link and its way back count as one cable. */
    private static Cables cablesFrom(TableFabric table, int id) {
        double bandwidth = table.link(id).bandwidth();
        boolean both = isPair(table, id, table.from(id), table.to(id), bandwidth);
        int by = both ? 2 : 1;
        int cables = 1;
        while (alike(table, id, id + cables * by)
                && isPair(table, id + cables * by, table.from(id), table.to(id), bandwidth) == both) {
            cables++;
        }
        return new Cables(List.of(table.from(id)), List.of(table.to(id)), cables, bandwidth, both);
    }

    private static boolean alike(TableFabric table, int one, int other) {
        return other < table.links() && table.link(one).equals(table.link(other));
    }

    private static boolean isPair(TableFabric table, int id, int from, int to, double bandwidth) {
        return id + 1 < table.links() && table.from(id + 1) == to && table.to(id + 1) == from
                && table.link(id + 1).bandwidth() == bandwidth;
    }

    private void routes(TableFabric table) {
        int[] cable = cables(table);
        int[] leaving = new int[table.nodes() + table.switches()];
        for (int link = 0; link < table.links(); link++) {
            leaving[table.from(link)]++;
        }
        for (int path = 0; path < table.paths(); path++) {
            for (int vertex = 0; vertex < leaving.length; vertex++) {
                if (vertex < table.nodes() && leaving[vertex] == 1) {
                    continue;
                }
                Map<Integer, List<Integer>> nodesBy = new LinkedHashMap<>();
                for (int node = 0; node < table.nodes(); node++) {
                    if (table.next(path, vertex, node) >= 0) {
                        nodesBy.computeIfAbsent(table.next(path, vertex, node), _ -> new ArrayList<>()).add(node);
                    }
                }
                routes(table, path, vertex, nodesBy, cable);
            }
        }
    }

    private void routes(TableFabric table, int path, int vertex, Map<Integer, List<Integer>> nodesBy, int[] cable) {
        nodesBy.forEach((link, nodes) -> line("route " + table.vertexName(vertex) + " " + Sets.write(nodes) + " via="
                + table.vertexName(table.to(link)) + (cable[link] == 0 ? "" : " cable=" + cable[link])
                + (path == 0 ? "" : " path=" + path)));
    }

    /** Returns how many links with lower numbers join the same two vertices, indexed by link. */
    private static int[] cables(TableFabric table) {
        Map<Long, Integer> seen = new LinkedHashMap<>();
        int[] cables = new int[table.links()];
        for (int id = 0; id < cables.length; id++) {
            cables[id] = seen.merge((long) table.from(id) << 32 | table.to(id), 1, Integer::sum) - 1;
        }
        return cables;
    }

    /** Writes the places of ranks; consecutive nodes with equally many ranks, in equal slots, share a line. */
    private void placement(Placement placement) {
        for (int first = 0, end; first < placement.ranks(); first = end) {
            int perNode = 1;
            while (first + perNode < placement.ranks() && placement.nodeOf(first) == placement.nodeOf(first + perNode)) {
                perNode++;
            }
            List<Integer> slots = slots(placement, first, perNode);
            List<Integer> nodes = new ArrayList<>();
            end = first;
            while (end + perNode <= placement.ranks() && slots(placement, end, perNode).equals(slots)
                    && oneNode(placement, end, perNode)) {
                nodes.add(placement.nodeOf(end));
                end += perNode;
            }
            line((end - first == 1 ? "rank " + first : "ranks " + first + "-" + (end - 1)) + " nodes=" + Sets.write(nodes)
                    + " slots=" + Sets.write(slots));
        }
        placement.paths().ifPresent(table -> text.append(PathTableFile.lines(table)));
    }

    private static List<Integer> slots(Placement placement, int first, int count) {
        return IntStream.range(first, first + count).map(placement::slotOf).boxed().toList();
    }

    private static boolean oneNode(Placement placement, int first, int count) {
        return IntStream.range(first, first + count).allMatch(rank -> placement.nodeOf(first) == placement.nodeOf(rank));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
