package hplhetero.results.network;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A fabric as a graph. Vertices are the nodes, under their own numbers, followed by the switches. A cable joins two vertices by a link and,
 * if there is one, the link back. The layer of a vertex is its distance to the nearest node: nodes are layer 0, switches with nodes layer
 * 1.
 */
final class NetworkGraph {
    private final Fabric fabric;
    private final List<String> names = new ArrayList<>();
    private final List<Cable> cables = new ArrayList<>();
    private final int[] layer;

    /**
     * The connection of two vertices, of which {@code a} is in the same layer as {@code b} or in a lower one.
     *
     * @param up        the link from a to b, if there is one
     * @param down      the link from b to a, if there is one
     * @param bandwidth bandwidth of each link, in units of the fabric's base bandwidth
     */
    record Cable(int a, int b, int[] up, int[] down, double bandwidth) {

        /** Returns this cable with its ends exchanged. */
        Cable turned() {
            return new Cable(b, a, down, up, bandwidth);
        }
    }

    NetworkGraph(Fabric fabric) {
        this.fabric = fabric;
        Map<String, Integer> numbers = new HashMap<>();
        for (int node = 0; node < fabric.nodes(); node++) {
            numbers.put(fabric.nodeName(node), node);
            names.add(fabric.nodeName(node));
        }
        // the places in found of links whose way back has not been met yet, by from and to
        Map<Long, ArrayDeque<Integer>> open = new HashMap<>();
        List<Cable> found = new ArrayList<>();
        for (int id = 0; id < fabric.links(); id++) {
            Link link = fabric.link(id);
            int from = number(numbers, link.from());
            int to = number(numbers, link.to());
            ArrayDeque<Integer> waiting = open.getOrDefault(key(to, from), new ArrayDeque<>());
            if (waiting.isEmpty()) {
                open.computeIfAbsent(key(from, to), _ -> new ArrayDeque<>()).add(found.size());
                found.add(new Cable(from, to, new int[] {id}, Sketch.none(), link.bandwidth()));
            } else {
                int place = waiting.remove();
                Cable first = found.get(place);
                found.set(place, new Cable(first.a(), first.b(), first.up(), new int[] {id}, first.bandwidth()));
            }
        }
        layer = layers(found);
        // switches that no node reaches carry nothing and are not drawn
        found.stream().filter(cable -> layer[cable.a()] < Integer.MAX_VALUE)
                .forEach(cable -> cables.add(layer[cable.a()] > layer[cable.b()] ? cable.turned() : cable));
    }

    private int number(Map<String, Integer> numbers, String name) {
        return numbers.computeIfAbsent(name, added -> {
            names.add(added);
            return names.size() - 1;
        });
    }

    private static long key(int from, int to) {
        return (long) from << 32 | to;
    }

    private int[] layers(List<Cable> all) {
        int[] layers = new int[names.size()];
        Arrays.fill(layers, fabric.nodes(), layers.length, Integer.MAX_VALUE);
        List<List<Integer>> next = new ArrayList<>();
        names.forEach(_ -> next.add(new ArrayList<>()));
        all.forEach(cable -> {
            next.get(cable.a()).add(cable.b());
            next.get(cable.b()).add(cable.a());
        });
        int[] queue = new int[layers.length];
        int tail = fabric.nodes();
        Arrays.setAll(queue, i -> i);
        for (int head = 0; head < tail; head++) {
            for (int to : next.get(queue[head])) {
                if (layers[to] == Integer.MAX_VALUE) {
                    layers[to] = layers[queue[head]] + 1;
                    queue[tail++] = to;
                }
            }
        }
        return layers;
    }

    /** Returns the fabric that this graph shows. */
    Fabric fabric() {
        return fabric;
    }

    /** Returns the number of vertices: nodes and switches. */
    int vertices() {
        return names.size();
    }

    /** Returns the name of the vertex with number {@code vertex}. */
    String name(int vertex) {
        return names.get(vertex);
    }

    /**
     * Returns the layer of the vertex with number {@code vertex}: its distance to the nearest node; {@link Integer#MAX_VALUE} where no
     * cable leads to a node.
     */
    int layer(int vertex) {
        return layer[vertex];
    }

    /** Returns the number of layers, that of the nodes included. */
    int layers() {
        return 1 + Arrays.stream(layer).filter(each -> each < Integer.MAX_VALUE).max().orElse(0);
    }

    /** Returns all cables of the fabric. */
    List<Cable> cables() {
        return cables;
    }
}
