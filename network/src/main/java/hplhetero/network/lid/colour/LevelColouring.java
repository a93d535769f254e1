package hplhetero.network.lid.colour;

import hplhetero.network.topology.FatTree;

/**
 * A choice of the ways of messages in a fat tree that offers a path for each combination of ways of its levels. It colours the edges of one
 * bipartite multigraph for each level, from the leaves' level upwards. The vertices are the switches of the level: on the left as those
 * that messages climb from, on the right as those that messages come down to. The edges are the messages that climb higher, and the colours
 * are the ways up. A message comes down by the ways by which it would climb from its destination. The colour of an edge therefore decides
 * both of its links of the level, and both of its switches of the next level are in one plane. Hence no link of a level carries more than
 * ceil(messages of the most loaded switch / its ways).
 *
 * <p>Where there is a choice, the nodes of a switch take different ways, always the same ones. Patterns that are not looked at now then
 * collide less, and switches of higher levels get about as many messages each.
 *
 * <p>Mutable; for one thread.
 */
public final class LevelColouring {
    private final FatTree tree;
    private final int levels;
    /** Number of nodes below a switch of each level, indexed by level; level 0 is the nodes. */
    private final int[] below;
    /** Number of switches of each level above a node, indexed by level. */
    private final int[] above;
    /** Number of ways up from a switch, indexed by the switch's level. */
    private final int[] ways;
    private final EdgeColouring[] colouring;

    /** Left end of each edge of the level at hand, indexed by edge. The arrays down to {@link #way} are indexed by edge, too. */
    private int[] left = {};
    private int[] right;
    private int[] prefer;
    /** Message of each edge, indexed by edge. */
    private int[] edge;
    private int[] way;
    /** Number of the plane that each message has come to on its way up, indexed by message. */
    private int[] turn;

    /** Makes a colouring for a tree. */
    public LevelColouring(FatTree tree) {
        this.tree = tree;
        levels = tree.levels().size();
        below = new int[levels + 1];
        above = new int[levels + 1];
        ways = new int[levels];
        colouring = new EdgeColouring[levels];
        below[0] = 1;
        above[0] = 1;
        for (int l = 0; l < levels; l++) {
            FatTree.Level level = tree.levels().get(l);
            below[l + 1] = below[l] * level.children();
            above[l + 1] = above[l] * level.parents();
            ways[l] = level.parents() * level.cables();
            colouring[l] = new EdgeColouring(tree.nodes() / below[l] * above[l]);
        }
    }

    /**
     * Returns whether {@code paths} paths to each node are enough for every route of a tree. A message that climbs to the roots chooses one
     * of the links up (parents x cables) of its node and of a switch on each level below the roots; there are as many routes as the product
     * of these numbers.
     *
     * @param tree  the tree
     * @param paths number of paths to each node; with InfiniBand, 2^LMC
     */
    public static boolean covers(FatTree tree, int paths) {
        long combinations = 1;
        for (FatTree.Level level : tree.levels()) {
            combinations *= (long) level.parents() * level.cables();
            if (combinations > paths) {
                return false;
            }
        }
        return true;
    }

    /**
     * Chooses a path for each of some messages that are under way at once, such that they share few links. Arrays are indexed by message,
     * and may be longer than needed. Nearly always takes O(messages x levels), as {@link EdgeColouring} nearly always takes O(edges).
     *
     * @param from     node that sends each message, from 0
     * @param to       node that receives each message, from 0
     * @param messages number of messages
     * @param path     out: path of each message, from 0, in the numbering of the class comment of {@link FatTree} for a tree with all paths
     * @return number of messages that the most loaded link between switches carries
     */
    public int choose(int[] from, int[] to, int messages, int[] path) {
        if (left.length < messages) {
            left = new int[messages];
            right = new int[messages];
            prefer = new int[messages];
            edge = new int[messages];
            way = new int[messages];
            turn = new int[messages];
        }
        for (int m = 0; m < messages; m++) {
            path[m] = 0;
            turn[m] = 0;
        }
        int digit = 1;
        int most = 0;
        for (int l = 0; l < levels; l++) {
            int load = choose(l, digit, from, to, messages, path);
            most = l == 0 ? 0 : Math.max(most, load);
            digit *= ways[l];
        }
        return most;
    }

    /**
     * Returns a lower bound on the messages of the most loaded link between switches, whichever paths messages take, where all are under
     * way at once. The nodes below a switch form a group. The messages that leave a group, or come to it, are divided by the number of
     * links up from the group's switches of this level; the largest quotient over groups and levels, rounded up, is the bound.
     * {@link #choose} may load some link more than this where higher levels have fewer links up, or where nodes have several. Arrays are
     * indexed by message, and may be longer than needed.
     *
     * @param from     node that sends each message, from 0
     * @param to       node that receives each message, from 0
     * @param messages number of messages
     * @return the bound; 0 where no message has to pass a link between switches
     */
    public int must(int[] from, int[] to, int messages) {
        int most = 0;
        for (int l = 1; l < levels; l++) {
            int[] leaving = new int[tree.nodes() / below[l]];
            int[] coming = new int[leaving.length];
            int degree = 0;
            for (int m = 0; m < messages; m++) {
                if (from[m] / below[l] != to[m] / below[l]) {
                    degree = Math.max(degree, Math.max(++leaving[from[m] / below[l]], ++coming[to[m] / below[l]]));
                }
            }
            int all = above[l] * ways[l];
            most = Math.max(most, (degree + all - 1) / all);
        }
        return most;
    }

    private int choose(int l, int digit, int[] from, int[] to, int messages, int[] path) {
        int edges = 0;
        for (int m = 0; m < messages; m++) {
            int source = from[m] / below[l];
            int target = to[m] / below[l];
            if (source != target) {
                left[edges] = source * above[l] + turn[m];
                right[edges] = target * above[l] + turn[m];
                prefer[edges] = from[m] / above[l] % ways[l];
                edge[edges++] = m;
            }
        }
        int load = colouring[l].colour(left, right, prefer, edges, ways[l], way);
        int parents = tree.levels().get(l).parents();
        for (int e = 0; e < edges; e++) {
            int m = edge[e];
            int first = to[m] / above[l] % ways[l];
            path[m] += Math.floorMod(way[e] - first, ways[l]) * digit;
            turn[m] = turn[m] * parents + way[e] % parents;
        }
        return load;
    }
}
