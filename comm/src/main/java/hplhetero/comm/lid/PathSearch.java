package hplhetero.comm.lid;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Chooses paths where not each pair may take each: pairs have lists of paths, each path its links. It goes stage by stage and holds the
 * loads of all, so that what it does in one hurts no other. A pair takes a path whose links have room; else the first chain that works:
 * it takes a path of some plane a, the pair that it displaces takes one of a plane b, whoever that displaces goes to a, and so on, until
 * all have room. With lists of all ways this is edge colouring and never fails. Where no chain works the pair takes the path that
 * overloads least, and a search with a tabu list (min-conflicts) tries to take the overloads away, within a budget.
 *
 * <p>A link has room for as many messages as some link must carry in the stage, or as some node's link does: with that it makes nobody
 * wait. Deterministic. 4 bytes for each stage and link. Mutable; one thread.
 */
final class PathSearch {
    static final int NONE = -1;
    /** What a message too much costs in a stage of an earlier pattern; in others 1. */
    private static final int EARLIER = 1 << 16;
    private static final int TABU = 8;
    private static final int MOST_MATCHED = 1 << 14;

    private final StagedPairs pairs;
    private final SwitchRoutes routes;
    private final int paths;
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
    private final SplittableRandom random = new SplittableRandom(1);
    private long budget;

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
    /** Of each edge: the chain that moved it last. */
    private int[] movedIn;
    private int chains;
    /** Of each plane: the last edge, counted, that tried it. */
    private final int[] triedIn;
    private int tries;
    private int[] holders;
    private int[] trailEdge;
    private int[] trailPath;
    private int trail;
    private int[] tabuUntil = {};

    private final int[] way;
    private int overLink;

