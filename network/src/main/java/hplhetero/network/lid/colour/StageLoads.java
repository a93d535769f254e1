package hplhetero.network.lid.colour;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The loads of all stages on the links between switches, as pairs take paths and give them up. For the stage at hand also who holds each
 * link and which links have more messages than room. A link has room for as many messages as some link must carry in the stage, or as some
 * node's link carries: with this number it makes no message wait. The pairs of the stage at hand are its edges, numbered from 0.
 *
 * <p>Takes 4 bytes for each stage and link. Mutable; for one thread.
 */
final class StageLoads {
    static final int NONE = -1;
    /** Cost of a message too much in a stage of an earlier pattern; in other stages the cost is 1. */
    static final int EARLIER = 1 << 16;

    private final StagedPairs pairs;
    private final SwitchRoutes routes;
    private final int links;
    private final int longest;
    /** The path of each pair, indexed by pair, or {@link #NONE}. */
    private final int[] path;
    /** Number of messages on each link in each stage, at stage x links + link. */
    private final int[] load;
    /** Kind of each link, indexed by link: the place of the link's bandwidth among all bandwidths. */
    private final int[] kind;
    private final int kinds;
    /** Number of messages for which a link of a kind has room in a stage, at stage x kinds + kind. */
    private final int[] room;
    /** The stage at hand. */
    private int stage;
    /** Index of the first pair of the stage at hand. */
    private int first;
    /** Number of pairs of the stage at hand: its edges, numbered from 0. */
    private int edges;
    /** Number of messages too much, summed over the links of the stage at hand. */
    private int excess;
    /** Links that may have messages too much: at least all that do, in the first {@link #overs} entries. */
    private final int[] over;
    private final boolean[] isOver;
    private int overs;
    /** The first slot of the edges that hold each link, indexed by link, or {@link #NONE}; edge e has the slots from e x longest on. */
    private final int[] head;
    /** Link of each slot, indexed by slot, or {@link #NONE}. */
    private int[] held = {};
    /** The next slot in the list of the slot's link, indexed by slot, or {@link #NONE}. */
    private int[] next;
    /** The previous slot in the list of the slot's link, indexed by slot, or {@link #NONE}. */
    private int[] before;
    /** Links of the route that was looked at last. */
    private final int[] way;
    /** The last link without room that {@link #cost} met, if in the stage at hand, or {@link #NONE}. */
    private int overLink;
    /** Number of times that routes were looked at, taken or given up. */
    private long looks;

    /**
     * Begins with paths that were chosen already.
     *
     * @param pairs  pairs of all stages
     * @param routes links between switches of each pair and path
     * @param path   path of each pair, or {@link #NONE}; this object changes the array
     * @param must   number of messages that some link must carry, indexed by stage
     */
    StageLoads(StagedPairs pairs, SwitchRoutes routes, int[] path, int[] must) {
        this.pairs = pairs;
        this.routes = routes;
        this.path = path;
        links = routes.links();
        longest = routes.longest();
        load = new int[Math.multiplyExact(pairs.stages(), links)];
        double[] bandwidths = IntStream.range(0, links).mapToDouble(routes::bandwidth).sorted().distinct().toArray();
        kinds = Math.max(1, bandwidths.length);
        kind = new int[links];
        Arrays.setAll(kind, link -> Arrays.binarySearch(bandwidths, routes.bandwidth(link)));
        room = new int[pairs.stages() * kinds];
        for (int s = 0; s < pairs.stages(); s++) {
            double node = pairs.alike(s) ? routes.nodeLoad(pairs, s) : 0;
            for (int k = 0; k < bandwidths.length; k++) {
                room[s * kinds + k] = Math.max(must[s], (int) (node * bandwidths[k] + 1e-9));
            }
        }
        head = new int[links];
        over = new int[links];
        isOver = new boolean[links];
        way = new int[longest];
        for (int s = 0; s < pairs.stages(); s++) {
            for (int i = pairs.start(s); i < pairs.start(s + 1); i++) {
                if (path[pairs.pair(i)] != NONE) {
                    int count = routes.route(pairs.pair(i), path[pairs.pair(i)], way);
                    for (int k = 0; k < count; k++) {
                        load[s * links + way[k]]++;
                    }
                }
            }
        }
    }

