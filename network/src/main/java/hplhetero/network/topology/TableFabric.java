package hplhetero.network.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Any network of nodes and switches. Links are given one by one. Routes are given by tables that say for each switch, or node, and
 * destination which link is next. There may be several routes to each node, numbered from 0; with InfiniBand, one route for each of the
 * node's LIDs.
 *
 * <p>A <em>vertex</em> is a node, under the node's number, or a switch: switch s is vertex {@code nodes() + s}.
 */
public final class TableFabric implements Fabric {
    /** Value of an entry that is missing. */
    static final int NONE = -1;

    private final List<String> names;
    private final int nodes;
    private final int[] slots;
    /** The first node of the host of each node, indexed by node. */
    private final int[] hosts;
    private final int[] from;
    private final int[] to;
    private final double[] bandwidth;
    /** The next link, or {@link #NONE}; indexed by path, then by vertex x nodes + destination. */
    private final int[][] next;
    private final int longest;
    /** The vertices of the switches at the top of a tree; empty where they are not known. */
    private final List<Integer> roots;

    private TableFabric(Builder builder) {
        names = builder.names;
        nodes = builder.nodes;
        slots = builder.slots.clone();
        hosts = builder.hosts.clone();
        from = builder.from.toArray();
        to = builder.to.toArray();
        bandwidth = builder.bandwidth.stream().mapToDouble(Double::doubleValue).toArray();
        next = Arrays.stream(builder.next).map(int[]::clone).toArray(int[][]::new);
        int most = 0;
        for (int[] table : next) {
            most = Math.max(most, new RouteCheck(names, nodes, to, table).longest());
        }
        longest = most;
        roots = builder.roots;
    }

    private TableFabric(TableFabric other, List<Integer> roots) {
        names = other.names;
        nodes = other.nodes;
        slots = other.slots;
        hosts = other.hosts;
        from = other.from;
        to = other.to;
        bandwidth = other.bandwidth;
        next = other.next;
        longest = other.longest;
        this.roots = roots;
    }

    /**
     * Returns this fabric with the knowledge which switches are the roots of a tree. Who designs forwarding tables takes the levels of
     * switches from these.
     *
     * @param switches numbers of the switches, from 0; empty if the roots are not known
     */
    public TableFabric withRoots(List<Integer> switches) {
        return new TableFabric(this, switches.stream().map(s -> nodes + Objects.checkIndex(s, switches())).distinct().sorted().toList());
    }

    /** Returns the vertices of the switches that are known to be roots of a tree, ascending; empty where they are not known. */
    public List<Integer> roots() {
        return roots;
    }

    /**
     * Returns a fabric of hosts on the switches of their sites. If there is more than one site, each site's switch is linked to one switch
     * in the middle. All messages that leave a site for another share a trunk, and so do all messages that arrive from other sites.
     *
     * @param hosts  names of the hosts
     * @param siteOf site of each host, numbered from 0, indexed by host
     * @param trunk  bandwidth of each trunk, in units of a host's bandwidth
     */
    public static TableFabric sites(List<String> hosts, int[] siteOf, double trunk) {
        return sites(hosts, siteOf, trunk, 1);
    }

