package hplhetero.hpl.simulate;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.model.ModelInputs;
import java.util.List;

/**
 * The mean costs of a rank's arithmetic.
 *
 * @param update  cost of an update by all of its workers
 * @param panel   cost of a panel's factorization, without messages
 * @param workers number of its worker threads
 */
record RankCosts(UpdateCost update, PanelCost panel, int workers) {

    /**
     * Returns the costs of the ranks that own cells, indexed by rank of the world; null for other ranks. They are the time model's costs,
     * delays included.
     */
    static RankCosts[] of(Cluster cluster, List<LocalLayout> layouts) {
        double delay = ModelInputs.delay(cluster, layouts.stream().mapToInt(LocalLayout::rank).toArray());
        RankCosts[] costs = new RankCosts[cluster.size()];
        for (LocalLayout layout : layouts) {
            RankProfile profile = cluster.ranks().get(layout.rank());
            costs[layout.rank()] = new RankCosts(profile.update().times(delay), profile.panel().times(delay), profile.workers());
        }
        return costs;
    }
}
