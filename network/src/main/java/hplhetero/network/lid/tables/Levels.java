package hplhetero.network.lid.tables;

import hplhetero.network.topology.TableFabric;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The levels of the switches of a tree: 1 for a leaf, one more for each switch on the way to a root.
 *
 * <p>If the fabric names its roots ({@link TableFabric#roots}), the level follows from a switch's distance from the nearest root. Otherwise
 * it is one more than the distance from the nearest leaf. The leaves are found in two steps, so that a management node at a root, or one on
 * each switch, does not make its switch a leaf.
 * <ol>
 * <li>A switch with nodes is a candidate unless it is linked to a switch with more nodes. If switches that are linked to each other have
 * equally many nodes, none of them is a candidate if one of them is linked to a switch with more.
 * <li>Candidates in the middle of the tree, such as roots of three levels, are not leaves. A candidate is in the middle if its mean
 * distance from all candidates is nearer to the least mean distance of any switch than to the median of the candidates.
 * </ol>
 */
final class Levels {
    private static final int NONE = -1;

    private final TableFabric links;
    private final int nodes;
    private final int[] level;
    /** The switches at the other ends of a switch's links, indexed by vertex; a switch appears once for each cable. */
    private final List<List<Integer>> neighbours = new ArrayList<>();

    private Levels(TableFabric links) {
        this.links = links;
        nodes = links.nodes();
        level = new int[nodes + links.switches()];
        Arrays.fill(level, nodes, level.length, NONE);
        Arrays.setAll(level, vertex -> vertex < nodes ? 0 : NONE);
        IntStream.range(0, level.length).forEach(_ -> neighbours.add(new ArrayList<>()));
        for (int link = 0; link < links.links(); link++) {
            if (links.from(link) >= nodes && links.to(link) >= nodes) {
                neighbours.get(links.from(link)).add(links.to(link));
            }
        }
    }

    /**
     * Returns the level of each vertex: 0 for nodes, 1 for leaves, more for switches above them, and a negative number for switches that
     * are not linked to any of these.
     *
     * @param links the fabric
     * @param last  the link to each node from its switch, indexed by node
     * @throws IllegalArgumentException when the fabric is no tree, as a link joins two switches whose levels do not follow each other
     */
    static int[] of(TableFabric links, int[] last) {
        Levels levels = new Levels(links);
        if (links.nodes() > 1 && links.roots().isEmpty()) {
            levels.spread(levels.leaves(last), 1);
        } else if (links.nodes() > 1) {
            levels.descend(links.roots());
        }
        levels.requireTree();
        return levels.level;
    }

    /** Gives the level {@code first} to some switches, and to all others one more for each link from the nearest of these. */
    private void spread(List<Integer> from, int first) {
        ArrayDeque<Integer> reached = new ArrayDeque<>(from);
        from.forEach(vertex -> level[vertex] = first);
        while (!reached.isEmpty()) {
            int at = reached.remove();
            for (int next : neighbours.get(at)) {
                if (level[next] == NONE) {
                    level[next] = level[at] + 1;
                    reached.add(next);
                }
            }
        }
    }

    private void descend(List<Integer> roots) {
        spread(roots, 1);
        int deepest = Arrays.stream(level).max().orElse(1);
        for (int vertex = nodes; vertex < level.length; vertex++) {
            level[vertex] = level[vertex] == NONE ? NONE : deepest + 1 - level[vertex];
        }
    }

    private List<Integer> leaves(int[] last) {
        int[] count = new int[level.length];
        for (int link : last) {
            count[links.from(link)]++;
        }
        boolean[] above = new boolean[level.length];
        ArrayDeque<Integer> found = new ArrayDeque<>();
        for (int vertex = nodes; vertex < level.length; vertex++) {
            int own = count[vertex];
            if (own > 0 && neighbours.get(vertex).stream().anyMatch(next -> count[next] > own)) {
                above[vertex] = true;
                found.add(vertex);
            }
        }
        while (!found.isEmpty()) {
            int at = found.remove();
            for (int next : neighbours.get(at)) {
                if (!above[next] && count[next] == count[at]) {
                    above[next] = true;
                    found.add(next);
                }
            }
        }
        return outer(IntStream.range(nodes, level.length).filter(vertex -> count[vertex] > 0 && !above[vertex]).boxed().toList());
    }

    /** Returns the candidates for leaves that are not in the middle of the tree. */
    private List<Integer> outer(List<Integer> candidates) {
        long[] sum = new long[level.length];
        for (int candidate : candidates) {
            addDistances(candidate, sum);
        }
        long[] ofCandidates = candidates.stream().mapToLong(vertex -> sum[vertex]).sorted().toArray();
        long median = ofCandidates[ofCandidates.length / 2];
        // a sum of 0 is that of a switch which no way joins to the candidates, or of the only candidate
        long least = IntStream.range(nodes, level.length).mapToLong(vertex -> sum[vertex]).filter(all -> all > 0).min().orElse(0);
        if (candidates.size() == 1) {
            return candidates;
        }
        return candidates.stream().filter(vertex -> 2 * sum[vertex] >= least + median).toList();
    }

    /** Adds to {@code sum} the number of links from each switch to one of them. */
    private void addDistances(int to, long[] sum) {
        int[] distance = new int[level.length];
        Arrays.fill(distance, NONE);
        distance[to] = 0;
        ArrayDeque<Integer> reached = new ArrayDeque<>(List.of(to));
        while (!reached.isEmpty()) {
            int at = reached.remove();
            sum[at] += distance[at];
            for (int next : neighbours.get(at)) {
                if (distance[next] == NONE) {
                    distance[next] = distance[at] + 1;
                    reached.add(next);
                }
            }
        }
    }

    private void requireTree() {
        for (int link = 0; link < links.links(); link++) {
            int from = links.from(link);
            int to = links.to(link);
            if (from >= nodes && to >= nodes && level[from] == level[to] && level[from] != NONE) {
                boolean given = !links.roots().isEmpty();
                int distance = given ? Arrays.stream(level).max().orElse(1) - level[from] : level[from] - 1;
                throw new IllegalArgumentException("link=" + links.vertexName(from) + "->" + links.vertexName(to)
                        + ": joins two switches that are both " + distance + (distance == 1 ? " link" : " links") + " from the nearest "
                        + (given ? "root that is given" : "leaf")
                        + ": tables are designed for fat trees, in which every link leads up or down; say which switches are roots");
            }
        }
    }
}
