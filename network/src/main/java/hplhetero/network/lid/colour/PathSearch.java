package hplhetero.network.lid.colour;

import static hplhetero.network.lid.colour.StageLoads.NONE;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A search of paths where not every pair may take every path: each pair has a list of paths, and each path its links. The search goes stage
 * by stage and holds the loads of all stages, so that a choice for one stage does not harm another. A pair takes a path whose links have
 * room. Where there is none, it takes the first chain that works: the pair takes a path of some plane a, the pair that it displaces takes a
 * path of a plane b, a pair displaced there goes to a, and so on, until all have room. With lists of all ways this is edge colouring and
 * never fails. Where no chain works, the pair takes the path that overloads least. A search with a tabu list (min-conflicts) then tries to
 * remove the overloads, within a budget.
 *
 * <p>Deterministic. Mutable; for one thread.
 */
public final class PathSearch {
    private static final int TABU = 8;

    private final SwitchRoutes routes;
    private final StageLoads loads;
    private final LeafMatching matching;
    private final int paths;
    private final SplittableRandom random = new SplittableRandom(1);
    /** Number of looks at routes after which a stage is left as it is. */
    private long limit;

    /** The chain that moved each edge last, indexed by edge. */
    private int[] movedIn = {};
    private int chains;
    /** The last try of {@link #displace} that came to each plane, indexed by plane. */
    private final int[] triedIn;
    private int tries;
    /** Edges that hold the link to which the first edge of a chain comes. */
    private int[] displaced;
    /** Edges that hold a link from which an edge is to be taken. */
    private int[] holders;
    /** Edges that the chain has moved so far, in the first {@link #trail} entries. */
    private int[] trailEdge;
    /** Old paths of the edges that the chain has moved so far, in the first {@link #trail} entries. */
    private int[] trailPath;
    private int trail;
    /** The link that the last edge of a chain overloads, or {@link StageLoads#NONE}. */
    private int over;
    /** Turn of the search until which an edge may not take a path again, at edge x paths + path. */
    private int[] tabuUntil;

    /**
     * Begins with paths that were chosen already.
     *
     * @param pairs  pairs of all stages
     * @param routes links between switches of each pair and path
     * @param path   path of each pair, or -1; the search changes this array
     * @param must   number of messages that some link must carry, indexed by stage
     */
    public PathSearch(StagedPairs pairs, SwitchRoutes routes, int[] path, int[] must) {
        this.routes = routes;
        loads = new StageLoads(pairs, routes, path, must);
        matching = new LeafMatching(routes, loads);
        paths = routes.paths();
        triedIn = new int[routes.links() + 1];
    }

    /**
     * Gives a path, one of the fabric's numbered routes, to each pair of ranks that sends in a stage and has none. Then moves pairs of the
     * stage to other paths, within the budget, so that fewer links carry more messages than they have room for. No such move adds to the
     * overloads in stages of more important patterns, which come earlier.
     *
     * @param stage  number of the stage, from 0, over all patterns of {@link StagedPairs}
     * @param budget the most looks at routes, &gt;= 0, beyond those of a greedy choice
     * @return looks that are left of the budget, 0 .. {@code budget}
     */
    public long place(int stage, long budget) {
        loads.open(stage);
        begin(loads.edges());
        limit = loads.looks() + budget + (long) loads.edges() * paths;
        for (int edge = 0; edge < loads.edges(); edge++) {
            if (loads.path(edge) == NONE) {
                place(edge, stage);
            }
        }
        int forced = loads.excess() > 0 ? matching.forced() : 0;
        if (loads.excess() > forced) {
            repair(forced);
        }
        return Math.clamp(limit - loads.looks(), 0, budget);
    }

    private void begin(int edges) {
        if (movedIn.length < edges) {
            movedIn = new int[edges];
            displaced = new int[edges];
            holders = new int[edges];
            trailEdge = new int[edges];
            trailPath = new int[edges];
            tabuUntil = new int[edges * paths];
        }
        Arrays.fill(movedIn, 0);
        chains = 0;
    }

    /**
     * Returns whether any link between switches carries more messages in a stage than it has room for. A link has room for as many messages
     * as some link must carry in that stage whatever the paths, or as a node's own link carries for the same bandwidth, since so many make
     * no message wait.
     *
     * @param stage number of the stage, from 0, over all patterns of {@link StagedPairs}
     */
    public boolean overloaded(int stage) {
        return loads.overloaded(stage);
    }

    /**
     * Returns the number of messages, over all stages, for which a link between switches has no room on their paths, when the messages of
     * each stage are put on their links one after another. Returns 0 where no link is overloaded.
     */
    public long unsolved() {
        return loads.unsolved();
    }

    private boolean spent() {
        return loads.looks() >= limit;
    }

