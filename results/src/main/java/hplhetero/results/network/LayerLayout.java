package hplhetero.results.network;

import hplhetero.network.topology.Fabric;
import hplhetero.results.network.NetworkGraph.Cable;
import hplhetero.results.network.Sketch.Box;
import hplhetero.results.network.Sketch.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The layout of switches in layers above their nodes, with every cable as a line. Where there are many nodes, those of a switch are cells
 * in a block below it, and strips in the cells show what the nodes send and receive. Nodes without switches stand in a circle.
 */
final class LayerLayout {
    private static final double PAGE_WIDTH = 1320;
    /** The width over which few nodes are spread, in pixels. */
    private static final double FEW_WIDTH = 640;
    private static final double MOST_SLOT = 84;
    /** The largest width of a line, as a share of the distance between two lines at a switch. */
    private static final double MOST_OF_SPACING = 0.6;
    private static final double SWITCH_HEIGHT = 24;
    private static final double NODE_HEIGHT = 26;
    private static final double NODE_GAP = 80;
    private static final double GROUP_GAP = 16;
    private static final double ARC_ROOM = 90;
    private static final double MOST_CELLS_HEIGHT = 420;
    private static final int FONT = 12;
    private static final int NAME_FONT = 11;
    /** Widths and heights of cells in pixels, from the most legible to the smallest. */
    private static final int[][] CELLS = {{46, 24}, {34, 20}, {26, 17}, {18, 15}, {14, 11}, {10, 9}, {8, 8}};
    private static final int LEAST_WRITTEN = 11;
    /** The least width of a group where there is room: for the name of its switch, and for the lines up. */
    private static final double LEAST_GROUP = 58;
    private static final int MOST_BANDWIDTHS_TOLD = 16;

    private final NetworkGraph graph;
    private final Fabric fabric;
    private final RankWords words;
    private final Sketch sketch = new Sketch();
    private final Box[] boxes;
    /** Nodes of each switch of layer 1. A node that is connected to several switches belongs to the first. */
    private final Map<Integer, List<Integer>> groups = new TreeMap<>();
    /**
     * Switches that share the place of each switch in {@code groups}: itself, and those of layer 1 that are the second switch of some of
     * its nodes and the first of none.
     */
    private final Map<Integer, List<Integer>> colocated = new HashMap<>();
    /** Left and right end of what stands below each switch, in pixels. */
    private final Map<Integer, double[]> spans = new HashMap<>();
    /** Upper edge of each layer, in pixels. */
    private double[] layerTop;

    private LayerLayout(Fabric fabric, RankWords words) {
        this.fabric = fabric;
        this.words = words;
        graph = new NetworkGraph(fabric);
        boxes = new Box[graph.vertices()];
        boolean[] homed = new boolean[fabric.nodes()];
        for (Cable cable : graph.cables()) {
            if (cable.a() < fabric.nodes() && cable.b() >= fabric.nodes() && !homed[cable.a()]) {
                homed[cable.a()] = true;
                groups.computeIfAbsent(cable.b(), _ -> new ArrayList<>()).add(cable.a());
            }
        }
        groups.forEach((home, nodes) -> {
            nodes.sort(Comparator.naturalOrder());
            colocated.put(home, new ArrayList<>(List.of(home)));
        });
        Map<Integer, Integer> homeOf = new HashMap<>();
        groups.forEach((home, nodes) -> nodes.forEach(node -> homeOf.put(node, home)));
        Set<Integer> placed = new HashSet<>(groups.keySet());
        for (Cable cable : graph.cables()) {
            if (cable.a() < fabric.nodes() && cable.b() >= fabric.nodes() && placed.add(cable.b())) {
                colocated.get(homeOf.get(cable.a())).add(cable.b());
            }
        }
    }

    /**
     * Returns the places of all parts of a picture of a fabric.
     *
     * @param fabric the network
     * @param words  the words for the ranks on each node
     */
    static Sketch of(Fabric fabric, RankWords words) {
        LayerLayout layout = new LayerLayout(fabric, words);
        if (layout.groups.isEmpty()) {
            layout.circle();
        } else {
            layout.layers();
        }
        return layout.sketch;
    }

