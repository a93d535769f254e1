package hplhetero.hpl.simulate;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.problem.Slowdown;
import java.util.List;

/**
 * The mean costs of a rank's arithmetic.
 *
 * @param update   cost of an update by all of its workers at the start of the run
 * @param panel    cost of a panel's factorization, without messages, at the start of the run
 * @param workers  number of its worker threads
 * @param slowdown how the costs change while the run goes on: all are multiplied by {@link Slowdown#sinceStart}
 */
record RankCosts(UpdateCost update, PanelCost panel, int workers, Slowdown slowdown) {

    /**
     * Returns the costs of the ranks that own cells, indexed by rank of the world; null for other ranks. They are the time model's costs,
     * delays included.
     *
     * @param slowdowns slowdowns of all ranks, indexed by rank of the world; empty where no rank's speed changes
     */
    static RankCosts[] of(Cluster cluster, List<LocalLayout> layouts, List<Slowdown> slowdowns) {
        double delay = ModelInputs.delay(cluster, layouts.stream().mapToInt(LocalLayout::rank).toArray());
        RankCosts[] costs = new RankCosts[cluster.size()];
        for (LocalLayout layout : layouts) {
            RankProfile profile = cluster.ranks().get(layout.rank());
            costs[layout.rank()] = new RankCosts(profile.update().times(delay), profile.panelAmong(mostOfAColumn(layout)).times(delay),
                    profile.workers(),
                    slowdowns.isEmpty() ? Slowdown.NONE : slowdowns.get(layout.rank()));
        }
        return costs;
    }

    /** Returns the number of ranks of the process column with the most ranks in which a rank owns cells. */
    private static int mostOfAColumn(LocalLayout layout) {
        return layout.localColumns().stream().mapToInt(own -> LocalLayout.columnMembers(layout.map().grid(), own.column()).length).max()
                .orElse(1);
    }
}
