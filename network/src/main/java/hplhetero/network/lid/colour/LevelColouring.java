package hplhetero.network.lid.colour;

import hplhetero.network.topology.FatTree;

/**
 * Chooses the ways of messages in a fat tree that offers a path for each combination of ways of its levels, by colouring the edges of a
 * bipartite multigraph for each level. From the leaves' level upwards: its vertices are the switches of the level, on the left as those
 * that messages climb from, on the right as those that they come down to; its edges are the messages that climb higher, its colours the
 * ways up. A message comes down by the same ways as it would climb from its destination, so that an edge's colour decides of both of the
 * level's links, and both of its switches of the next level are of one plane. Hence no link of a level carries more than
 * ceil(messages of the most loaded switch / its ways).
 *
 * <p>Where it has the choice, the nodes of a switch take different ways, always the same: patterns that are not looked at now are then
 * less in each other's way, and switches of higher levels get about as many messages each.
 *
 * <p>Mutable; one thread.
 */
public final class LevelColouring {
    private final FatTree tree;
    private final int levels;
    private final int[] below;
    private final int[] above;
    private final int[] ways;
    private final EdgeColouring[] colouring;

    private int[] left = {};
    private int[] right;
    private int[] prefer;
    private int[] edge;
    private int[] way;
    private int[] turn;

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

    /** Whether a tree offers so many paths that each combination of ways is one of them. */
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
     * Messages that are under way at once; O(messages x levels), as {@link EdgeColouring}.
     *
     * @param from     the node of each
     * @param to       the node of each
     * @param messages how many
     * @param path     out: of each
     * @return messages that the most loaded link between switches carries
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
     * How many messages some link between switches must carry, whatever ways are chosen: at each level, the messages that leave the nodes
     * below some switch, or come to them, over all the ways that lead there. Where the ways become fewer towards the roots, or nodes have
     * several, {@link #choose} may load some link more, for it does not look ahead.
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
