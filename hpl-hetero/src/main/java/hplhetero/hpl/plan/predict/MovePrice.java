package hplhetero.hpl.plan.predict;

import hplhetero.hpl.adapt.Move;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.grid.BlockMap;
import java.util.Arrays;

/**
 * The price of a move of block columns in virtual time. Each rank sends and receives its columns at once, at the rate of the links to the
 * ranks that it exchanges them with; what goes between two sites shares one link. Then the workers of each rank
 * whose columns change close the gaps in its part of the matrix.
 */
final class MovePrice {
    private static final int DOUBLE_BYTES = 8;
    /** Bytes a second that one worker copies, to a buffer and back. */
    private static final double COPY_BYTES_PER_SECOND = 5e9;
    /** Number of workers from which on the memory is no faster. */
    private static final int MOST_COPYING = 8;
    /** Seconds in which ranks agree, and make their buffers and communicators anew. */
    private static final double REBUILD_SECONDS = 0.02;

    private final Network network;
    /** Bytes a second at which each rank closes gaps, indexed by rank. */
    private final double[] copied;

    MovePrice(Cluster cluster) {
        network = cluster.network();
        copied = cluster.ranks().stream().mapToDouble(rank -> COPY_BYTES_PER_SECOND * Math.min(rank.workers(), MOST_COPYING)).toArray();
    }

    /**
     * Returns the seconds from when the ranks have stopped until they go on.
     *
     * @param before which rank owns which block before
     * @param move   the move
     */
    double seconds(BlockMap before, Move move) {
        int ranks = network.hostOf().size();
        double[] sending = new double[ranks];
        double[] receiving = new double[ranks];
        double[] local = new double[ranks];
        boolean[] changes = new boolean[ranks];
        double sites = 0;
        long[] rows = new long[before.grid().rows()];
        for (int i = 0; i < before.panels(); i++) {
            rows[before.rho()[i]] += before.width(i);
        }
        for (int j = move.first(); j < move.kappa().length; j++) {
            for (int r = 0; r < rows.length; r++) {
                double bytes = (double) DOUBLE_BYTES * rows[r] * Math.min(before.nb(), before.n() + 1 - j * before.nb());
                int from = before.grid().owner(r, before.kappa()[j]);
                int to = before.grid().owner(r, move.kappa()[j]);
                local[from] += bytes / copied[from];
                if (from != to) {
                    changes[from] = true;
                    changes[to] = true;
                    PairCost link = network.link(from, to);
                    sending[from] += link.seconds(bytes);
                    receiving[to] += link.seconds(bytes);
                    sites += network.pair(from, to) == PairClass.OTHER_SITE ? link.seconds(bytes) : 0;
                }
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            local[rank] = changes[rank] ? local[rank] : 0;
        }
        double links = Math.max(sites, Math.max(most(sending), most(receiving)));
        return REBUILD_SECONDS + links + most(local);
    }

    private static double most(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }
}
