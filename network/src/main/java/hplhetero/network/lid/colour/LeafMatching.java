package hplhetero.network.lid.colour;

import java.util.Arrays;

/**
 * What no choice of paths spares in a stage, for at leaf switches too few links are in the lists of the paths: at each end by itself, by
 * augmenting paths (Kuhn). Mutable; one thread.
 */
final class LeafMatching {
    private static final int NONE = -1;
    /** In stages of more edges it is not looked for. */
    private static final int MOST_EDGES = 1 << 14;

    private final SwitchRoutes routes;
    private final StageLoads loads;
    private final int[] way;
    /** Of each link: edges that hold it, the first of them; and of each edge the next. */
    private final int[] count;
    private final int[] holder;
    private int[] nextHolder = {};
    /** Of each link: the last search that came to it. */
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

    /** Of the excess of the stage at hand, at least so much must be; 0 where it is not looked for. */
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
