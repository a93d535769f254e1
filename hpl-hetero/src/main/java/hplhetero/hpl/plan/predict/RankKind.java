package hplhetero.hpl.plan.predict;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ranks that are about as fast.
 *
 * @param ranks  the fastest first
 * @param gflops of the median one's updates
 */
public record RankKind(List<Integer> ranks, double gflops) {
    /** Of the fastest of a kind, what others have at least: measured speeds of like machines differ by as much. */
    private static final double LEAST_ALIKE_SHARE = 0.95;

    public RankKind {
        ranks = List.copyOf(ranks);
    }

    /** The kinds of a cluster, the fastest first, by their speed in an equal share of a matrix of order n. */
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

    /** A rank in the middle of it. */
    public RankProfile typical(Cluster cluster) {
        return cluster.ranks().get(ranks.get(ranks.size() / 2));
    }
}
