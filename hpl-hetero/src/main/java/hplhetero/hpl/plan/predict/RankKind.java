package hplhetero.hpl.plan.predict;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A kind of ranks that are about equally fast.
 *
 * @param ranks  ranks of the kind, the fastest first
 * @param gflops rate of the median rank's updates
 */
public record RankKind(List<Integer> ranks, double gflops) {
    /** Least speed of a rank, as a share of the fastest of its kind: measured speeds of like machines differ by as much. */
    private static final double LEAST_ALIKE_SHARE = 0.95;

    public RankKind {
        ranks = List.copyOf(ranks);
    }

    /**
     * Groups the ranks of a cluster into kinds that are about equally fast, the fastest kind first. Ranks are compared by the rates of
     * their updates in an equal share of a matrix.
     *
     * @param n  order of the matrix
     * @param nb blocking factor
     */
    public static List<RankKind> of(Cluster cluster, int n, int nb) {
        double size = Math.max(1, 0.7 * n / Math.sqrt(cluster.size()));
        double[] speed = cluster.ranks().stream().mapToDouble(rank -> rank.update().gflops(size, size, nb)).toArray();
        List<Integer> sorted = IntStream.range(0, speed.length).boxed()
                .sorted(Comparator.comparingDouble((Integer rank) -> -speed[rank]).thenComparing(rank -> rank)).toList();
        List<RankKind> kinds = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size() || speed[sorted.get(i)] < LEAST_ALIKE_SHARE * speed[sorted.get(first)]) {
                List<Integer> alike = sorted.subList(first, i);
                kinds.add(new RankKind(alike, speed[alike.get(alike.size() / 2)]));
                first = i;
            }
        }
        return kinds;
    }

    /**
     * Returns the profile of the rank of this kind whose speed is the median.
     *
     * @param cluster the cluster that the ranks belong to
     */
    public RankProfile typical(Cluster cluster) {
        return cluster.ranks().get(ranks.get(ranks.size() / 2));
    }
}
