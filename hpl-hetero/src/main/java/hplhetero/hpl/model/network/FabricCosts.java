package hplhetero.hpl.model.network;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.Routes;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The costs of messages between the ranks of a cluster whose routes are known; and, by grid, the loads found so far. For any number of
 * threads.
 */
public final class FabricCosts {
    /** Sum of ranks over the grids whose loads are kept: a search asks for one grid in many variants. */
    private static final int MOST_RANKS_KEPT = 1 << 16;
    private static final int LEAST_GRIDS_KEPT = 2;
    /** Number of memories that a message within a node passes: it is read from one and written to another. */
    private static final int MEMORIES = 2;

    private final Placement placement;
    private final NetworkCost cost;
    private final Network network;
    /**
     * Seconds a byte of each link; then, for messages within nodes, of each rank's memory as it is read, then of each rank's memory as it
     * is written.
     */
    private final double[] perByte;
    private final Map<List<Integer>, GridLoads> grids = new ConcurrentHashMap<>();

    private FabricCosts(Network network, Routes routes) {
        this.network = network;
        placement = routes.placement();
        cost = routes.cost();
        int links = placement.fabric().links();
        perByte = new double[links + MEMORIES * placement.ranks()];
        Arrays.fill(perByte, links, perByte.length, cost.sameHost().secondsPerByte());
        for (int link = 0; link < links; link++) {
            perByte[link] = cost.network().secondsPerByte() / placement.fabric().bandwidth(link);
        }
    }

    /** Returns the costs of a cluster's fabric; empty where the routes are not known. */
    public static Optional<FabricCosts> of(Cluster cluster) {
        return cluster.network().routes().map(routes -> new FabricCosts(cluster.network(), routes));
    }

    /**
     * Returns the answer to how long the links of the fabric take for a grid's messages, in which messages that pass the same link at once
     * slow each other down. The answers for some grids are remembered, so that asking for them again costs little.
     *
     * @param rows    world ranks of each process row, in the order of its columns
     * @param columns world ranks of each process column, in the order of its rows
     */
    public GridLoads loads(int[][] rows, int[][] columns) {
        List<Integer> key = Arrays.stream(rows).flatMapToInt(row -> Arrays.stream(withEnd(row))).boxed().toList();
        if (grids.size() > Math.max(LEAST_GRIDS_KEPT, MOST_RANKS_KEPT / placement.ranks())) {
            grids.clear();
        }
        return grids.computeIfAbsent(key, _ -> new GridLoads(this, rows, columns));
    }

    private static int[] withEnd(int[] row) {
        int[] ended = Arrays.copyOf(row, row.length + 1);
        ended[row.length] = -1;
        return ended;
    }

    /**
     * Returns the number of links and memories together. They are numbered from 0: the fabric's links, then for each rank the memory that
     * it sends from, then for each rank the memory that it receives into.
     */
    int numbers() {
        return perByte.length;
    }

    /**
     * Returns the seconds that a byte takes on a link or memory.
     *
     * @param number number of the link or memory, 0 .. {@link #numbers} - 1
     */
    double perByte(int number) {
        return perByte[number];
    }

    /** Returns a new array for {@link #path} and {@link #link} to write into: room for the numbers of the links of the longest route. */
    public int[] scratch() {
        return new int[Math.max(MEMORIES, placement.fabric().longestRoute())];
    }

    /**
     * Finds the links, or memories, that a message between two different ranks passes.
     *
     * @param path out: numbers of the links or memories; as large as {@link #scratch}
     * @return how many links or memories there are
     */
    int path(int from, int to, int[] path) {
        if (placement.together(from, to)) {
            int links = placement.fabric().links();
            path[0] = links + from;
            path[1] = links + placement.ranks() + to;
            return MEMORIES;
        }
        return placement.route(from, to, path);
    }

    /**
     * Returns the seconds that an empty message takes from one rank to another.
     *
     * @param length number of links on the route; not used where both ranks are on one node
     */
    double startUp(int from, int to, int length) {
        return placement.together(from, to) ? cost.sameHost().startUp(0) : cost.network().startUp(length);
    }

    /** Returns the seconds for which a message between two ranks occupies its sender's thread. */
    double sendOverhead(int from, int to) {
        return placement.together(from, to) ? cost.sameHost().sendOverhead() : cost.network().sendOverhead();
    }

    /**
     * Returns the cost of a message from one rank to another that is alone on its way: start-up + bytes x seconds a byte of the narrowest
     * link.
     *
     * @param from    world rank that sends
     * @param to      world rank that receives, another than {@code from}
     * @param scratch space of {@link #scratch}, used by one thread at a time
     */
    public PairCost link(int from, int to, int[] scratch) {
        int length = path(from, to, scratch);
        double narrowest = 0;
        for (int i = 0; i < length; i++) {
            narrowest = Math.max(narrowest, perByte[scratch[i]]);
        }
        PairCost described = network.links().get(placement.together(from, to) ? PairClass.SAME_HOST : PairClass.OTHER_HOST);
        return new PairCost(startUp(from, to, length), narrowest, described == null ? 0 : described.swapPerByte());
    }
}
