package hplhetero.network.lid.colour;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Locality;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The links between switches that messages of a pair of ranks pass by each path. These links have numbers of their own from 0. Everything
 * is found from the fabric's routes alone, so real cabling, missing leaves, roots and cables, and LIDs that lead over another root from
 * each leaf need no special cases.
 *
 * <p>A <em>plane</em> is a set of links that routes connect: where all routes pass two links between switches, a root, or a root's cable
 * where up and down cables belong together. Edge colouring exchanges paths between two planes.
 */
public final class SwitchRoutes {
    private static final int NOT_BETWEEN = -1;
    private static final int MOST_KEPT = 1 << 25;
    private static final char END = Character.MAX_VALUE;

    private final Placement placement;
    private final Fabric fabric;
    private final int ranks;
    private final int paths;
    /** Number of each of the fabric's links here, indexed by the fabric's number, or {@link #NOT_BETWEEN}. */
    private final int[] number;
    private final int links;
    private final double[] bandwidth;
    private final int[] route;
    /** Leaf switch of each rank, indexed by rank; where nodes have several links, the rank's node takes its place. */
    private final int[] leaf;
    private final int leaves;
    /**
     * The kept routes, at ((leaf x ranks + receiver) x paths + path) x {@link #longest()}: links, then {@link #END}. Empty where routes are
     * too many to be kept.
     */
    private final char[] kept;
    private int[] plane;
    /** Messages on each of the fabric's links while a stage is counted, else 0; indexed by the fabric's number. */
    private final int[] messages;

    /**
     * Reads the routes of all leaves, if they are not too many to be kept.
     *
     * @param placement place of the ranks, on a fat tree or tables
     * @param paths     number of the fabric's paths that may be used, counted from path 0
     * @param between   numbers of the fabric's links that lead from switch to switch
     */
    public SwitchRoutes(Placement placement, int paths, BitSet between) {
        this.placement = placement;
        this.paths = paths;
        fabric = placement.fabric();
        ranks = placement.ranks();
        links = between.cardinality();
        number = new int[fabric.links()];
        Arrays.fill(number, NOT_BETWEEN);
        bandwidth = new double[links];
        for (int link = between.nextSetBit(0), i = 0; link >= 0; link = between.nextSetBit(link + 1), i++) {
            number[link] = i;
            bandwidth[i] = fabric.bandwidth(link);
        }
        route = new int[fabric.longestRoute()];
        messages = new int[fabric.links()];
        leaf = oneLink() ? Locality.SWITCH.groups(placement) : nodes(placement);
        leaves = 1 + Arrays.stream(leaf).max().orElseThrow();
        kept = keep();
    }

    /** Returns for each rank the number of its node among the nodes that hold ranks, indexed by rank. */
    private static int[] nodes(Placement placement) {
        int[] held = placement.nodes();
        return IntStream.range(0, placement.ranks()).map(rank -> Arrays.binarySearch(held, placement.nodeOf(rank))).toArray();
    }

    /** Returns whether each node has one link only, so that routes differ by the leaf where they begin, not by the node. */
    private boolean oneLink() {
        if (fabric instanceof FatTree tree) {
            return tree.levels().getFirst().parents() * tree.levels().getFirst().cables() == 1;
        }
        TableFabric tables = (TableFabric) fabric;
        BitSet seen = new BitSet(tables.nodes());
        for (int link = 0; link < tables.links(); link++) {
            if (tables.from(link) < tables.nodes()) {
                if (seen.get(tables.from(link))) {
                    return false;
                }
                seen.set(tables.from(link));
            }
        }
        return true;
    }

    /** Returns the routes from each leaf to each rank by each path, or an empty array where they are too many. */
    private char[] keep() {
        long entries = (long) leaves * ranks * paths * longest();
        if (entries > MOST_KEPT || links >= END) {
            return new char[0];
        }
        char[] routes = new char[(int) entries];
        int[] out = new int[longest()];
        int at = 0;
        for (int from : someRankOfEachLeaf()) {
            for (int to = 0; to < ranks; to++) {
                for (int path = 0; path < paths; path++) {
                    int count = walk(from, to, path, out);
                    for (int k = 0; k < longest(); k++) {
                        routes[at++] = k < count ? (char) out[k] : END;
                    }
                }
            }
        }
        return routes;
    }