    /**
     * Returns a fabric of hosts on the switches of their sites, as {@link #sites(List, int[], double)} does, with long trunks.
     *
     * @param hosts  names of the hosts
     * @param siteOf site of each host, numbered from 0, indexed by host
     * @param trunk  bandwidth of each trunk, in units of a host's bandwidth
     * @param links  number of links of a trunk, one behind the other with switches between, &gt;= 1; a message that passes more links takes
     *               longer
     * @throws IllegalArgumentException when there is not one site for each host, or {@code links} is below 1
     */
    public static TableFabric sites(List<String> hosts, int[] siteOf, double trunk, int links) {
        if (siteOf.length != hosts.size() || links < 1) {
            throw new IllegalArgumentException("hosts=" + hosts.size() + " siteOf=" + siteOf.length + " links=" + links
                    + ": must be as many, and links >= 1");
        }
        int sites = 1 + Arrays.stream(siteOf).max().orElse(0);
        List<String> switches = new ArrayList<>(IntStream.range(0, sites).mapToObj(site -> "site" + site).toList());
        if (sites > 1) {
            switches.add("trunks");
            for (int site = 0; site < sites; site++) {
                for (int link = 1; link < links; link++) {
                    switches.add("trunk" + site + "." + link);
                }
            }
        }
        Builder builder = new Builder(hosts, switches);
        for (int host = 0; host < siteOf.length; host++) {
            builder.cable(host, hosts.size() + Objects.checkIndex(siteOf[host], sites), 1);
        }
        for (int site = 0; site < sites && sites > 1; site++) {
            int end = hosts.size() + site;
            for (int link = 1; link < links; link++) {
                int next = hosts.size() + sites + site * (links - 1) + link;
                builder.cable(end, next, trunk);
                end = next;
            }
            builder.cable(end, hosts.size() + sites, trunk);
        }
        return builder.shortest().build();
    }

    @Override
    public String name() {
        return "table of " + nodes + " nodes, " + switches() + (switches() == 1 ? " switch, " : " switches, ") + from.length + " links"
                + (paths() == 1 ? "" : ", " + paths() + " paths");
    }

    @Override
    public int nodes() {
        return nodes;
    }

    /** Returns the number of switches. */
    public int switches() {
        return names.size() - nodes;
    }

    @Override
    public int paths() {
        return next.length;
    }

    @Override
    public String nodeName(int node) {
        return names.get(Objects.checkIndex(node, nodes));
    }

    /** Returns the name of a node, by its number, or of a switch, by {@link #nodes()} + its number. */
    public String vertexName(int vertex) {
        return names.get(vertex);
    }

    @Override
    public int slots(int node) {
        return slots[node];
    }

    @Override
    public int hostOf(int node) {
        return hosts[node];
    }

    @Override
    public int links() {
        return from.length;
    }

    @Override
    public Link link(int id) {
        return new Link(names.get(from[id]), names.get(to[id]), bandwidth[id]);
    }

    /** Returns the vertex where a link begins: the number of a node, or {@link #nodes()} + the number of a switch. */
    public int from(int link) {
        return from[link];
    }

    /** Returns the vertex where a link ends: the number of a node, or {@link #nodes()} + the number of a switch. */
    public int to(int link) {
        return to[link];
    }

    /**
     * Returns the link by which messages go on that are at a vertex, or -1 where the vertex's table has no entry for their path and
     * destination.
     *
     * @param path   number of the route to the destination, from 0
     * @param vertex number of a node, or {@link #nodes()} + the number of a switch
     * @param node   node to which the messages go
     */
    public int next(int path, int vertex, int node) {
        return next[path][Objects.checkIndex(vertex, names.size()) * nodes + Objects.checkIndex(node, nodes)];
    }

    @Override
    public double bandwidth(int link) {
        return bandwidth[link];
    }

    @Override
    public int longestRoute() {
        return longest;
    }

    @Override
    public int route(int from, int to, int[] links) {
        return route(from, to, 0, links);
    }

    @Override
    public int route(int from, int to, int path, int[] links) {
        Objects.checkIndex(from, nodes);
        Objects.checkIndex(to, nodes);
        int[] table = next[path];
        int hops = 0;
        for (int at = from; at != to; hops++) {
            int link = table[at * nodes + to];
            links[hops] = link;
            at = this.to[link];
        }
        return hops;
    }

    @Override
    public String toString() {
        return name();
    }

    /** A builder of a fabric, which takes its links and tables. For one thread. */
    public static final class Builder {
        private static final int MOST_ENTRIES = 1 << 28;
        private static final int MOST_PATHS = 128;

        private final List<String> names;
        private final int nodes;
        private final int[] slots;
        private final int[] hosts;
        /** The nodes that were named as rails. */
        private final BitSet railed = new BitSet();
        private final IntList from = new IntList();
        private final IntList to = new IntList();
        private final List<Double> bandwidth = new ArrayList<>();
        private int[][] next;
        private List<Integer> roots = List.of();

