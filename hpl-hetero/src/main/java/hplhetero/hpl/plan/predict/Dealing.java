package hplhetero.hpl.plan.predict;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.plan.map.Maps;
import hplhetero.hpl.problem.MapSpec;
import java.util.List;
import java.util.Optional;

/**
 * A dealer of blocks to a given grid of many ranks: by netlib's map where the ranks are equal, or too many for another map, otherwise by
 * speed.
 */
final class Dealing {
    private Dealing() {
    }

    /**
     * Returns the map; empty where it does not fit into the ranks' memory beside their work space, which is roughly known.
     *
     * @param depth look-ahead depth
     */
    static Optional<MapSpec.Explicit> on(List<List<Integer>> grid, Cluster cluster, int n, int nb, int depth) {
        int p = grid.size();
        int q = grid.getFirst().size();
        double work = nb * (2.0 * (depth + 1.0) * ((double) n / p + nb) + 6.0 * n / q) + 10.0 * n;
        long[] capacity = cluster.ranks().stream().mapToLong(rank -> (long) Math.max(0, rank.memoryBytes() / (double) Double.BYTES - work))
                .toArray();
        Maps maps = new Maps(n, nb, StepCost.of(cluster, nb), capacity);
        boolean equal = RankKind.of(cluster, n, nb).size() == 1 || cluster.size() > Predictor.MOST_RANKS_SEARCHED;
        return equal ? maps.cyclic(grid) : maps.weighted(grid);
    }
}
