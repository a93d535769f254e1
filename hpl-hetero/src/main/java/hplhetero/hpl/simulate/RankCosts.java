package hplhetero.hpl.simulate;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.model.ModelInputs;
import java.util.List;

/**
 * What a rank's arithmetic takes, in the mean.
 *
 * @param update  by all of its workers
 * @param panel   of a panel's factorization, without messages
 * @param workers its worker threads
 */
record RankCosts(UpdateCost update, PanelCost panel, int workers) {

    /** By rank of the world, of those that own cells; as the time model takes them, delays included. */
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
