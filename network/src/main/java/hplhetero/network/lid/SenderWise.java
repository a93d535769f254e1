package hplhetero.network.lid;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The choice of one path for all messages of a rank. An MPI over UCX can follow this choice, where each process is told one path.
 *
 * <p>The method is a descent. One rank after the other takes the path that gives the least sum of the squared loads of all links between
 * switches over all stages, until no rank changes or three rounds are over. The descent starts twice, once with no rank under way and once
 * with the ranks taking paths in turn, and keeps the better end. Where there are several paths it does not start from path 0, whose tables
 * may be of another kind than those of other paths. Deterministic; takes O(rounds x paths x messages x links of a route), and 4 bytes for
 * each stage and link.
 *
 * <p>The method needs forwarding tables in which a path is a root, or tables made for the job and one path for each sender. Tables such as
 * those of {@link hplhetero.network.topology.FatTree#withPaths}, in which path p to node d climbs by way d + p, scatter a rank's messages
 * over all roots whatever its path.
 */
final class SenderWise {
    private static final int MOST_ROUNDS = 3;
    private static final int NONE = -1;
    /** Smallest relative decrease of the sum of squares that counts as a gain, since squares are sums of many quotients. */
    private static final double LEAST_GAIN = 1e-9;

    private final Placement placement;
    private final List<Traffic> patterns;
    private final int paths;
    private final BitSet betweenSwitches;
    /** Bytes / bandwidth of each link, indexed by pattern, stage and link. */
    private final float[][][] loads;
    private final int[] route;
    /** The path of each rank, indexed by rank; {@link #NONE} for a rank whose messages are not in the loads. */
    private final int[] pathOf;

    private SenderWise(LidQuestion question) {
        placement = question.placement();
        patterns = question.patterns();
        paths = question.paths();
        betweenSwitches = SwitchLinks.of(placement.fabric());
        loads = new float[patterns.size()][][];
        for (int i = 0; i < loads.length; i++) {
            loads[i] = new float[patterns.get(i).stages()][placement.fabric().links()];
        }
        route = new int[placement.fabric().longestRoute()];
        pathOf = new int[placement.ranks()];
        Arrays.fill(pathOf, NONE);
    }

    /** Chooses by this class' method the path by which each rank sends to each other rank. */
    static LidChoice choose(LidQuestion question) {
        SenderWise search = new SenderWise(question);
        int others = Math.max(1, question.paths() - 1);
        for (int rank = 0; rank < search.pathOf.length; rank++) {
            search.improve(rank, question.paths() - others);
        }
        search.descend();
        int[] first = search.pathOf.clone();
        double least = search.squares();
        search.take(IntStream.range(0, first.length).map(rank -> question.paths() - others + rank % others).toArray());
        search.descend();
        int[] best = search.squares() < least * (1 - LEAST_GAIN) ? search.pathOf : first;
        return new LidChoice(PathTable.of(best.length, (from, to) -> best[from]), 0);
    }

    private void descend() {
        boolean changed = true;
        for (int round = 0; changed && round < MOST_ROUNDS; round++) {
            changed = false;
            for (int rank = 0; rank < pathOf.length; rank++) {
                changed |= improve(rank, 0);
            }
        }
    }

    /**
     * Finds and takes the best path for a rank.
     *
     * @param lowest lowest path that may be taken
     * @return whether the rank has another path than before, or a path for the first time
     */
    private boolean improve(int rank, int lowest) {
        int before = pathOf[rank];
        put(rank, NONE);
        int best = Math.max(before, lowest);
        double least = growth(rank, best, 0);
        for (int path = lowest; path < paths; path++) {
            double squares = growth(rank, path, 0);
            if (squares < least * (1 - LEAST_GAIN)) {
                least = squares;
                best = path;
            }
        }
        put(rank, best);
        return best != before;
    }

    private void take(int[] path) {
        for (int rank = 0; rank < path.length; rank++) {
            put(rank, path[rank]);
        }
    }

    private void put(int rank, int path) {
        if (pathOf[rank] != NONE) {
            growth(rank, pathOf[rank], -1);
        }
        if (path != NONE) {
            growth(rank, path, 1);
        }
        pathOf[rank] = path;
    }

    /**
     * Passes over all messages of a rank.
     *
     * @param times how often the messages are added to the loads: 1, 0 or -1
     * @return growth of the sum of squared loads if the messages were added once
     */
    private double growth(int rank, int path, int times) {
        double squares = 0;
        Sender sender = new Sender(rank, path, times);
        for (int i = 0; i < loads.length; i++) {
            for (int stage = 0; stage < loads[i].length; stage++) {
                sender.loads = loads[i][stage];
                patterns.get(i).stage(stage, rank, sender);
                squares += sender.growth;
                sender.growth = 0;
            }
        }
        return squares;
    }

    private double squares() {
        double sum = 0;
        for (float[][] stages : loads) {
            for (float[] links : stages) {
                for (float load : links) {
                    sum += (double) load * load;
                }
            }
        }
        return sum;
    }

    /** The messages of one rank, a stage after the other. */
    private final class Sender implements Traffic.Sink {
        private final int rank;
        private final int path;
        private final int times;
        private float[] loads;
        private double growth;

        Sender(int rank, int path, int times) {
            this.rank = rank;
            this.path = path;
            this.times = times;
        }

        @Override
        public void send(int to, long bytes) {
            Fabric fabric = placement.fabric();
            int hops = placement.together(rank, to) ? 0 : fabric.route(placement.nodeOf(rank), placement.nodeOf(to), path, route);
            for (int i = 0; i < hops; i++) {
                int link = route[i];
                if (betweenSwitches.get(link)) {
                    double more = bytes / fabric.bandwidth(link);
                    growth += more * (2 * loads[link] + more);
                    loads[link] += (float) (times * more);
                }
            }
        }

        @Override
        public void receive(int from, long bytes) {
            // the sender tells of each message
        }
    }
}
