package hplhetero.network.lid;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.util.Arrays;

/**
 * The choice of one of its LIDs for each node of a job: node i of the job, in the order of the ranks, is reached over root i mod K by all
 * senders. Where the LIDs of the tables lead over different roots from different leaf switches, the choice takes the path nearest to root i
 * mod K, summed over the leaf switches.
 *
 * <p>Source: Naruse, Nakashima, Sumimoto, Kumon, who compare with this method as their reference 14. They do not print how it chooses; of
 * several rules, this is the one with as many contended jobs as theirs. Takes O(nodes x leaf switches x paths).
 */
final class NodeWise {
    private final Placement placement;
    private final int paths;
    private final Ways ways;
    private final int[] route;

    private NodeWise(LidQuestion question) {
        placement = question.placement();
        paths = question.paths();
        ways = new Ways(placement);
        route = new int[placement.fabric().longestRoute()];
    }

    /** Chooses by this class' method the path by which each rank sends to each other rank. */
    static LidChoice choose(LidQuestion question) {
        return new LidChoice(new NodeWise(question).table(), 0);
    }

    private PathTable table() {
        Fabric fabric = placement.fabric();
        int[] pathOf = new int[fabric.nodes()];
        Arrays.fill(pathOf, -1);
        int number = 0;
        for (int rank = 0; rank < placement.ranks(); rank++) {
            int node = placement.nodeOf(rank);
            if (pathOf[node] < 0) {
                pathOf[node] = nearest(number++ % ways.count(), node);
            }
        }
        return PathTable.of(placement.ranks(), (_, to) -> pathOf[placement.nodeOf(to)]);
    }

    private int nearest(long way, int to) {
        int nearest = 0;
        long least = Long.MAX_VALUE;
        for (int path = 0; path < paths && least > 0; path++) {
            long sum = 0;
            for (int from : ways.senders()) {
                int hops = placement.fabric().route(from, to, path, route);
                sum += ways.climbs(route, hops) ? ways.behind(way, route, hops) : 0;
            }
            if (sum < least) {
                least = sum;
                nearest = path;
            }
        }
        return nearest;
    }
}