    private int room(int s, int link) {
        return room[s * kinds + kind[link]];
    }

    /** Returns the number of messages for which a link has room in the stage at hand, which {@link #open} sets. */
    int room(int link) {
        return room(stage, link);
    }

    /** Returns the path of an edge, that is a pair of the stage at hand; {@link #NONE} where it has none. */
    int path(int edge) {
        return path[pair(edge)];
    }

    /** Returns the number of edges: pairs that send in the stage at hand. */
    int edges() {
        return edges;
    }

    /** Returns the number of messages for which links have no room in the stage at hand, summed over the links. */
    int excess() {
        return excess;
    }

    /**
     * Returns the last link without room that the latest call of {@link #cost} met on its path, if it met the link in the stage at hand;
     * else {@link #NONE}.
     */
    int overLink() {
        return overLink;
    }

    /** Returns whether the link at index {@code side} of the path that the latest call of {@link #cost} looked at is {@link #overLink}. */
    boolean overAt(int side) {
        return way[side] == overLink;
    }

    /**
     * Returns the number of messages, over all stages, that find a link of their path full when the messages of each stage take their
     * places one after another.
     */
    long unsolved() {
        long unsolved = 0;
        int[] taken = new int[links];
        for (int s = 0; s < pairs.stages(); s++) {
            Arrays.fill(taken, 0);
            for (int i = pairs.start(s); i < pairs.start(s + 1); i++) {
                int count = routes.route(pairs.pair(i), path[pairs.pair(i)], way);
                boolean free = true;
                for (int k = 0; k < count; k++) {
                    free &= taken[way[k]] < room(s, way[k]);
                }
                for (int k = 0; k < count && free; k++) {
                    taken[way[k]]++;
                }
                unsolved += free ? 0 : 1;
            }
        }
        return unsolved;
    }