    /**
     * Begins with paths that were chosen already.
     *
     * @param path   of each pair, or {@link #NONE}; this changes it
     * @param must   of each stage: messages that some link must carry
     */
    PathSearch(StagedPairs pairs, SwitchRoutes routes, int[] path, int[] must) {
        this.pairs = pairs;
        this.routes = routes;
        this.path = path;
        paths = routes.paths();
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
        triedIn = new int[links];
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

    /**
     * Gives paths to the pairs of a stage that have none, and takes its overloads away as far as that hurts no earlier pattern.
     *
     * @param budget routes that may be looked at, beyond what a greedy choice looks at
     * @return what is left of that
     */
    long place(int stage, long budget) {
        this.budget = budget;
        open(stage);
        for (int edge = 0; edge < edges; edge++) {
            if (path[pair(edge)] == NONE) {
                place(edge, stage);
            }
        }
        int forced = excess > 0 ? forced() : 0;
        if (excess > forced) {
            repair(forced);
        }
        return Math.max(0, this.budget);
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

    private int pair(int edge) {
        return pairs.pair(first + edge);
    }

    private void open(int stage) {
        this.stage = stage;
        first = pairs.start(stage);
        edges = pairs.start(stage + 1) - first;
        if (held.length < edges * longest) {
            held = new int[edges * longest];
            next = new int[edges * longest];
            before = new int[edges * longest];
            movedIn = new int[edges];
            holders = new int[edges];
            trailEdge = new int[edges];
            trailPath = new int[edges];
        }
        Arrays.fill(head, NONE);
        Arrays.fill(held, NONE);
        Arrays.fill(movedIn, 0);
        chains = 0;
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
    private int someOverloaded() {
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

    private void put(int edge, int to) {
        budget--;
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

    /** Takes an edge away; its path must be {@link #put} again. */
    private int lift(int edge) {
        budget--;
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
    private int cost(int edge, int by) {
        int pair = pair(edge);
        int count = routes.route(pair, by, way);
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

    private void place(int edge, int turn) {
        int best = NONE;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < paths && least > 0; i++) {
            int by = (i + turn) % paths;
            int cost = cost(edge, by);
            if (cost < least) {
                least = cost;
                best = by;
            }
        }
        if (least > 0 && chain(edge)) {
            return;
        }
        put(edge, best);
    }

    /** Whether an edge that is lifted could be placed so that all have room. */
    private boolean chain(int edge) {
        for (int by = 0; by < paths && budget > 0; by++) {
            budget--;
            if (cost(edge, by) == 1 && overLink != NONE) {
                int displacing = overLink;
                int plane = routes.plane(pair(edge), by);
                int count = holders(displacing);
                put(edge, by);
                for (int i = 0; i < count; i++) {
                    if (displace(edge, holders[i], displacing, plane)) {
                        return true;
                    }
                }
                lift(edge);
            }
        }
        return false;
    }

    /** How many edges hold a link; which is in {@link #holders}. */
    private int holders(int link) {
        int count = 0;
        for (int slot = head[link]; slot != NONE; slot = next[slot]) {
            holders[count++] = slot / longest;
        }
        return count;
    }

    /** Moves an edge to any of the planes that it may take, and others in turn. */
    private boolean displace(int edge, int displaced, int displacing, int plane) {
        tries++;
        for (int by = 0; by < paths && budget > 0; by++) {
            int to = routes.plane(pair(displaced), by);
            if (to != plane && triedIn[to] != tries) {
                triedIn[to] = tries;
                if (chain(edge, displaced, displacing, to, plane)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Moves an edge to one plane, the edge that it displaces to another, the next one to the first, ..., each at most once.
     *
     * @param edge       that began, and stays
     * @param displacing the link from which it displaces
     */
    private boolean chain(int edge, int displaced, int displacing, int plane, int from) {
        chains++;
        trail = 0;
        movedIn[edge] = chains;
        int at = displaced;
        int now = plane;
        int link = displacing;
        while (at != NONE) {
            movedIn[at] = chains;
            int side = side(at, link);
            int old = lift(at);
            trailEdge[trail] = at;
            trailPath[trail++] = old;
            int by = cheapest(at, now, side);
            put(at, by == NONE ? old : by);
            if (by == NONE) {
                break;
            }
            if (overLink == NONE) {
                return true;
            }
            link = overLink;
            at = unmoved(link);
            now = plane + from - now;
        }
        undo();
        return false;
    }

    /** At which place of an edge's route a link is. */
    private int side(int edge, int link) {
        int side = 0;
        while (held[edge * longest + side] != link) {
            side++;
        }
        return side;
    }

    /** Of a plane, a path that overloads nothing or one link of this stage, {@link #overLink}, elsewhere; or {@link #NONE}. */
    private int cheapest(int edge, int plane, int side) {
        int best = NONE;
        int over = NONE;
        int pair = pair(edge);
        budget -= paths / 4;
        for (int by = 0; by < paths; by++) {
            if (routes.plane(pair, by) == plane) {
                budget--;
                overLink = NONE;
                int cost = cost(edge, by);
                if (cost == 0) {
                    overLink = NONE;
                    return by;
                }
                if (best == NONE && cost == 1 && overLink != NONE && way[side] != overLink) {
                    best = by;
                    over = overLink;
                }
            }
        }
        overLink = over;
        return best;
    }

    private int unmoved(int link) {
        int slot = head[link];
        while (slot != NONE && movedIn[slot / longest] == chains) {
            slot = next[slot];
        }
        return slot == NONE ? NONE : slot / longest;
    }

    private void undo() {
        while (trail > 0) {
            trail--;
            lift(trailEdge[trail]);
            put(trailEdge[trail], trailPath[trail]);
        }
    }

    /**
     * Of the stage's excess, what no choice of paths spares: at each end by itself, messages for which there is no link in the lists of
     * their paths, by augmenting paths (Kuhn); for very large stages it is not known, and 0.
     */
    private int forced() {
        int forced = 0;
        if (edges <= MOST_MATCHED) {
            Matching matching = new Matching();
            for (int edge = 0; edge < edges; edge++) {
                forced += matching.augment(edge, false) ? 0 : 1;
            }
            matching.clear();
            for (int edge = 0; edge < edges; edge++) {
                forced += matching.augment(edge, true) ? 0 : 1;
            }
        }
        return forced;
    }

    /** Gives the stage's edges links at one end, as far as these have room. */
    private final class Matching {
        private final int[] count = new int[links];
        private final int[] holder = new int[links];
        private final int[] nextHolder = new int[edges];
        private final int[] seen = new int[links];
        private int rounds;

        Matching() {
            clear();
        }

        void clear() {
            Arrays.fill(count, 0);
            Arrays.fill(holder, NONE);
        }

        boolean augment(int edge, boolean last) {
            rounds++;
            return find(edge, last);
        }

        private boolean find(int edge, boolean last) {
            for (int by = 0; by < paths; by++) {
                int length = routes.route(pair(edge), by, way);
                if (length == 0) {
                    return true;
                }
                int link = way[last ? length - 1 : 0];
                if (seen[link] != rounds) {
                    seen[link] = rounds;
                    if (count[link] < room(stage, link) || displace(link, last)) {
                        count[link]++;
                        nextHolder[edge] = holder[link];
                        holder[link] = edge;
                        return true;
                    }
                }
            }
            return false;
        }

        private boolean displace(int link, boolean last) {
            int previous = NONE;
            for (int edge = holder[link]; edge != NONE; edge = nextHolder[edge]) {
                int after = nextHolder[edge];
                if (find(edge, last)) {
                    if (previous == NONE) {
                        holder[link] = after;
                    } else {
                        nextHolder[previous] = after;
                    }
                    count[link]--;
                    return true;
                }
                previous = edge;
            }
            return false;
        }
    }

    /** Takes overloads of the stage away, one move after the other, as long as that leads to fewer in all within the budget. */
    private void repair(int forced) {
        if (tabuUntil.length < edges * paths) {
            tabuUntil = new int[edges * paths];
        }
        Arrays.fill(tabuUntil, 0);
        Moves moves = new Moves();
        int idle = 4 * edges;
        for (int turn = 1; excess > forced && budget > 0 && turn - moves.bestTurn < idle; turn++) {
            moves.step(someOverloaded(), turn);
        }
        moves.undo();
    }

    /** The search of one stage; remembers what came after the best. */
    private final class Moves {
        private int[] edge = new int[64];
        private int[] from = new int[64];
        private int size;
        private int cost;
        private int best;
        private int bestTurn;

        private int bestEdge;
        private int bestPath;
        private int least;
        private int ties;

        /** Moves one of the edges that hold a link: that and to where it costs least; of equals any. */
        void step(int link, int turn) {
            least = Integer.MAX_VALUE;
            int count = holders(link);
            for (int i = 0; i < count; i++) {
                look(holders[i], turn);
            }
            if (least < Integer.MAX_VALUE) {
                if (size == edge.length) {
                    edge = Arrays.copyOf(edge, 2 * size);
                    from = Arrays.copyOf(from, 2 * size);
                }
                int old = lift(bestEdge);
                put(bestEdge, bestPath);
                edge[size] = bestEdge;
                from[size++] = old;
                tabuUntil[bestEdge * paths + old] = turn + TABU + random.nextInt(TABU);
                cost += least;
                if (cost < best) {
                    best = cost;
                    bestTurn = turn;
                    size = 0;
                }
            }
        }

        private void look(int candidate, int turn) {
            int old = lift(candidate);
            int now = cost(candidate, old);
            for (int by = 0; by < paths; by++) {
                budget--;
                int delta = by == old ? Integer.MAX_VALUE : cost(candidate, by) - now;
                boolean allowed = tabuUntil[candidate * paths + by] <= turn || cost + delta < best;
                if (by != old && allowed && delta < EARLIER / 2 && delta <= least) {
                    ties = delta < least ? 1 : ties + 1;
                    if (ties == 1 || random.nextInt(ties) == 0) {
                        least = delta;
                        bestEdge = candidate;
                        bestPath = by;
                    }
                }
            }
            put(candidate, old);
        }

        /** Back to the best. */
        void undo() {
            while (size > 0) {
                size--;
                lift(edge[size]);
                put(edge[size], from[size]);
            }
        }
    }
}
