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
 * One path for all that a rank sends: what an MPI over UCX can follow, where each process is told one path.
 *
 * <p>A search downhill: one rank after the other takes the path with which the squares of all loads of links between switches, summed over
 * all stages, are least, until none changes. It starts twice, with no rank under way and with the ranks taking paths in turn, and keeps the
 * better end; it does not start from path 0, whose tables may be of another kind than the others'. Deterministic; O(rounds x paths x
 * messages x links of a route), and 4 bytes for each stage and link.
 *
 * <p>It needs forwarding tables in which a path is a root, or such as are made for the job and one path a sender. By those in which path p
 * to node d climbs by way d + p, as {@link hplhetero.network.topology.FatTree#withPaths} has them, what a rank sends is scattered over all
 * roots whatever its path.
 */
final class SenderWise {
    private static final int MOST_ROUNDS = 3;
    private static final int NONE = -1;
    /** Squares are sums of many quotients: less than this is none. */
    private static final double LEAST_GAIN = 1e-9;

    private final Placement placement;
    private final List<Traffic> patterns;
    private final int paths;
    private final BitSet betweenSwitches;
    /** By pattern and stage, of each link: bytes / bandwidth. */
    private final float[][][] loads;
    private final int[] route;
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
     * Takes the best path for a rank.
     *
     * @param lowest of these paths
     * @return whether the rank has another than before, or for the first time one
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
     * Passes over all that a rank sends.
     *
     * @param times how often it is added to the loads: 1, 0 or -1
     * @return by how much their squares would grow if it were added once
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

    /** What one rank sends, a stage after the other. */
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
            int hops = fabric.route(placement.nodeOf(rank), placement.nodeOf(to), path, route);
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
            // its sender tells
        }
    }
}
