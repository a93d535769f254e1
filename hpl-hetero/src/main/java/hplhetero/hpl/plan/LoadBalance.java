package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The share that a solve reached of what its ranks can do together, and where the rest went. Both come from the ranks' speeds and from what
 * each rank did for how long, not from a map, so they also hold where block columns changed owners during the solve.
 *
 * @param speeds       GFLOPS of each rank in its share of the first trailing update, indexed by rank
 * @param idealSeconds seconds if every rank did updates all the time, as {@link TimeModel#ideal} returns them
 * @param reached      idealSeconds / seconds of the solve
 * @param lostShares   shares of the solve's time, averaged over the ranks in proportion to their speeds; with {@code reached} they sum to
 *                     1. A share below 0 is a gain: a rank was faster than when it was measured
 */
public record LoadBalance(List<Double> speeds, double idealSeconds, double reached, Map<Loss, Double> lostShares) {

    /** The causes of time that the ideal does not have. */
    public enum Loss {
        /** Idle time of ranks that had less to do than the rank with the most. */
        IMBALANCE("imbalance"),
        /** Time of updates that were slower than measured before. */
        UPDATE("update"),
        /** Time of panel factorization and pivot exchange. */
        PANEL("panel"),
        BROADCAST("broadcast"),
        /** Time of row exchange between ranks; swaps within a rank are part of its update. */
        SWAP("swap"),
        /** Time of back substitution. */
        SOLVE("solve"),
        /** Idle time besides imbalance: for messages, for other workers. */
        WAITING("waiting");

        private final String label;

        Loss(String label) {
            this.label = label;
        }

        /** Returns the name by which reports call this cause of lost time, such as {@code imbalance}. */
        public String label() {
            return label;
        }
    }

    /**
     * Returns how much of the ranks' measured speed a solve has used, and to which causes the rest was lost. Empty where the ranks' speeds
     * were not measured before the solve, or where nothing was solved.
     *
     * @param result the finished solve, with the ranks' speeds and what each rank did for how long
     */
    public static Optional<LoadBalance> of(CaseResult result) {
        return result.cluster().filter(c -> result.seconds() > 0 && !result.ranks().isEmpty() && c.size() >= result.ranks().size())
                .map(c -> of(result, c));
    }

    private static LoadBalance of(CaseResult result, Cluster cluster) {
        List<Double> speeds = speeds(result.hplCase(), cluster);
        double ideal = TimeModel.ideal(cluster, result.hplCase().n(), result.hplCase().nb());
        double reached = ideal / result.seconds();
        return new LoadBalance(speeds, ideal, reached, lostShares(result, speeds, reached));
    }

    /** Returns the rate, in billions of operations a second, of a solve of {@code c} that takes {@link #idealSeconds}. */
    public double idealGflops(HplCase c) {
        return c.flops() / 1e9 / idealSeconds;
    }

    private static List<Double> speeds(HplCase c, Cluster cluster) {
        double m = (double) c.n() / c.p();
        double n = (double) c.n() * c.p() / cluster.size();
        return cluster.ranks().stream().map(r -> r.update().gflops(m, n, c.nb())).toList();
    }

    private static Map<Loss, Double> lostShares(CaseResult result, List<Double> speeds, double reached) {
        double all = sum(speeds);
        Map<Phase, Double> shares = new EnumMap<>(Phase.class);
        double mostBusy = 0;
        double busy = 0;
        for (RankReport rank : result.ranks()) {
            double weight = speeds.get(rank.rank()) / all;
            double wall = rank.workers() * result.seconds();
            rank.seconds().forEach((phase, seconds) -> shares.merge(phase, weight * seconds / wall, Double::sum));
            double mine = 1 - rank.seconds().getOrDefault(Phase.WAITING, 0.0) / wall;
            mostBusy = Math.max(mostBusy, mine);
            busy += weight * mine;
        }
        boolean swapsAlone = result.hplCase().p() == 1;
        double swap = share(shares, Phase.SWAP);
        Map<Loss, Double> lostShares = new EnumMap<>(Loss.class);
        lostShares.put(Loss.IMBALANCE, mostBusy - busy);
        lostShares.put(Loss.UPDATE, share(shares, Phase.PACK, Phase.DTRSM, Phase.DGEMM) + (swapsAlone ? swap : 0) - reached);
        lostShares.put(Loss.PANEL, share(shares, Phase.FACTORIZATION, Phase.PIVOTING));
        lostShares.put(Loss.BROADCAST, share(shares, Phase.BROADCAST));
        lostShares.put(Loss.SWAP, swapsAlone ? 0 : swap);
        lostShares.put(Loss.SOLVE, share(shares, Phase.SOLVE));
        lostShares.put(Loss.WAITING, 1 - mostBusy);
        return lostShares;
    }

    private static double share(Map<Phase, Double> shares, Phase... phases) {
        double sum = 0;
        for (Phase phase : phases) {
            sum += shares.getOrDefault(phase, 0.0);
        }
        return sum;
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns the sum of the theoretical peaks of all ranks of a cluster, in GFLOPS; empty when the peak of some rank is not known. */
    public static Optional<Double> sumOfPeaks(Cluster cluster) {
        List<Double> peaks = cluster.ranks().stream().map(r -> r.peak().gflops()).toList();
        return peaks.stream().allMatch(p -> p > 0) ? Optional.of(sum(peaks)) : Optional.empty();
    }
}