    /** Returns the number of links from switch to switch. */
    int links() {
        return links;
    }

    /** Returns the bandwidth of a link from switch to switch, by its number among these links. */
    double bandwidth(int link) {
        return bandwidth[link];
    }

    /** Returns the number of paths that a pair of ranks may use. */
    int paths() {
        return paths;
    }

    /** Returns the largest number of links between switches on a route, at least 1. */
    int longest() {
        return Math.max(1, route.length - 2);
    }

    /**
     * Finds the links from switch to switch that messages of a pair of ranks pass, in order.
     *
     * @param pair sender x ranks + receiver
     * @param path number of the path by which the sender sends, from 0
     * @param out  out: numbers of the links among all links between switches; at least {@link #longest()} long
     * @return number of links found
     */
    int route(int pair, int path, int[] out) {
        int from = pair / ranks;
        int to = pair - from * ranks;
        if (kept.length == 0) {
            return walk(from, to, path, out);
        }
        int at = ((leaf[from] * ranks + to) * paths + path) * out.length;
        int count = 0;
        while (count < out.length && kept[at + count] != END) {
            out[count] = kept[at + count];
            count++;
        }
        return count;
    }

    private int walk(int from, int to, int path, int[] out) {
        int hops = fabric.route(placement.nodeOf(from), placement.nodeOf(to), path, route);
        int count = 0;
        for (int i = 0; i < hops; i++) {
            int link = number[route[i]];
            if (link != NOT_BETWEEN) {
                out[count++] = link;
            }
        }
        return count;
    }

    /**
     * Returns the load, in a stage, of the most loaded link that leads to a node or away from one: its messages / its bandwidth. Each pair
     * of the stage counts as one message.
     */
    double nodeLoad(StagedPairs pairs, int stage) {
        double most = 0;
        for (int i = pairs.start(stage); i < pairs.start(stage + 1); i++) {
            int hops = nodeRoute(pairs.pair(i));
            for (int hop = 0; hop < hops; hop++) {
                if (number[route[hop]] == NOT_BETWEEN) {
                    most = Math.max(most, ++messages[route[hop]] / fabric.bandwidth(route[hop]));
                }
            }
        }
        for (int i = pairs.start(stage); i < pairs.start(stage + 1); i++) {
            int hops = nodeRoute(pairs.pair(i));
            for (int hop = 0; hop < hops; hop++) {
                messages[route[hop]] = 0;
            }
        }
        return most;
    }

    private int nodeRoute(int pair) {
        return fabric.route(placement.nodeOf(pair / ranks), placement.nodeOf(pair % ranks), 0, route);
    }

    /**
     * Returns the number, from 0, of the plane to which the links of a pair's path belong. There are at most as many planes as links; the
     * number of links stands for no plane, where the path passes no link between switches.
     *
     * @param pair sender x ranks + receiver
     * @param path number of the path, from 0
     */
    int plane(int pair, int path) {
        int from = pair / ranks;
        int to = pair - from * ranks;
        int link = kept.length == 0 ? first(from, to, path) : kept[((leaf[from] * ranks + to) * paths + path) * longest()];
        return link == END || link == NOT_BETWEEN ? links : planes()[link];
    }

    private int first(int from, int to, int path) {
        return fabric.route(placement.nodeOf(from), placement.nodeOf(to), path, route) < 2 ? NOT_BETWEEN : number[route[1]];
    }

    private int[] planes() {
        if (plane == null) {
            plane = new int[links];
            Arrays.setAll(plane, link -> link);
            int[] some = someRankOfEachLeaf();
            int[] out = new int[longest()];
            for (int from : some) {
                for (int to = 0; to < ranks; to++) {
                    for (int path = 0; path < paths && leaf[to] != leaf[from]; path++) {
                        int count = route(from * ranks + to, path, out);
                        for (int i = 1; i < count; i++) {
                            plane[root(out[i])] = root(out[0]);
                        }
                    }
                }
            }
            number();
        }
        return plane;
    }

    private int root(int link) {
        int at = link;
        while (plane[at] != at) {
            plane[at] = plane[plane[at]];
            at = plane[at];
        }
        return at;
    }

