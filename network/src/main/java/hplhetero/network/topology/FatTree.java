package hplhetero.network.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A fat tree of one or more levels of switches, with one or more cables for each pair of switches that are linked (a parallel-port
 * generalised fat tree; a K-ary n-tree is one). Nodes are numbered leaf by leaf.
 *
 * <p>A message climbs until it is at a switch above its destination. The way up that it takes at each switch depends on the destination d
 * alone. A switch of level l has W ways up (parents x cables). A message takes way d / A mod W, where A is the number of switches of level
 * l above a node, the product of the parents of all lower levels. In a tree of two levels this is d mod W. Way w leads to parent w mod
 * parents by cable w / parents. Downwards a message takes the ways that a message from d's own leaf to d would take up.
 *
 * <p>There may be several paths to each node ({@link #withPaths}). Path p shifts the way that each level takes by a digit of p, in the
 * mixed radix of the levels' numbers of ways; the lowest digit belongs to the lowest level. With as many paths as the product of all
 * levels' ways, each path leads over other links. In a tree of two levels, path p takes way (d + p) mod W. For other routes see {@link
 * #tables()}.
 */
public final class FatTree extends NumberedNodes {
    private static final int MOST_LEVELS = 16;
    private static final int MOST_CHOICES = 1 << 28;

    private final List<Level> levels;
    private final int paths;

    private final int height;
    /** Number of nodes below a switch of each level, indexed by level; level 0 is the nodes themselves. */
    private final int[] below;
    /** Number of switches of each level above a node, indexed by level; level 0 is the nodes themselves. */
    private final int[] above;
    /** Number of ways up from a node (level 0) or switch of each level, parents x cables, indexed by level; the roots have none. */
    private final int[] ways;
    /** Number of the first link that leads up from each level, indexed by level; the roots have none. */
    private final int[] base;
    /** Number of links that lead up from each level, indexed by level; the roots have none. As many lead down. */
    private final int[] count;
    /** Number of the first link up from the switches of a level above a node, at node x height + level. */
    private final int[] firstUp;
    /**
     * The link up that a message to a node takes by a path at a level, counted from {@link #firstUp} of this node and level; at (path x
     * nodes + node) x height + level.
     */
    private final int[] chosen;

    /**
     * The switches of one level, and the links between them and the level below: switches or, below the leaves, nodes.
     *
     * @param children  number of switches or nodes to which each switch of this level is linked downwards
     * @param parents   number of switches of this level to which each switch or node below is linked
     * @param cables    number of cables between two that are linked
     * @param bandwidth bandwidth of a cable in each direction, relative to the base bandwidth of the fabric: 1 for a usual link, 2 for one
     *                  twice as fast
     */
    public record Level(int children, int parents, int cables, double bandwidth) {

        public Level {
            Sizes.positive("children", children);
            Sizes.positive("parents", parents);
            Sizes.positive("cables", cables);
            Sizes.requireBandwidth(bandwidth);
        }
    }

    private FatTree(List<Level> levels, int slots, int paths) {
        super(nodes(levels), slots);
        this.levels = List.copyOf(levels);
        this.paths = paths;
        height = levels.size();
        below = new int[height + 1];
        above = new int[height + 1];
        below[0] = 1;
        above[0] = 1;
        for (int l = 0; l < height; l++) {
            below[l + 1] = below[l] * levels.get(l).children();
            above[l + 1] = Sizes.nodes(above[l], levels.get(l).parents());
        }
        ways = new int[height];
        base = new int[height];
        count = new int[height];
        long next = 0;
        for (int l = 0; l < height; l++) {
            ways[l] = Sizes.links((long) levels.get(l).parents() * levels.get(l).cables());
            base[l] = (int) next;
            count[l] = Sizes.links((long) switchesAt(l) * ways[l]);
            next = Sizes.links(next + 2L * count[l]);
        }
        Sizes.atMost("paths x nodes x levels", (long) paths * nodes * height, MOST_CHOICES);
        firstUp = new int[nodes * height];
        chosen = new int[paths * nodes * height];
        for (int node = 0; node < nodes; node++) {
            for (int l = 0; l < height; l++) {
                firstUp[node * height + l] = base[l] + node / below[l] * above[l] * ways[l];
            }
            for (int path = 0; path < paths; path++) {
                choose(path, node);
            }
        }
    }

    /** Returns the number of nodes of a tree of these levels. Checks it, and the number of levels. */
    private static int nodes(List<Level> levels) {
        if (levels.isEmpty() || levels.size() > MOST_LEVELS) {
            throw new IllegalArgumentException("levels=" + levels.size() + ": must be 1.." + MOST_LEVELS);
        }
        return levels.stream().map(Level::children).reduce(1, Sizes::nodes);
    }

    private void choose(int path, int node) {
        int first = (path * nodes + node) * height;
        int turn = 0;
        int digits = path;
        for (int l = 0; l < height; l++) {
            int parents = levels.get(l).parents();
            int way = (node / above[l] + digits) % ways[l];
            digits /= ways[l];
            chosen[first + l] = turn * ways[l] + way;
            turn = turn * parents + way % parents;
        }
    }

    /**
     * Returns the number of switches of a level, or of nodes at level 0. The product is checked, since it may be larger than any count of
     * nodes.
     */
    private int switchesAt(int level) {
        return Sizes.links((long) (nodes / below[level]) * above[level]);
    }

    /**
     * Returns a fat tree with a single route from each node to each other; {@link #withPaths} gives it more. A node takes any number of
     * ranks.
     *
     * @param levels levels from the leaves to the roots, 1 .. 16 of them
     * @throws IllegalArgumentException when the number of levels is out of range, or the tree is too large
     */
    public static FatTree of(List<Level> levels) {
        return new FatTree(levels, ANY_SLOTS, 1);
    }

    /**
     * Returns a fat tree of two levels: leaf switches of {@code nodesPerLeaf} nodes each, linked to each of the roots by {@code cables}
     * cables.
     */
    public static FatTree of(int leaves, int nodesPerLeaf, int roots, int cables) {
        return of(List.of(new Level(nodesPerLeaf, 1, 1, 1), new Level(leaves, roots, cables, 1)));
    }

    /**
     * Returns a K-ary n-tree: k^n nodes below n levels of k^(n-1) switches each. A switch has k links down and, unless it is a root, k
     * links up. There is one route from each node to each other, and a node takes any number of ranks.
     *
     * @param k      number of links, &gt;= 1
     * @param levels number of levels, n, 1 .. 16
     * @throws IllegalArgumentException when a number is out of range, or the tree is too large
     */
    public static FatTree kary(int k, int levels) {
        List<Level> all = new ArrayList<>();
        for (int l = 0; l < Math.min(levels, MOST_LEVELS + 1); l++) {
            all.add(new Level(k, l == 0 ? 1 : k, 1, 1));
        }
        return of(all);
    }

    /** Returns this tree with at most {@code slots} ranks on a node. */
    public FatTree withSlots(int slots) {
        return new FatTree(levels, Sizes.slots(slots), paths);
    }

    /**
     * Returns this tree with several routes from each node to each other, of which a sender may choose one, as with several LIDs of an
     * InfiniBand port. Route 0 is the one that a tree with one route has.
     *
     * @param paths number of routes, &gt;= 1
     * @throws IllegalArgumentException when the number is less than 1, or too large for the tree
     */
    public FatTree withPaths(int paths) {
        return new FatTree(levels, slots, Sizes.positive("paths", paths));
    }

    /**
     * Returns the number of links that lead to nodes or away from them. These are links 0 to this number - 1; all other links lead from
     * switch to switch.
     */
    public int nodeLinks() {
        return 2 * count[0];
    }

    /** Returns the levels, from the leaves to the roots. */
    public List<Level> levels() {
        return levels;
    }

    /** Returns the number of switches of a level. Levels are counted from 1, the leaves. */
    public int switches(int level) {
        Objects.checkIndex(level - 1, height);
        return switchesAt(level);
    }

    /**
     * Returns the number of the leaf switch to which a node is linked; for trees whose nodes have one leaf switch each.
     *
     * @param node number of the node, from 0
     * @return number of the switch among the leaf switches, from 0
     */
    public int leaf(int node) {
        Objects.checkIndex(node, nodes);
        return node / below[1] * above[1];
    }

    /**
     * Returns the name of a switch: {@code leaf3}, {@code root1}; between them {@code mid4}, or {@code mid2.4} where there are more than
     * three levels.
     *
     * @param level  level of the switch, counted from 1, the leaves
     * @param number number of the switch among those of its level, from 0
     */
    public String switchName(int level, int number) {
        Objects.checkIndex(number, switches(level));
        if (level == height) {
            return "root" + number;
        }
        return (level == 1 ? "leaf" : height == 3 ? "mid" : "mid" + level + ".") + number;
    }

    @Override
    public String name() {
        return treeName() + (paths == 1 ? "" : ", " + paths + " paths");
    }

    private String treeName() {
        if (height == 2 && levels.get(0).parents() == 1) {
            return "fat tree " + levels.get(1).children() + " leaves x " + levels.get(0).children() + ", " + levels.get(1).parents()
                    + " roots, " + levels.get(1).cables() + (levels.get(1).cables() == 1 ? " cable" : " cables");
        }
        return "fat tree " + levels.reversed().stream().map(l -> Integer.toString(l.children())).collect(Collectors.joining("x"))
                + " of " + height + (height == 1 ? " level" : " levels");
    }

    @Override
    public int links() {
        return base[height - 1] + 2 * count[height - 1];
    }

    @Override
    public Link link(int id) {
        Objects.checkIndex(id, links());
        Cable cable = cable(id);
        String child = cable.level == 0 ? nodeName(cable.child) : switchName(cable.level, cable.child);
        String parent = switchName(cable.level + 1, cable.parent);
        double bandwidth = levels.get(cable.level).bandwidth();
        return cable.up ? new Link(child, parent, bandwidth) : new Link(parent, child, bandwidth);
    }

    /** A link as a way up from a child to a parent, or down from a parent to a child. */
    private record Cable(int level, int child, int parent, boolean up) {
    }

    private Cable cable(int id) {
        int l = 0;
        while (id >= base[l] + 2 * count[l]) {
            l++;
        }
        int up = (id - base[l]) % count[l];
        int child = up / ways[l];
        int parents = levels.get(l).parents();
        int turn = child % above[l] * parents + up % ways[l] % parents;
        int parent = child / above[l] / levels.get(l).children() * above[l + 1] + turn;
        return new Cable(l, child, parent, id - base[l] < count[l]);
    }

    @Override
    public double bandwidth(int link) {
        return levels.get(cable(Objects.checkIndex(link, links())).level).bandwidth();
    }

    @Override
    public int longestRoute() {
        return 2 * height;
    }

    @Override
    public int paths() {
        return paths;
    }

    @Override
    public int route(int from, int to, int[] links) {
        return route(from, to, 0, links);
    }

    @Override
    public int route(int from, int to, int path, int[] links) {
        Objects.checkIndex(from, nodes);
        Objects.checkIndex(to, nodes);
        Objects.checkIndex(path, paths);
        int here = from * height;
        int there = to * height;
        int ways = path * nodes * height + there;
        int hops = 0;
        int l = 0;
        while (l < height && firstUp[here + l] != firstUp[there + l]) {
            links[hops++] = firstUp[here + l] + chosen[ways + l];
            l++;
        }
        while (l > 0) {
            l--;
            links[hops++] = firstUp[there + l] + chosen[ways + l] + count[l];
        }
        return hops;
    }

    /**
     * Returns this tree as a network that is given by forwarding tables: for each switch or node, and each destination, they say which link
     * is next. Links and routes are those of this tree, links under the same numbers. The caller may then replace entries of the tables, so
     * that messages take other routes.
     */
    public TableFabric.Builder tables() {
        List<String> nodeNames = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            nodeNames.add(nodeName(node));
        }
        List<String> switchNames = new ArrayList<>();
        int[] first = new int[height + 1];
        for (int level = 1; level <= height; level++) {
            first[level] = nodes + switchNames.size();
            for (int number = 0; number < switchesAt(level); number++) {
                switchNames.add(switchName(level, number));
            }
        }
        TableFabric.Builder builder = new TableFabric.Builder(nodeNames, switchNames).slots(slots).paths(paths);
        for (int id = 0; id < links(); id++) {
            Cable cable = cable(id);
            int child = first[cable.level] + cable.child;
            int parent = first[cable.level + 1] + cable.parent;
            builder.link(cable.up ? child : parent, cable.up ? parent : child, levels.get(cable.level).bandwidth());
        }
        for (int path = 0; path < paths; path++) {
            for (int to = 0; to < nodes; to++) {
                enter(builder, path, to);
            }
        }
        return builder;
    }

    /** Makes the entries of all nodes and switches for one destination, also those of switches that no message to it passes. */
    private void enter(TableFabric.Builder builder, int path, int to) {
        int first = (path * nodes + to) * height;
        for (int node = 0; node < nodes; node++) {
            builder.next(path, node, to, node * ways[0] + chosen[first] % ways[0]);
        }
        int vertex = nodes;
        for (int level = 1; level <= height; level++) {
            for (int number = 0; number < switchesAt(level); number++, vertex++) {
                int group = number / above[level];
                int turn = number % above[level];
                boolean under = group == to / below[level];
                builder.next(path, vertex, to, under ? down(level - 1, turn, path, to)
                        : base[level] + number * ways[level] + chosen[first + level] % ways[level]);
            }
        }
    }

    /**
     * Returns the link down towards a node from the switch of the next level that is above it and has the number {@code turn} among such
     * switches.
     */
    private int down(int l, int turn, int path, int to) {
        int parents = levels.get(l).parents();
        int cable = chosen[(path * nodes + to) * height + l] % ways[l] / parents;
        return firstUp[to * height + l] + turn / parents * ways[l] + cable * parents + turn % parents + count[l];
    }
}
