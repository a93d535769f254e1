package hplhetero.network.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The shortest routes of a network that is given link by link. Vertices are nodes, then switches. For one thread. */
final class ShortestRoutes {
    private final int vertices;
    private final int nodes;
    private final IntList from;
    private final IntList to;
    /** The links that begin at each vertex, indexed by vertex. */
    private final List<List<Integer>> outgoing = new ArrayList<>();
    /** The links that end at each vertex, indexed by vertex. */
    private final List<List<Integer>> incoming = new ArrayList<>();

    /**
     * Makes the shortest routes of a network.
     *
     * @param vertices number of nodes and switches
     * @param nodes    number of nodes
     * @param from     vertex where each link begins, indexed by link
     * @param to       vertex where each link ends, indexed by link
     */
    ShortestRoutes(int vertices, int nodes, IntList from, IntList to) {
        this.vertices = vertices;
        this.nodes = nodes;
        this.from = from;
        this.to = to;
        for (int vertex = 0; vertex < vertices; vertex++) {
            outgoing.add(new ArrayList<>());
            incoming.add(new ArrayList<>());
        }
        for (int link = 0; link < from.size(); link++) {
            outgoing.get(from.get(link)).add(link);
            incoming.get(to.get(link)).add(link);
        }
    }

    /**
     * Sets the entries of forwarding tables that are missing. Of c links that lead nearer to a destination, an entry takes number
     * (destination + path) mod c.
     *
     * @param next in and out: the next link, or {@link TableFabric#NONE}; indexed by path, then by vertex x nodes + destination
     */
    void fillIn(int[][] next) {
        int[] distance = new int[vertices];
        for (int node = 0; node < nodes; node++) {
            measure(node, distance);
            for (int vertex = 0; vertex < vertices; vertex++) {
                fillIn(next, vertex, node, distance);
            }
        }
    }

    /** Returns whether messages may pass through a vertex: a switch or, where there are no switches, a node. */
    private boolean forwards(int vertex) {
        return vertex >= nodes || nodes == vertices;
    }

    /** Sets {@code distance} to the number of links from each vertex to a node, or -1 where there is no way. */
    private void measure(int node, int[] distance) {
        Arrays.fill(distance, -1);
        distance[node] = 0;
        int[] queue = new int[distance.length];
        queue[0] = node;
        for (int head = 0, tail = 1; head < tail; head++) {
            int at = queue[head];
            for (int link : at == node || forwards(at) ? incoming.get(at) : Collections.<Integer>emptyList()) {
                int before = from.get(link);
                if (distance[before] < 0) {
                    distance[before] = distance[at] + 1;
                    queue[tail++] = before;
                }
            }
        }
    }

    private void fillIn(int[][] next, int vertex, int node, int[] distance) {
        if (vertex == node || distance[vertex] < 0) {
            return;
        }
        int[] nearer = new int[outgoing.get(vertex).size()];
        int count = 0;
        for (int link : outgoing.get(vertex)) {
            int beyond = to.get(link);
            if (distance[beyond] == distance[vertex] - 1 && (beyond == node || forwards(beyond))) {
                nearer[count++] = link;
            }
        }
        for (int path = 0; path < next.length && count > 0; path++) {
            if (next[path][vertex * nodes + node] == TableFabric.NONE) {
                next[path][vertex * nodes + node] = nearer[(node + path) % count];
            }
        }
    }
}