        /**
         * Makes a builder of a fabric without links, with one path.
         *
         * @param nodes    names of the nodes
         * @param switches names of the switches
         * @throws IllegalArgumentException when there are no nodes, too many, or two vertices of one name
         */
        public Builder(List<String> nodes, List<String> switches) {
            Sizes.atMost("nodes", Sizes.positive("nodes", nodes.size()), MOST_NODES);
            names = new ArrayList<>(nodes);
            names.addAll(switches);
            this.nodes = nodes.size();
            if (names.stream().distinct().count() != names.size()) {
                throw new IllegalArgumentException("names=" + names + ": must differ");
            }
            slots = new int[this.nodes];
            Arrays.fill(slots, ANY_SLOTS);
            hosts = IntStream.range(0, this.nodes).toArray();
            paths(1);
        }

        /**
         * Returns a builder with the nodes, switches, links, hosts and roots of a fabric, under the same numbers, and the largest number of
         * ranks on each node. It has one path, and none of the fabric's forwarding-table entries.
         */
        public static Builder over(TableFabric links) {
            Builder builder = new Builder(links.names.subList(0, links.nodes), links.names.subList(links.nodes, links.names.size()));
            builder.roots = links.roots;
            System.arraycopy(links.slots, 0, builder.slots, 0, links.nodes);
            System.arraycopy(links.hosts, 0, builder.hosts, 0, links.nodes);
            for (int link = 0; link < links.links(); link++) {
                builder.link(links.from[link], links.to[link], links.bandwidth[link]);
            }
            return builder;
        }

        /** Sets the number of routes to each node; the default is 1. Forgets all entries made before. */
        public Builder paths(int paths) {
            Sizes.atMost("paths", Sizes.positive("paths", paths), MOST_PATHS);
            Sizes.atMost("table entries", (long) paths * names.size() * nodes, MOST_ENTRIES);
            next = new int[paths][names.size() * nodes];
            for (int[] table : next) {
                Arrays.fill(table, NONE);
            }
            return this;
        }

        /** Sets the largest number of ranks on each node; any number if this is not called. */
        public Builder slots(int slots) {
            Arrays.fill(this.slots, Sizes.slots(slots));
            return this;
        }

        /**
         * Says that nodes are the network adapters (rails) of one host.
         *
         * @param rails numbers of the nodes, at least one
         * @throws IllegalArgumentException when a node is named twice
         */
        public Builder rails(List<Integer> rails) {
            int host = Collections.min(rails);
            for (int node : rails) {
                if (railed.get(node)) {
                    throw new IllegalArgumentException("node=" + names.get(node) + ": is already an adapter of host "
                            + names.get(hosts[node]) + ", name it once");
                }
                railed.set(node);
                hosts[node] = host;
            }
            return this;
        }

        /** Sets the largest number of ranks on one node. */
        public Builder slots(int node, int slots) {
            this.slots[node] = Sizes.slots(slots);
            return this;
        }

        /**
         * Adds a link in one direction between two vertices, which are nodes or switches.
         *
         * @param from      vertex where the link begins: the number of a node, or the number of nodes + the number of a switch, both from 0
         * @param to        vertex where the link ends, numbered in this way too
         * @param bandwidth bandwidth in units of the fabric's base bandwidth, usually that of a link to a node; &gt; 0
         * @return number of the link; links are counted from 0
         * @throws IllegalArgumentException when both ends are one vertex, or the bandwidth is not positive and finite
         */
        public int link(int from, int to, double bandwidth) {
            Objects.checkIndex(from, names.size());
            Objects.checkIndex(to, names.size());
            if (from == to) {
                throw new IllegalArgumentException("from=" + names.get(from) + " to=" + names.get(to)
                        + ": a link must join two different nodes or switches");
            }
            Sizes.requireBandwidth(bandwidth);
            this.from.add(from);
            this.to.add(to);
            this.bandwidth.add(bandwidth);
            return Sizes.links(this.from.size()) - 1;
        }

