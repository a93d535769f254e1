package hplhetero.network.lid.colour;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The loads of all stages over the links between switches, as pairs take paths and give them up; and of the stage at hand, who holds each
 * link and which have more messages than they have room for. A link has room for as many as some link must carry in the stage, or as
 * some node's link does: with that it makes nobody wait. The pairs of the stage at hand are its edges, numbered from 0.
 *
 * <p>4 bytes for each stage and link. Mutable; one thread.
 */
final class StageLoads {
    static final int NONE = -1;
    /** What a message too much costs in a stage of an earlier pattern; in others 1. */
    static final int EARLIER = 1 << 16;

    private final StagedPairs pairs;
    private final SwitchRoutes routes;
    private final int links;
    private final int longest;
    /** Of each pair, or {@link #NONE}. */
    private final int[] path;
    /** At stage x links + link: messages. */
    private final int[] load;
    /** Of each link: which of the bandwidths it has. At stage x kinds + kind: messages that such a link has room for. */
    private final int[] kind;
    private final int kinds;
    private final int[] room;
    /** The stage at hand, its first pair and how many there are: its edges, numbered from 0. */
    private int stage;
    private int first;
    private int edges;
    /** How many messages are too much, summed over the stage's links. */
    private int excess;
    /** At least the links where these are. */
    private final int[] over;
    private final boolean[] isOver;
    private int overs;
    /** Of each link the first slot of those that hold it, or {@link #NONE}; edge e has slots e x longest and following. */
    private final int[] head;
    private int[] held = {};
    private int[] next;
    private int[] before;
    private final int[] way;
    private int overLink;
    private long looks;

    /**
     * Begins with paths that were chosen already.
     *
     * @param path   of each pair, or {@link #NONE}; this changes it
     * @param must   of each stage: messages that some link must carry
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

    /** For how many messages of the stage at hand a link has room. */
    int room(int link) {
        return room(stage, link);
    }

    int path(int edge) {
        return path[pair(edge)];
    }

    int edges() {
        return edges;
    }

    /** How many messages of the stage are too much, summed over its links. */
    int excess() {
        return excess;
    }

    /** After {@link #cost}: the last link without room, if that was in the stage at hand; or {@link #NONE}. */
    int overLink() {
        return overLink;
    }

    /** After {@link #cost}: whether that link is at a given place of the route. */
    boolean overAt(int side) {
        return way[side] == overLink;
    }

    /** Messages that share a link of which all room was taken, over all stages. */
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

    /** Whether a stage has links with more messages than they have room for. */
    boolean overloaded(int stage) {
        for (int link = 0; link < links; link++) {
            if (load[stage * links + link] > room(stage, link)) {
                return true;
            }
        }
        return false;
    }

    int pair(int edge) {
        return pairs.pair(first + edge);
    }

    /** Makes a stage that at hand. */
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

    /** Some link with more messages than it has room for, of which there is one. */
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

    /** Enters an edge, whose links are in {@link #way}, into the lists of these. */
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

    /** Gives a path to an edge that has none, or is lifted. */
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
     * Takes an edge off its links, to be {@link #put} again.
     *
     * @return its path
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
     * By how much links would have more messages than they have room for, by a path of an edge that is lifted, over all its stages; in
     * earlier patterns it counts {@link #EARLIER} times. So two links with one message too much are better than one link with two.
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
     * The edges that hold a link, the last to come first.
     *
     * @param holders out: as long as the stage has edges, or longer
     * @return how many
     */
    int holders(int link, int[] holders) {
        int count = 0;
        for (int slot = head[link]; slot != NONE; slot = next[slot]) {
            holders[count++] = slot / longest;
        }
        return count;
    }

    /** At which place of an edge's route a link is. */
    int side(int edge, int link) {
        int side = 0;
        while (held[edge * longest + side] != link) {
            side++;
        }
        return side;
    }

    /** How often routes were looked at, taken or given up: a measure of time that is the same on every machine. */
    long looks() {
        return looks;
    }
}