    private void number() {
        int[] names = new int[links];
        Arrays.fill(names, -1);
        int count = 0;
        int[] numbered = new int[links];
        for (int link = 0; link < links; link++) {
            int root = root(link);
            names[root] = names[root] < 0 ? count++ : names[root];
            numbered[link] = names[root];
        }
        plane = numbered;
    }

    private int[] someRankOfEachLeaf() {
        int[] some = new int[leaves];
        for (int rank = ranks - 1; rank >= 0; rank--) {
            some[leaf[rank]] = rank;
        }
        return some;
    }

    /**
     * Returns what computes, for any stage (round) of messages, how many of them the most loaded link between switches must carry at least:
     * see {@link LeafBound#must}. Costs a look at all routes, so one is made for all stages.
     */
    public LeafBound bound() {
        return new LeafBound();
    }

    /** A lower bound of the messages that some link must carry in a stage, whatever paths are chosen, because a leaf has no more links. */
    public final class LeafBound {
        /** Number of links by which messages leave each leaf, indexed by leaf. */
        private final int[] out = new int[leaves];
        /** Number of links by which messages come to each leaf, indexed by leaf. */
        private final int[] in = new int[leaves];
        /**
         * Number of links by which messages go from one leaf to another, at leaf x leaves + leaf: the lesser of the numbers of first and
         * last links.
         */
        private final int[] across = new int[leaves * leaves];
        private final int[] sent = new int[leaves];
        private final int[] received = new int[leaves];
        private final int[] crossing = new int[leaves * leaves];

        private LeafBound() {
            BitSet[] leaving = sets(leaves);
            BitSet[] coming = sets(leaves);
            int[] some = someRankOfEachLeaf();
            int[] way = new int[longest()];
            for (int from : some) {
                BitSet[] firsts = sets(leaves);
                BitSet[] lasts = sets(leaves);
                for (int to = 0; to < ranks; to++) {
                    for (int path = 0; path < paths && leaf[to] != leaf[from]; path++) {
                        int count = route(from * ranks + to, path, way);
                        if (count > 0) {
                            firsts[leaf[to]].set(way[0]);
                            lasts[leaf[to]].set(way[count - 1]);
                        }
                    }
                }
                for (int to = 0; to < leaves; to++) {
                    leaving[leaf[from]].or(firsts[to]);
                    coming[to].or(lasts[to]);
                    across[leaf[from] * leaves + to] = Math.min(firsts[to].cardinality(), lasts[to].cardinality());
                }
            }
            Arrays.setAll(out, i -> leaving[i].cardinality());
            Arrays.setAll(in, i -> coming[i].cardinality());
        }

        private static BitSet[] sets(int count) {
            BitSet[] sets = new BitSet[count];
            Arrays.setAll(sets, _ -> new BitSet());
            return sets;
        }

        /**
         * Returns a lower bound of the number of messages on the most loaded link between switches, if each pair of a stage (a round of
         * messages) sends one message, whatever paths they take. Returns 0 where no message passes a link between switches.
         *
         * @param pairs senders and receivers in all stages
         * @param stage number of the stage, 0 .. {@link StagedPairs#stages} - 1
         */
        public int must(StagedPairs pairs, int stage) {
            int most = 0;
            for (int i = pairs.start(stage); i < pairs.start(stage + 1); i++) {
                int from = leaf[pairs.pair(i) / ranks];
                int to = leaf[pairs.pair(i) % ranks];
                if (across[from * leaves + to] > 0) {
                    most = Math.max(most, shared(++sent[from], out[from]));
                    most = Math.max(most, shared(++received[to], in[to]));
                    most = Math.max(most, shared(++crossing[from * leaves + to], across[from * leaves + to]));
                }
            }
            for (int i = pairs.start(stage); i < pairs.start(stage + 1); i++) {
                int from = leaf[pairs.pair(i) / ranks];
                int to = leaf[pairs.pair(i) % ranks];
                sent[from] = 0;
                received[to] = 0;
                crossing[from * leaves + to] = 0;
            }
            return most;
        }

        private int shared(int messages, int links) {
            return (messages + links - 1) / links;
        }
    }
}