        /**
         * Adds two links between two nodes or switches, one in each direction.
         *
         * @param one       vertex at one end: the number of a node, or the number of nodes + the number of a switch, both from 0
         * @param other     vertex at the other end, numbered in this way too
         * @param bandwidth bandwidth of each link, in units of the fabric's base bandwidth, usually that of a link to a node; &gt; 0
         * @return number of the link from {@code one} to {@code other}, counted from 0; the link back has the next number
         * @throws IllegalArgumentException when both ends are one vertex, or the bandwidth is not positive and finite
         */
        public int cable(int one, int other, double bandwidth) {
            int id = link(one, other, bandwidth);
            link(other, one, bandwidth);
            return id;
        }

        /** Returns the number of links added so far. */
        public int links() {
            return from.size();
        }

        /** Returns the vertex where a link begins: the number of a node, or the number of nodes + the number of a switch. */
        public int from(int link) {
            return from.get(link);
        }

        /** Returns the vertex where a link ends: the number of a node, or the number of nodes + the number of a switch. */
        public int to(int link) {
            return to.get(link);
        }

        /**
         * Returns the numbers of the links that lead from one vertex to another, ascending; empty where there are none.
         *
         * @param from vertex where the links begin: the number of a node, or the number of nodes + the number of a switch, both from 0
         * @param to   vertex where the links end, numbered in this way too
         */
        public List<Integer> linksBetween(int from, int to) {
            return IntStream.range(0, this.from.size()).filter(link -> this.from.get(link) == from && this.to.get(link) == to).boxed()
                    .toList();
        }

        /**
         * Sets an entry of a vertex's table, and replaces an entry made before: messages for {@code node} by route {@code path} go on by
         * {@code link} when they are at {@code vertex}.
         *
         * @param path   number of the route to the node, from 0
         * @param vertex number of a node, or the number of nodes + the number of a switch
         * @param node   node to which the messages go
         * @param link   number of the link by which they go on; begins at the vertex
         * @throws IllegalArgumentException when the link does not begin at the vertex
         */
        public Builder next(int path, int vertex, int node, int link) {
            Objects.checkIndex(node, nodes);
            if (from.get(link) != vertex) {
                throw new IllegalArgumentException("vertex=" + names.get(vertex) + " link=" + link + ": begins at "
                        + names.get(from.get(link)));
            }
            next[path][vertex * nodes + node] = link;
            return this;
        }

        /**
         * Makes the forwarding-table entries that are missing, for shortest routes. Where c links of a vertex lead nearer to the
         * destination, an entry takes one of them, counted from 0 in the order in which they were added: number (destination + path) mod c,
         * where path is the number, from 0, of the table that is being filled, as each path between two nodes has a table of its own.
         * A vertex from which no links lead to the destination gets no entry. Messages pass through nodes only where there are no switches.
         *
         * @return this builder
         */
        public Builder shortest() {
            new ShortestRoutes(names.size(), nodes, from, to).fillIn(next);
            return this;
        }

        /**
         * Returns the fabric. A node with one link needs no entries in its forwarding table: it sends everything by this link.
         *
         * @throws NoRouteException when the tables lead a message nowhere, or round for ever
         */
        public TableFabric build() {
            int[] only = new int[nodes];
            Arrays.fill(only, NONE);
            for (int link = 0; link < from.size(); link++) {
                int node = from.get(link);
                if (node < nodes) {
                    only[node] = only[node] == NONE ? link : Integer.MAX_VALUE;
                }
            }
            for (int[] table : next) {
                for (int node = 0; node < nodes; node++) {
                    fillIn(table, node, only[node]);
                }
            }
            return new TableFabric(this);
        }

        private void fillIn(int[] table, int node, int link) {
            for (int other = 0; other < nodes && link >= 0 && link < Integer.MAX_VALUE; other++) {
                if (other != node && table[node * nodes + other] == NONE) {
                    table[node * nodes + other] = link;
                }
            }
        }
    }
}
