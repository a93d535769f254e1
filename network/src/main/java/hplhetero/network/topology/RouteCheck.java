package hplhetero.network.topology;

import java.util.Arrays;
import java.util.List;

/** A check that follows the forwarding table of one path from every node to every other node. For one thread. */
final class RouteCheck {
    private static final int UNSEEN = -1;
    private static final int PASSING = -2;

    private final List<String> names;
    private final int nodes;
    /** The vertex where each link ends, indexed by link. */
    private final int[] to;
    /** The next link, or {@link TableFabric#NONE}; indexed by vertex x nodes + destination. */
    private final int[] table;
    /**
     * Number of links from each vertex to the destination at hand, indexed by vertex; {@link #UNSEEN}, or {@link #PASSING} while it is
     * walked.
     */
    private final int[] distance;
    private final int[] trail;

    /**
     * Makes a check of one table.
     *
     * @param names names of the vertices, nodes first
     * @param nodes number of nodes
     * @param to    vertex where each link ends, indexed by link
     * @param table the next link, or {@link TableFabric#NONE}; indexed by vertex x nodes + destination
     */
    RouteCheck(List<String> names, int nodes, int[] to, int[] table) {
        this.names = names;
        this.nodes = nodes;
        this.to = to;
        this.table = table;
        distance = new int[names.size()];
        trail = new int[names.size()];
    }

    /**
     * Returns the length of the longest route, in links.
     *
     * @throws NoRouteException when an entry is missing, or a message would go round for ever
     */
    int longest() {
        int most = 0;
        for (int destination = 0; destination < nodes; destination++) {
            Arrays.fill(distance, UNSEEN);
            distance[destination] = 0;
            for (int node = 0; node < nodes; node++) {
                most = Math.max(most, walk(node, destination));
            }
        }
        return most;
    }

    private int walk(int node, int destination) {
        int length = 0;
        int at = node;
        while (distance[at] == UNSEEN) {
            distance[at] = PASSING;
            trail[length++] = at;
            int link = table[at * nodes + destination];
            if (link == TableFabric.NONE) {
                throw none(node, destination, names.get(at) + " has no entry for " + names.get(destination), at);
            }
            at = to[link];
        }
        if (distance[at] == PASSING) {
            throw none(node, destination, "the route passes " + names.get(at) + " again and again", at);
        }
        for (int hops = distance[at]; length > 0; ) {
            distance[trail[--length]] = ++hops;
        }
        return distance[node];
    }

    private NoRouteException none(int node, int destination, String why, int at) {
        return new NoRouteException("no route from " + names.get(node) + " to " + names.get(destination) + ": " + why, names.get(at));
    }
}