    private void layers() {
        double named = slot(true);
        double slot = width(named) <= PAGE_WIDTH ? named : slot(false);
        boolean roomy = width(slot) <= PAGE_WIDTH;
        double wide = roomy ? Math.clamp(FEW_WIDTH / fabric.nodes(), slot, Math.max(slot, MOST_SLOT)) : slot;
        tops();
        if (roomy) {
            nodesInRows(wide, slot == named);
        } else {
            nodesInCells();
        }
        for (int layer = 2; layer < graph.layers(); layer++) {
            switches(layer);
        }
        drawBoxes(roomy);
        drawCables(roomy);
        sketch.explain(roomy ? "Each box in the lowest row is a node; above it are the switches."
                : "Each cell is a node; its strips show what it sends (left) and what it receives (right). Above it are the switches.");
    }

    /** Returns the width for one node in pixels, with or without its name below it. */
    private double slot(boolean named) {
        double name = IntStream.range(0, fabric.nodes()).mapToDouble(node -> RankWords.width(fabric.nodeName(node), NAME_FONT)).max()
                .orElse(0);
        return 8 + Math.max(nodeWidth(), named ? name : 0);
    }

    private double nodeWidth() {
        return Math.max(26, 10 + words.wanted(FONT, 60));
    }

    private double width(double slot) {
        return fabric.nodes() * slot + (groups.size() - 1) * GROUP_GAP;
    }

    private void tops() {
        layerTop = new double[graph.layers()];
        double y = 0;
        for (int layer = graph.layers() - 1; layer >= 0; layer--) {
            int at = layer;
            y += graph.cables().stream().anyMatch(cable -> isArc(cable) && graph.layer(cable.a()) == at) ? ARC_ROOM : 0;
            layerTop[layer] = y;
            long below = graph.cables().stream().filter(cable -> graph.layer(cable.b()) == at && !isArc(cable)).count();
            y += SWITCH_HEIGHT + (layer == 1 ? NODE_GAP : Math.clamp(70 + below, 90, 260));
        }
    }

    private boolean isArc(Cable cable) {
        return graph.layer(cable.a()) == graph.layer(cable.b());
    }

    private void nodesInRows(double slot, boolean named) {
        double x = 0;
        double width = nodeWidth();
        for (Map.Entry<Integer, List<Integer>> group : groups.entrySet()) {
            double left = x;
            for (int node : group.getValue()) {
                double at = x + (slot - width) / 2;
                sketch.node(node, at, layerTop[0], width, NODE_HEIGHT, words.fitting(node, width - 4, FONT));
                boxes[node] = sketch.nodes().getLast();
                if (named) {
                    sketch.words(x + slot / 2, layerTop[0] + NODE_HEIGHT + 14, "middle", NAME_FONT, fabric.nodeName(node));
                }
                x += slot;
            }
            place(group.getKey(), left, x);
            x += GROUP_GAP;
        }
    }

    private void nodesInCells() {
        double share = (PAGE_WIDTH - (groups.size() - 1) * 2.0) / groups.size();
        int most = groups.values().stream().mapToInt(List::size).max().orElseThrow();
        int[] cell = CELLS[CELLS.length - 1];
        for (int[] size : CELLS) {
            if (Math.ceilDiv(most, columns(share, size)) * size[1] <= MOST_CELLS_HEIGHT && size[0] + 5 <= share) {
                cell = size;
                break;
            }
        }
        // no wider than the cells, but wide enough for the lines up
        int columns = Math.min(columns(share, cell), most);
        double width = Math.max(columns * cell[0] + 5, Math.min(share - 6, LEAST_GROUP)) + 2;
        boolean legible = cell[1] >= LEAST_WRITTEN && words.legible(cell[0] - 8, Sketch.fontSize(cell[1] - 2));
        double x = 0;
        for (Map.Entry<Integer, List<Integer>> group : groups.entrySet()) {
            cells(group.getValue(), x + (width - columns * cell[0]) / 2 + 1, columns, cell, legible);
            place(group.getKey(), x, x + width);
            x += width + (groups.size() < 20 ? 6 : 0);
        }
    }

    private static int columns(double share, int[] cell) {
        return Math.max(1, (int) ((share - 5) / cell[0]));
    }