    /** Returns whether any link has more messages in a stage than it has room for. */
    boolean overloaded(int stage) {
        for (int link = 0; link < links; link++) {
            if (load[stage * links + link] > room(stage, link)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the pair that an edge of the stage at hand is, as sender x ranks + receiver. */
    int pair(int edge) {
        return pairs.pair(first + edge);
    }

    /** Makes a stage the one at hand. Its pairs are the edges that other methods number from 0. */
    void open(int stage) {
        this.stage = stage;
        first = pairs.start(stage);
        edges = pairs.start(stage + 1) - first;
        if (held.length < edges * longest) {
            held = new int[edges * longest];
            next = new int[edges * longest];
            before = new int[edges * longest];
        }
        Arrays.fill(head, NONE);
        Arrays.fill(held, NONE);
        excess = 0;
        for (int edge = 0; edge < edges; edge++) {
            if (path[pair(edge)] != NONE) {
                hold(edge, routes.route(pair(edge), path[pair(edge)], way));
            }
        }
        while (overs > 0) {
            isOver[over[--overs]] = false;
        }
        for (int link = 0; link < links; link++) {
            int tooMuch = load[stage * links + link] - room(stage, link);
            if (tooMuch > 0) {
                excess += tooMuch;
                remember(link);
            }
        }
    }

    private void remember(int link) {
        if (!isOver[link]) {
            isOver[link] = true;
            over[overs++] = link;
        }
    }

    /** Returns a random one of the links that have more messages than room in the stage at hand. There must be such a link. */
    int someOverloaded(SplittableRandom random) {
        while (true) {
            int i = random.nextInt(overs);
            int link = over[i];
            if (load[stage * links + link] > room(stage, link)) {
                return link;
            }
            isOver[link] = false;
            over[i] = over[--overs];
        }
    }

    /** Adds an edge to the lists of its links, which are in {@link #way}. */
    private void hold(int edge, int count) {
        for (int k = 0; k < count; k++) {
            int slot = edge * longest + k;
            int after = head[way[k]];
            held[slot] = way[k];
            next[slot] = after;
            before[slot] = NONE;
            if (after != NONE) {
                before[after] = slot;
            }
            head[way[k]] = slot;
        }
    }

    /** Gives path {@code to} to an edge of the stage at hand that has no path or was lifted, and counts the edge on the path's links. */
    void put(int edge, int to) {
        looks++;
        int pair = pair(edge);
        int count = routes.route(pair, to, way);
        hold(edge, count);
        for (int k = 0; k < count; k++) {
            if (load[stage * links + way[k]] >= room(stage, way[k])) {
                excess++;
                remember(way[k]);
            }
        }
        for (int i = pairs.firstStage(pair); i < pairs.firstStage(pair + 1); i++) {
            for (int k = 0; k < count; k++) {
                load[pairs.stage(i) * links + way[k]]++;
            }
        }
        path[pair] = to;
    }

    /**
     * Takes an edge of the stage at hand off the links of its path; {@link #put} puts it on links again.
     *
     * @return the edge's path
     */
    int lift(int edge) {
        looks++;
        int pair = pair(edge);
        int slot = edge * longest;
        for (int k = 0; k < longest && held[slot + k] != NONE; k++) {
            int link = held[slot + k];
            excess -= load[stage * links + link] > room(stage, link) ? 1 : 0;
            for (int i = pairs.firstStage(pair); i < pairs.firstStage(pair + 1); i++) {
                load[pairs.stage(i) * links + link]--;
            }
            if (before[slot + k] == NONE) {
                head[link] = next[slot + k];
            } else {
                next[before[slot + k]] = next[slot + k];
            }
            if (next[slot + k] != NONE) {
                before[next[slot + k]] = before[slot + k];
            }
            held[slot + k] = NONE;
        }
        return path[pair];
    }

    /**
     * Returns the cost of a path for an edge that is lifted: by how much the path's links would have more messages than they have room for,
     * over all stages of the edge. In stages of earlier patterns a message too much counts {@link #EARLIER} times. Two links with one
     * message too much are thus better than one link with two.
     */
    int cost(int edge, int by) {
        int pair = pair(edge);
        int count = routes.route(pair, by, way);
        looks++;
        overLink = NONE;
        int cost = 0;
        int pattern = pairs.pattern(stage);
        for (int i = pairs.firstStage(pair); i < pairs.firstStage(pair + 1); i++) {
            int s = pairs.stage(i);
            int weight = pairs.pattern(s) < pattern ? EARLIER : 1;
            for (int k = 0; k < count; k++) {
                int tooMuch = load[s * links + way[k]] + 1 - room(s, way[k]);
                if (tooMuch > 0) {
                    cost += weight * tooMuch;
                    overLink = s == stage ? way[k] : NONE;
                }
            }
        }
        return cost;
    }

    /**
     * Finds the edges of the stage at hand whose paths pass a link, the last to come first.
     *
     * @param holders out: the edges; as long as the stage has edges, or longer
     * @return number of edges found
     */
    int holders(int link, int[] holders) {
        int count = 0;
        for (int slot = head[link]; slot != NONE; slot = next[slot]) {
            holders[count++] = slot / longest;
        }
        return count;
    }

    /** Returns the index of a link, from 0, on the path of an edge of the stage at hand. The path must pass the link. */
    int side(int edge, int link) {
        int side = 0;
        while (held[edge * longest + side] != link) {
            side++;
        }
        return side;
    }

    /** Returns how often routes were looked at, taken or given up: a measure of time that is the same on every machine. */
    long looks() {
        return looks;
    }
}
