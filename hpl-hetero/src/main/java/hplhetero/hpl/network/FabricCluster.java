package hplhetero.hpl.network;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.Routes;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Makes clusters whose ranks sit on a fabric that is described. */
public final class FabricCluster {
    /**
     * Rate of a panel factorization relative to that of updates: panels are long and narrow. A rule of thumb for ranks of which only the
     * updates' rate is known.
     */
    private static final double PANEL_SHARE = 0.25;
    /** Number of pairs of ranks whose routes are looked at to tell how long routes are. */
    private static final int MOST_PAIRS = 256;

    private FabricCluster() {
    }

    /**
     * Returns a cluster of equal ranks with one worker each, of which nothing is known but where they sit and the rate of their updates.
     *
     * @param placement nodes of the fabric on which the ranks sit
     * @param cost      cost of messages over the fabric's links
     * @param gflops    rate of each rank's updates, in billions of operations a second
     * @param origin    where the numbers come from, for people
     */
    public static Cluster alike(Placement placement, NetworkCost cost, double gflops, String origin) {
        Fabric fabric = placement.fabric();
        List<RankProfile> ranks = IntStream.range(0, placement.ranks())
                .mapToObj(rank -> new RankProfile(rank, fabric.nodeName(fabric.hostOf(placement.nodeOf(rank))), 1,
                        UpdateCost.constant(gflops), PanelCost.constant(gflops * PANEL_SHARE), Long.MAX_VALUE, Peak.UNKNOWN, 0)).toList();
        return new Cluster(ranks, network(placement, cost, Map.of()), origin);
    }

    /**
     * Returns a cluster with the ranks of another one, placed on a fabric. Row swaps take as much time of a rank's own thread as in the
     * given cluster.
     *
     * @param placement nodes of the fabric on which the ranks sit
     * @param cost      cost of messages over the fabric's links
     * @param cluster   the ranks, and the network that the fabric replaces
     */
    public static Cluster on(Placement placement, NetworkCost cost, Cluster cluster) {
        return new Cluster(cluster.ranks(), network(placement, cost, cluster.network().links()), cluster.origin());
    }

    private static Network network(Placement placement, NetworkCost cost, Map<PairClass, PairCost> known) {
        Map<PairClass, PairCost> links = new EnumMap<>(PairClass.class);
        links.put(PairClass.SAME_HOST, new PairCost(cost.sameHost().startUp(0), cost.sameHost().secondsPerByte(),
                swap(known, PairClass.SAME_HOST)));
        links.put(PairClass.OTHER_HOST, new PairCost(cost.network().startUp(typicalLinks(placement)), cost.network().secondsPerByte(),
                swap(known, PairClass.OTHER_HOST)));
        return Network.on(new Routes(placement, cost), links);
    }

    private static double swap(Map<PairClass, PairCost> known, PairClass pair) {
        return known.containsKey(pair) ? known.get(pair).swapPerByte() : 0;
    }

    /** Returns the mean number of links on the routes between some pairs of ranks. */
    private static int typicalLinks(Placement placement) {
        int[] route = new int[placement.fabric().longestRoute()];
        long ranks = placement.ranks();
        return (int) Math.round(IntStream.range(0, MOST_PAIRS)
                .map(i -> placement.route((int) (i * ranks / MOST_PAIRS), (int) ((i * 37L + 1) % MOST_PAIRS * ranks / MOST_PAIRS), route))
                .average().orElse(0));
    }
}
