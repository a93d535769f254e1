package hplhetero.results.network;

import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import hplhetero.results.network.Sketch.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The layout of meshes and tori: nodes on a grid, with the third dimension as planes side by side. If there are more dimensions, these
 * grids are blocks that stand on a grid of their own (on Tofu, its units), and one line joins all the nodes of two blocks.
 */
final class GridLayout {
    static final int MOST_DIMENSIONS = 6;

    private static final double PAGE_WIDTH = 1320;
    private static final double PAGE_HEIGHT = 800;
    private static final int LARGEST_STEP = 64;
    private static final int LEAST_STEP = 8;
    private static final int IN_BLOCK = 3;
    /** Side of a node's box, as a share of the distance from a node to the next. */
    private static final double BOX = 0.56;
    /** Length of an arrow at a corner, as a share of the gap between two boxes. */
    private static final double CORNER = 0.44;
    private static final int LEAST_NUMBERED_STEP = 18;
    private static final double NUMBER_HEIGHT = 14;
    private static final double TITLE = 18;
    /** Gap between blocks, as a share of the distance from a node to the next; kept within the bounds below. */
    private static final double BLOCK_GAP = 0.8;
    private static final double LEAST_BLOCK_GAP = 18;
    private static final double MOST_BLOCK_GAP = 46;

    private final Torus torus;
    private final RankWords words;
    private final Sketch sketch = new Sketch();
    /** Numbers of the fabric's dimensions that span the grid of nodes in a block. */
    private final int[] inner;
    /** Numbers of the fabric's dimensions that span the grid of blocks; empty where there is a single block. */
    private final int[] outer;
    /** The links of the route asked for last; room for the longest route. */
    private final int[] route;
    private Planes nodes;
    private Planes blocks;
    /** Side of a node's box, in pixels. */
    private double box;
    /** Room around a grid of nodes for arrows at its edges, in pixels. */
    private double edge;
    /** Room around a grid of nodes for arrows and, where numbers are legible, for the numbers beyond the arrows, in pixels. */
    private double margin;
    private double blockGap;
    private boolean legible;

    private GridLayout(Torus torus, RankWords words) {
        this.torus = torus;
        this.words = words;
        int size = torus.dimensions().size();
        if (size > MOST_DIMENSIONS) {
            throw new IllegalArgumentException("dimensions=" + size + ": a picture shows at most " + MOST_DIMENSIONS);
        }
        boolean tofu = Tofu.is(torus);
        int inBlock = Math.min(IN_BLOCK, size);
        inner = IntStream.range(0, inBlock).map(d -> tofu ? d + IN_BLOCK : d).toArray();
        outer = IntStream.range(0, size - inBlock).map(d -> tofu ? d : d + IN_BLOCK).toArray();
        route = new int[torus.longestRoute()];
    }

    /**
     * Returns the places of all parts of a picture of a mesh or torus.
     *
     * @param torus the network
     * @param words the words for the ranks on each node
     */
    static Sketch of(Torus torus, RankWords words) {
        GridLayout layout = new GridLayout(torus, words);
        layout.size();
        layout.sketch.widthAtMost((layout.nodes.stepX() - layout.box) / 2);
        layout.legible = words.legible(layout.box - 2, layout.font());
        layout.draw();
        layout.explain();
        return layout.sketch;
    }

    private int font() {
        return Sketch.fontSize(box);
    }

    private int length(int[] dimensions, int i) {
        return i < dimensions.length ? torus.dimensions().get(dimensions[i]).length() : 1;
    }

    private int[] lengths(int[] dimensions) {
        return IntStream.range(0, IN_BLOCK).map(i -> length(dimensions, i)).toArray();
    }

    /** Takes the largest step between nodes with which the picture fits the page; the smallest step where none does. */
    private void size() {
        for (int step = LARGEST_STEP; step >= LEAST_STEP; step -= 2) {
            if (fit(step)) {
                return;
            }
        }
    }

    private boolean fit(int step) {
        box = Math.rint(BOX * step);
        blockGap = Math.clamp(BLOCK_GAP * step, LEAST_BLOCK_GAP, MOST_BLOCK_GAP);
        edge = (step - box) / 2 + (step < LEAST_NUMBERED_STEP ? 3 : Sketch.HEAD);
        margin = edge + (numbered(step) && outer.length == 0 ? NUMBER_HEIGHT : 0);
        int[] in = lengths(inner);
        int[] out = lengths(outer);
        for (int columns = outer.length > 0 ? out[2] : in[2]; columns > 0; columns--) {
            boolean flat = outer.length == 0;
            double head = margin + (in[2] > 1 ? TITLE : 0);
            nodes = flat ? new Planes(in, step, step, margin + Math.max(0, edge - (step - box)) + 6, head, columns)
                    : new Planes(in, step, step, step * 0.4, 0, in[2]);
            blocks = flat ? new Planes(out, nodes.width(), nodes.height(), 0, 0, 1)
                    : new Planes(out, frameWidth() + blockGap, frameHeight() + blockGap, blockGap / 2 + 2 * Sketch.HEAD, 0,
                    columns);
            if (blocks.fits(PAGE_WIDTH, PAGE_HEIGHT)) {
                return true;
            }
        }
        return false;
    }