    private void cells(List<Integer> nodes, double left, int columns, int[] cell, boolean legible) {
        double top = layerTop[1] + SWITCH_HEIGHT + 4;
        for (int i = 0; i < nodes.size(); i++) {
            int node = nodes.get(i);
            double x = left + i % columns * cell[0];
            double y = top + i / columns * (double) cell[1];
            sketch.node(node, x, y, cell[0] - 2, cell[1] - 2,
                    legible ? words.fitting(node, cell[0] - 8, Sketch.fontSize(cell[1] - 2)) : "");
            boxes[node] = sketch.nodes().getLast();
        }
    }

    private void place(int home, double left, double right) {
        List<Integer> together = colocated.get(home);
        double share = (right - left) / together.size();
        for (int i = 0; i < together.size(); i++) {
            spans.put(together.get(i), new double[] {left, right});
            boxes[together.get(i)] = new Box(-1, left + i * share + 2, layerTop[1], share - 4, SWITCH_HEIGHT, "");
        }
    }

    /** Places the switches of a layer above the first. Switches above one span share it evenly. */
    private void switches(int layer) {
        Map<Integer, double[]> below = new TreeMap<>();
        for (Cable cable : graph.cables()) {
            if (graph.layer(cable.b()) == layer && !isArc(cable)) {
                double[] under = spans.get(cable.a());
                below.merge(cable.b(), under.clone(), (a, b) -> new double[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
            }
        }
        List<Integer> order = new ArrayList<>(below.keySet());
        order.sort(Comparator.comparingDouble((Integer v) -> below.get(v)[0] + below.get(v)[1]).thenComparing(Comparator.naturalOrder()));
        double[] all = {below.values().stream().mapToDouble(s -> s[0]).min().orElse(0),
            below.values().stream().mapToDouble(s -> s[1]).max().orElse(0)};
        Map<String, List<Integer>> together = new LinkedHashMap<>();
        order.forEach(v -> together.computeIfAbsent(Arrays.toString(below.get(v)), _ -> new ArrayList<>()).add(v));
        boolean apart = apart(together.values().stream().map(vs -> below.get(vs.getFirst())).toList());
        List<List<Integer>> rows = apart ? List.copyOf(together.values()) : List.of(order);
        for (List<Integer> row : rows) {
            double[] span = apart ? below.get(row.getFirst()) : all;
            double share = (span[1] - span[0]) / row.size();
            double pad = Math.min(14, share / 6);
            for (int i = 0; i < row.size(); i++) {
                double left = span[0] + i * share;
                spans.put(row.get(i), below.get(row.get(i)));
                boxes[row.get(i)] = new Box(-1, left + pad, layerTop[layer], share - 2 * pad, SWITCH_HEIGHT, "");
            }
        }
    }

    private static boolean apart(List<double[]> spans) {
        return IntStream.range(1, spans.size()).allMatch(i -> spans.get(i)[0] >= spans.get(i - 1)[1]);
    }

    private void drawBoxes(boolean roomy) {
        for (int layer = 1; layer < graph.layers(); layer++) {
            int at = layer;
            int[] all = IntStream.range(fabric.nodes(), boxes.length).filter(v -> graph.layer(v) == at && boxes[v] != null).toArray();
            boolean full = Arrays.stream(all).allMatch(v -> RankWords.width(graph.name(v), FONT) <= boxes[v].width());
            if (!full && all.length > 1) {
                sketch.explain("The switches of layer " + layer + ", counted from below, are " + graph.name(all[0]) + " to "
                        + graph.name(all[all.length - 1]) + "; their boxes show the number alone.");
            }
            for (int v : all) {
                Box box = boxes[v];
                sketch.switchBox(new Box(-1, box.x(), box.y(), box.width(), box.height(), label(graph.name(v), full, box.width())));
            }
        }
        if (!roomy) {
            groups.forEach((v, nodes) -> {
                double foot = nodes.stream().mapToDouble(node -> boxes[node].foot()).max().orElse(0);
                sketch.frame(spans.get(v)[0] + 2, boxes[v].y(), spans.get(v)[1] - spans.get(v)[0] - 4, foot + 3 - boxes[v].y(), "");
            });
        }
    }

    /** Returns a switch's name, or only its number, whichever fits; empty where neither does. */
    private static String label(String name, boolean full, double width) {
        String number = name.replaceAll("^.*?(\\d*)$", "$1");
        return full ? name : RankWords.width(number, FONT) <= width ? number : "";
    }

    private void drawCables(boolean roomy) {
        List<Cable> lines = graph.cables().stream().filter(cable -> roomy || cable.a() >= fabric.nodes()).toList();
        Map<Cable, Double> tops = ports(lines, true);
        Map<Cable, Double> feet = ports(lines, false);
        boolean told = graph.cables().stream().filter(cable -> cable.bandwidth() != 1).count() <= MOST_BANDWIDTHS_TOLD;
        for (Cable cable : graph.cables()) {
            if (isArc(cable)) {
                arc(cable, tops);
            } else if (cable.a() < fabric.nodes() && !roomy) {
                Box cell = boxes[cable.a()];
                sketch.stroke(cable.up(), Shape.STRIP, cell.x() + 1.5, cell.y() + 0.5, cell.x() + 1.5, cell.foot() - 0.5);
                sketch.stroke(cable.down(), Shape.STRIP, cell.end() - 1.5, cell.y() + 0.5, cell.end() - 1.5, cell.foot() - 0.5);
            } else {
                double[] ends = {tops.get(cable), boxes[cable.a()].y(), feet.get(cable), boxes[cable.b()].foot()};
                sketch.cable(cable.up(), cable.down(), ends[0], ends[1], ends[2], ends[3]);
                if (cable.bandwidth() != 1 && told) {
                    sketch.words((ends[0] + ends[2]) / 2 + 10, (ends[1] + ends[3]) / 2 + 4, "start", NAME_FONT,
                            "bandwidth x " + Numbers.of(cable.bandwidth()));
                }
            }
        }
    }

    private void arc(Cable cable, Map<Cable, Double> tops) {
        double from = tops.get(cable);
        double to = boxes[cable.b()].middle();
        double y = boxes[cable.a()].y();
        double rise = Math.min(2 * ARC_ROOM, 24 + Math.abs(to - from) / 3);
        sketch.arc(cable.up(), cable.down(), new double[] {from, y, to, y}, y - rise);
    }

    /**
     * Returns where each cable meets the top of its lower end, or the foot of its upper end. Cables stand side by side, in the order of
     * their other ends.
     */
    private Map<Cable, Double> ports(List<Cable> lines, boolean tops) {
        Map<Integer, List<Cable>> byEnd = new HashMap<>();
        lines.forEach(cable -> byEnd.computeIfAbsent(tops ? cable.a() : cable.b(), _ -> new ArrayList<>()).add(cable));
        Map<Cable, Double> ports = new IdentityHashMap<>();
        byEnd.forEach((end, cables) -> {
            sketch.widthAtMost(boxes[end].width() / cables.size() * MOST_OF_SPACING);
            cables.sort(Comparator.comparingDouble(cable -> boxes[tops ? cable.b() : cable.a()].middle()));
            for (int i = 0; i < cables.size(); i++) {
                ports.put(cables.get(i), boxes[end].x() + (i + 0.5) / cables.size() * boxes[end].width());
            }
        });
        return ports;
    }

    private void circle() {
        double width = nodeWidth();
        double radius = Math.max(120, fabric.nodes() * (width + 14) / (2 * Math.PI));
        for (int node = 0; node < fabric.nodes(); node++) {
            double angle = 2 * Math.PI * node / fabric.nodes() - Math.PI / 2;
            double x = radius + width + radius * Math.cos(angle);
            double y = radius + NODE_HEIGHT + radius * Math.sin(angle);
            sketch.node(node, x - width / 2, y - NODE_HEIGHT / 2, width, NODE_HEIGHT, words.fitting(node, width - 4, FONT));
            boxes[node] = sketch.nodes().getLast();
        }
        for (Cable cable : graph.cables()) {
            Box a = boxes[cable.a()];
            Box b = boxes[cable.b()];
            double[] ends = {a.middle(), a.y() + NODE_HEIGHT / 2, b.middle(), b.y() + NODE_HEIGHT / 2};
            double dx = ends[2] - ends[0];
            double dy = ends[3] - ends[1];
            // share of the way from one middle to the other that lies within a box
            double inside = Math.min(width / 2 / Math.abs(dx), NODE_HEIGHT / 2 / Math.abs(dy));
            sketch.cable(cable.up(), cable.down(), ends[0] + inside * dx, ends[1] + inside * dy, ends[2] - inside * dx,
                    ends[3] - inside * dy);
        }
        sketch.explain("The nodes stand in a circle, the first at the top.");
    }
}
