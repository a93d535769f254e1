package hplhetero.network.lid.colour;

import java.util.Arrays;

/**
 * The excess of a stage that no choice of paths can avoid, because the paths' lists have too few links at leaf switches. It is found at
 * each end by itself, by augmenting paths (Kuhn). Mutable; for one thread.
 */
final class LeafMatching {
    private static final int NONE = -1;
    /** Largest number of edges of a stage for which the unavoidable excess is found. */
    private static final int MOST_EDGES = 1 << 14;

    private final SwitchRoutes routes;
    private final StageLoads loads;
    private final int[] way;
    /** Number of edges that hold each link, indexed by link. */
    private final int[] count;
    /** The first edge that holds each link, indexed by link, or {@link #NONE}. */
    private final int[] holder;
    /** The next edge that holds the same link, indexed by edge, or {@link #NONE}. */
    private int[] nextHolder = {};
    /** The last search that came to each link, indexed by link. */
    private final int[] seen;
    private int searches;

    LeafMatching(SwitchRoutes routes, StageLoads loads) {
        this.routes = routes;
        this.loads = loads;
        way = new int[routes.longest()];
        count = new int[routes.links()];
        holder = new int[routes.links()];
        seen = new int[routes.links()];
    }

    /**
     * Returns a lower bound of the excess of the stage at hand: the number of messages for which links have no room, whatever paths are
     * chosen. Returns 0 where the stage has more than {@value #MOST_EDGES} edges.
     */
    int forced() {
        int edges = loads.edges();
        return edges > MOST_EDGES ? 0 : forced(edges, false) + forced(edges, true);
    }

    private int forced(int edges, boolean last) {
        Arrays.fill(count, 0);
        Arrays.fill(holder, NONE);
        if (nextHolder.length < edges) {
            nextHolder = new int[edges];
        }
        int forced = 0;
        for (int edge = 0; edge < edges; edge++) {
            searches++;
            forced += find(edge, last) ? 0 : 1;
        }
        return forced;
    }

    private boolean find(int edge, boolean last) {
        for (int by = 0; by < routes.paths(); by++) {
            int length = routes.route(loads.pair(edge), by, way);
            if (length == 0) {
                return true;
            }
            int link = way[last ? length - 1 : 0];
            if (seen[link] != searches) {
                seen[link] = searches;
                if (count[link] < loads.room(link) || displace(link, last)) {
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