    private double frameWidth() {
        return nodes.width() - (nodes.stepX() - box) + 2 * edge;
    }

    private double frameHeight() {
        return nodes.height() - (nodes.stepY() - box) + 2 * edge + TITLE;
    }

    private static boolean numbered(double step) {
        return step >= LEAST_NUMBERED_STEP;
    }

    private void draw() {
        int[] out = lengths(outer);
        for (int k = 0; k < out[2]; k++) {
            for (int j = 0; j < out[1]; j++) {
                for (int i = 0; i < out[0]; i++) {
                    block(i, j, k);
                }
            }
        }
    }

    private void block(int... at) {
        double left = blocks.x(at[0], at[2]) + (outer.length > 0 ? blockGap / 2 + edge : margin);
        double top = blocks.y(at[1], at[2]) + (outer.length > 0 ? blockGap / 2 + edge + TITLE : 0);
        if (outer.length > 0) {
            frame(at, left, top);
        }
        int[] in = lengths(inner);
        for (int k = 0; k < in[2]; k++) {
            if (outer.length == 0) {
                plane(k, left);
            }
            for (int j = 0; j < in[1]; j++) {
                for (int i = 0; i < in[0]; i++) {
                    node(at, new int[] {i, j, k}, left + nodes.x(i, k), top + nodes.y(j, k));
                }
            }
        }
    }

    /** Writes the title of a plane, and the coordinates along its edges. */
    private void plane(int k, double left) {
        if (length(inner, 2) > 1) {
            sketch.words(left + nodes.x(0, k), nodes.y(0, k) - margin - 5, "start", 13, name(inner[2]) + " = " + k);
        }
        if (numbered(nodes.stepX())) {
            for (int i = 0; i < length(inner, 0); i++) {
                sketch.words(left + nodes.x(i, k) + box / 2, nodes.y(0, k) - edge - 2, "middle", 10,
                        (i == 0 ? name(inner[0]) + " " : "") + i);
            }
            for (int j = 0; j < length(inner, 1) && inner.length > 1; j++) {
                sketch.words(left + nodes.x(0, k) - edge - 2, nodes.y(j, k) + box / 2 + 4, "end", 10,
                        (j == 0 ? name(inner[1]) + " " : "") + j);
            }
        }
    }

    private String name(int dimension) {
        return torus.dimensions().get(dimension).name();
    }

    private int number(int[] block, int[] cell) {
        int[] at = new int[torus.dimensions().size()];
        for (int d = 0; d < inner.length; d++) {
            at[inner[d]] = cell[d];
        }
        for (int d = 0; d < outer.length; d++) {
            at[outer[d]] = block[d];
        }
        return torus.node(at);
    }

    private void node(int[] block, int[] cell, double x, double y) {
        int node = number(block, cell);
        sketch.node(node, x, y, box, box, legible ? words.fitting(node, box - 2, font()) : "");
        strips(node, x, y);
        double gap = nodes.stepX() - box;
        double[] right = {x + box, y + box / 2, gap, 0};
        double[] down = {x + box / 2, y + box, 0, gap};
        double[] left = {x, y + box / 2, -gap, 0};
        double[] up = {x + box / 2, y, 0, -gap};
        along(node, 0, right, left);
        along(node, 1, down, up);
        if (inner.length > 2) {
            double corner = gap * CORNER;
            arrow(link(node, inner[2], 1), x + box, y, corner, -corner);
            arrow(link(node, inner[2], -1), x, y + box, -corner, corner);
        }
    }

    /**
     * Draws what leaves a node along one dimension. A cable leads to the next node in the picture; arrows at the last and the first node
     * say that the dimension wraps.
     */
    private void along(int node, int i, double[] onwards, double[] back) {
        if (i >= inner.length) {
            return;
        }
        int dimension = inner[i];
        int at = torus.coordinate(node, dimension);
        if (at < torus.dimensions().get(dimension).length() - 1) {
            int next = neighbour(node, dimension, 1);
            sketch.cable(link(node, dimension, 1), link(next, dimension, -1), onwards[0], onwards[1], onwards[0] + onwards[2],
                    onwards[1] + onwards[3]);
        } else {
            arrow(link(node, dimension, 1), onwards[0], onwards[1], onwards[2] / 2, onwards[3] / 2);
        }
        if (at == 0) {
            arrow(link(node, dimension, -1), back[0], back[1], back[2] / 2, back[3] / 2);
        }
    }

    private void arrow(int[] links, double x, double y, double dx, double dy) {
        sketch.stroke(links, Shape.ARROW, x, y, x + dx, y + dy);
    }

