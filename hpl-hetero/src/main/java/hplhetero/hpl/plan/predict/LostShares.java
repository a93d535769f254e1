package hplhetero.hpl.plan.predict;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.plan.LoadBalance;
import hplhetero.hpl.plan.Plan;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The shares of a machine's peak that a run loses; with {@code reached} they sum to 1.
 *
 * @param peakGflops   sum of the ranks' theoretical peaks; where a peak is not known, sum of their update rates
 * @param updateGflops sum of the ranks' update rates
 * @param peakKnown    whether {@code peakGflops} is theoretical
 * @param reached      share of the peak that the run reaches
 * @param shares       share of the peak that each cause takes
 */
public record LostShares(double peakGflops, double updateGflops, boolean peakKnown, double reached, Map<Cause, Double> shares) {

    /** The causes for which a run does not reach a machine's peak. */
    public enum Cause {
        UPDATES("updates below peak"),
        LEFT_OUT("ranks left out"),
        /** Idle time of ranks that compute less of the time than the busiest. */
        IMBALANCE("imbalance"),
        /** Panel factorization, pivots, and updates of small matrices. */
        PANELS("panels"),
        BROADCAST("panel broadcast"),
        SWAP("row swaps"),
        SOLVE("back substitution"),
        /** Idle time of the busiest rank that has none of the other causes. */
        WAITING("waiting");

        private final String label;

        Cause(String label) {
            this.label = label;
        }

        /** Returns the name by which reports call this cause of a rate below the machine's peak, such as {@code ranks left out}. */
        public String label() {
            return label;
        }
    }

    /**
     * Returns the lost shares of a plan whose prediction has causes. While the busiest rank of all waits, it waits for what lies on the
     * critical path besides updates: its idle time is split in proportion to the seconds of these causes.
     */
    static LostShares of(Cluster cluster, Plan plan) {
        Prediction p = plan.prediction();
        double updates = p.gflops(plan.n()) * p.seconds() / p.ideal();
        double peak = LoadBalance.sumOfPeaks(cluster).orElse(updates);
        double scale = updates / peak;
        double[] weight = weights(cluster, plan);
        Set<Integer> taken = new HashSet<>(plan.map().ranks());
        double used = 0;
        double busy = 0;
        double mostBusy = 0;
        for (int rank = 0; rank < weight.length; rank++) {
            if (taken.contains(rank)) {
                used += weight[rank];
                busy += weight[rank] * p.busy().get(rank);
                mostBusy = Math.max(mostBusy, p.busy().get(rank));
            }
        }
        double waiting = used * (1 - mostBusy);
        double others = p.panel() + p.broadcast() + p.swap() + p.solve();
        double perSecond = others > 0 ? waiting / others : 0;
        Map<Cause, Double> shares = new EnumMap<>(Cause.class);
        shares.put(Cause.UPDATES, 1 - scale);
        shares.put(Cause.LEFT_OUT, scale * (1 - used));
        shares.put(Cause.IMBALANCE, scale * (used * mostBusy - busy));
        shares.put(Cause.PANELS, scale * (busy - p.ideal() / p.seconds() + perSecond * p.panel()));
        shares.put(Cause.BROADCAST, scale * perSecond * p.broadcast());
        shares.put(Cause.SWAP, scale * perSecond * p.swap());
        shares.put(Cause.SOLVE, scale * perSecond * p.solve());
        shares.put(Cause.WAITING, others > 0 ? 0 : scale * waiting);
        return new LostShares(peak, updates, LoadBalance.sumOfPeaks(cluster).isPresent(), p.gflops(plan.n()) / peak, shares);
    }

    /** Returns for each rank its part of the speed of all, indexed by rank. */
    private static double[] weights(Cluster cluster, Plan plan) {
        double m = (double) plan.n() / plan.p();
        double n = (double) plan.n() / plan.q();
        double[] speeds = cluster.ranks().stream().mapToDouble(rank -> rank.update().gflops(m, n, plan.nb())).toArray();
        double sum = 0;
        for (double speed : speeds) {
            sum += speed;
        }
        for (int rank = 0; rank < speeds.length; rank++) {
            speeds[rank] /= sum;
        }
        return speeds;
    }
}