    private void place(int edge, int turn) {
        int best = NONE;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < paths && least > 0; i++) {
            int by = (i + turn) % paths;
            int cost = loads.cost(edge, by);
            if (cost < least) {
                least = cost;
                best = by;
            }
        }
        if (least > 0 && chain(edge)) {
            return;
        }
        loads.put(edge, best);
    }

    /** Tries to place an edge that is lifted by a chain, so that all have room. Returns whether this worked. */
    private boolean chain(int edge) {
        for (int by = 0; by < paths && !spent(); by++) {
            if (loads.cost(edge, by) == 1 && loads.overLink() != NONE) {
                int displacing = loads.overLink();
                int plane = routes.plane(loads.pair(edge), by);
                int count = loads.holders(displacing, displaced);
                loads.put(edge, by);
                for (int i = 0; i < count; i++) {
                    if (displace(edge, displaced[i], displacing, plane)) {
                        return true;
                    }
                }
                loads.lift(edge);
            }
        }
        return false;
    }

    /** Moves an edge to any of the planes that it may take, and others in turn. Returns whether all have room then. */
    private boolean displace(int edge, int displaced, int displacing, int plane) {
        tries++;
        for (int by = 0; by < paths && !spent(); by++) {
            int to = routes.plane(loads.pair(displaced), by);
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
     * Moves an edge to one plane, the edge that it displaces to another, the next one to the first, and so on, each edge at most once.
     *
     * @param edge       edge that began the chain, and stays
     * @param displaced  edge that moves first
     * @param displacing link from which the first edge moves
     * @param plane      plane that the first edge moves to
     * @param from       plane that the second edge moves to
     * @return whether all have room then; otherwise everything is as before
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
            int side = loads.side(at, link);
            int old = loads.lift(at);
            trailEdge[trail] = at;
            trailPath[trail++] = old;
            int by = cheapest(at, now, side);
            loads.put(at, by == NONE ? old : by);
            if (by == NONE) {
                break;
            }
            if (over == NONE) {
                return true;
            }
            link = over;
            at = unmoved(link);
            now = plane + from - now;
        }
        undo();
        return false;
    }

    /**
     * Returns a path of a plane that overloads nothing, or only one link of this stage, {@link #over}, elsewhere than at {@code side};
     * {@link StageLoads#NONE} where there is none.
     */
    private int cheapest(int edge, int plane, int side) {
        int best = NONE;
        over = NONE;
        int pair = loads.pair(edge);
        for (int by = 0; by < paths; by++) {
            if (routes.plane(pair, by) == plane) {
                int cost = loads.cost(edge, by);
                if (cost == 0) {
                    over = NONE;
                    return by;
                }
                if (best == NONE && cost == 1 && loads.overLink() != NONE && !loads.overAt(side)) {
                    best = by;
                    over = loads.overLink();
                }
            }
        }
        return best;
    }

    private int unmoved(int link) {
        int count = loads.holders(link, holders);
        for (int i = 0; i < count; i++) {
            if (movedIn[holders[i]] != chains) {
                return holders[i];
            }
        }
        return NONE;
    }

    private void undo() {
        while (trail > 0) {
            trail--;
            loads.lift(trailEdge[trail]);
            loads.put(trailEdge[trail], trailPath[trail]);
        }
    }

    /** Removes overloads of the stage, one move after the other, as long as moves lead to fewer overloads in all within the budget. */
    private void repair(int forced) {
        Arrays.fill(tabuUntil, 0);
        Moves moves = new Moves();
        int idle = 4 * loads.edges();
        for (int turn = 1; loads.excess() > forced && !spent() && turn - moves.bestTurn < idle; turn++) {
            moves.step(loads.someOverloaded(random), turn);
        }
        moves.undo();
    }

    /** The search of one stage; remembers the moves made after the best state. */
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

        /** Moves one of the edges that hold a link: the edge and the path with the least cost, any of several. */
        void step(int link, int turn) {
            least = Integer.MAX_VALUE;
            int count = loads.holders(link, holders);
            for (int i = 0; i < count; i++) {
                look(holders[i], turn);
            }
            if (least < Integer.MAX_VALUE) {
                if (size == edge.length) {
                    edge = Arrays.copyOf(edge, 2 * size);
                    from = Arrays.copyOf(from, 2 * size);
                }
                int old = loads.lift(bestEdge);
                loads.put(bestEdge, bestPath);
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
            int old = loads.lift(candidate);
            int now = loads.cost(candidate, old);
            for (int by = 0; by < paths; by++) {
                int delta = by == old ? Integer.MAX_VALUE : loads.cost(candidate, by) - now;
                boolean allowed = tabuUntil[candidate * paths + by] <= turn || cost + delta < best;
                if (by != old && allowed && delta < StageLoads.EARLIER / 2 && delta <= least) {
                    ties = delta < least ? 1 : ties + 1;
                    if (ties == 1 || random.nextInt(ties) == 0) {
                        least = delta;
                        bestEdge = candidate;
                        bestPath = by;
                    }
                }
            }
            loads.put(candidate, old);
        }

        /** Takes back all moves made after the best state. */
        void undo() {
            while (size > 0) {
                size--;
                loads.lift(edge[size]);
                loads.put(edge[size], from[size]);
            }
        }
    }
}