    private int neighbour(int node, int dimension, int by) {
        Dimension along = torus.dimensions().get(dimension);
        int[] at = IntStream.range(0, torus.dimensions().size()).map(d -> torus.coordinate(node, d)).toArray();
        at[dimension] = Math.floorMod(at[dimension] + by, along.length());
        return torus.node(at);
    }

    /** Returns the link to the next node along a dimension, upwards or downwards; empty where there is none. */
    private int[] link(int node, int dimension, int by) {
        Dimension along = torus.dimensions().get(dimension);
        int to = torus.coordinate(node, dimension) + by;
        boolean inside = to >= 0 && to < along.length();
        if (!inside && !(along.wraps() && along.length() > 2)) {
            return Sketch.none();
        }
        torus.route(node, neighbour(node, dimension, by), route);
        return new int[] {route[torus.interfaces() == 0 ? 0 : 1]};
    }

    private void strips(int node, double x, double y) {
        if (torus.interfaces() > 0 && torus.nodes() > 1) {
            int other = node == 0 ? 1 : 0;
            torus.route(node, other, route);
            sketch.stroke(new int[] {route[0]}, Shape.STRIP, x + 2, y + 1, x + 2, y + box - 1);
            int hops = torus.route(other, node, route);
            sketch.stroke(new int[] {route[hops - 1]}, Shape.STRIP, x + box - 2, y + 1, x + box - 2, y + box - 1);
        }
    }

    private void frame(int[] at, double left, double top) {
        double x = left - edge;
        double y = top - edge - TITLE;
        double width = frameWidth();
        double height = frameHeight();
        String label = IntStream.range(0, outer.length).mapToObj(d -> Integer.toString(at[d])).collect(Collectors.joining(","));
        String names = IntStream.of(outer).mapToObj(this::name).collect(Collectors.joining(",")) + " = ";
        sketch.frame(x, y, width, height, RankWords.width(names + label, 11) < width ? names + label : label);
        double gapX = blocks.stepX() - width;
        double gapY = blocks.stepY() - height;
        between(at, 0, new double[] {x + width, y + height / 2, gapX, 0}, new double[] {x, y + height / 2, -gapX, 0});
        if (outer.length > 1) {
            between(at, 1, new double[] {x + width / 2, y + height, 0, gapY}, new double[] {x + width / 2, y, 0, -gapY});
        }
        if (outer.length > 2) {
            double corner = blockGap * CORNER;
            arrow(links(at, 2, 1), x + width, y, corner, -corner);
            arrow(links(at, 2, -1), x, y + height, -corner, corner);
        }
    }

    private void between(int[] at, int i, double[] onwards, double[] back) {
        if (at[i] < length(outer, i) - 1) {
            int[] next = at.clone();
            next[i]++;
            sketch.cable(links(at, i, 1), links(next, i, -1), onwards[0], onwards[1], onwards[0] + onwards[2], onwards[1] + onwards[3]);
        } else {
            arrow(links(at, i, 1), onwards[0], onwards[1], onwards[2] / 2, onwards[3] / 2);
        }
        if (at[i] == 0) {
            arrow(links(at, i, -1), back[0], back[1], back[2] / 2, back[3] / 2);
        }
    }

    /** Returns the links from the nodes of a block to those of the next block along a dimension. */
    private int[] links(int[] block, int i, int by) {
        int[] in = lengths(inner);
        List<int[]> all = new ArrayList<>();
        for (int cell = 0; cell < in[0] * in[1] * in[2]; cell++) {
            int node = number(block, new int[] {cell % in[0], cell / in[0] % in[1], cell / in[0] / in[1]});
            all.add(link(node, outer[i], by));
        }
        return Sketch.joined(all);
    }

    private void explain() {
        List<String> ways = List.of("to the right", "downwards", "from plane to plane");
        sketch.explain((outer.length > 0 ? "Inside a frame " : "") + IntStream.range(0, inner.length)
                .mapToObj(d -> name(inner[d]) + " counts " + ways.get(d)).collect(Collectors.joining(", ")) + ".");
        if (outer.length > 0) {
            sketch.explain("Between frames " + IntStream.range(0, outer.length).mapToObj(d -> name(outer[d]) + " counts " + ways.get(d))
                    .collect(Collectors.joining(", ")) + "; a line between frames stands for as many links as a frame has nodes, and shows "
                    + "the most loaded of them.");
        }
        if (torus.dimensions().stream().anyMatch(d -> d.wraps() && d.length() > 2)) {
            sketch.explain("An arrow at the edge leads to the other end: the dimension wraps.");
        }
        if (length(inner, 2) > 1 || length(outer, 2) > 1) {
            sketch.explain("An arrow at an upper right corner leads to the next plane, one at a lower left corner to the plane before.");
        }
        if (torus.interfaces() > 0) {
            sketch.explain("Strips in a node: what its interfaces send (left) and receive (right).");
        }
    }
}
