package hplhetero.results;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.LoadBalance;
import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.result.CaseResult;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The share that a test reached of what its ranks can do together, in the numbers that reports show. Unlike {@link LoadBalance}, this
 * record needs no cost curves and can be read back from a file.
 *
 * @param origin       where the ranks' speeds come from, in words for people
 * @param idealSeconds seconds the solve would take if every rank did trailing updates all the time
 * @param idealGflops  rate of a solve that takes {@code idealSeconds}, in GFLOPS
 * @param reached      {@code idealSeconds} / seconds of the solve
 * @param lostShares   shares of the solve's time that the ideal does not have, by cause; a share below 0 is a gain
 * @param peakGflops   sum of the ranks' theoretical peaks, in GFLOPS; NaN where one of them is not known
 * @param ranks        speed of every rank, indexed by rank; ranks that took no part are included
 */
public record Balance(String origin, double idealSeconds, double idealGflops, double reached, Map<Loss, Double> lostShares,
                      double peakGflops, List<RankSpeed> ranks) {

    public Balance {
        Map<Loss, Double> inOrder = new EnumMap<>(Loss.class);
        inOrder.putAll(lostShares);
        lostShares = Collections.unmodifiableMap(inOrder);
        ranks = List.copyOf(ranks);
    }

    /**
     * The speed of one rank, as known before the test.
     *
     * @param rank       number of the rank
     * @param gflops     GFLOPS measured in the rank's share of the first trailing update
     * @param variation  spread of repeated measurements: (slowest - fastest) / median
     * @param peakGflops theoretical peak of the rank, in GFLOPS; NaN where not known
     * @param peakSource where the theoretical peak comes from, in words for people
     */
    public record RankSpeed(int rank, double gflops, double variation, double peakGflops, String peakSource) {
    }

    /** Returns the balance of a test; empty where the ranks were not measured or nothing was solved. */
    static Optional<Balance> of(CaseResult result) {
        return LoadBalance.of(result).map(balance -> of(result, balance, result.cluster().orElseThrow()));
    }

    private static Balance of(CaseResult result, LoadBalance balance, Cluster cluster) {
        return new Balance(cluster.origin(), balance.idealSeconds(), balance.idealGflops(result.hplCase()), balance.reached(),
                balance.lostShares(), LoadBalance.sumOfPeaks(cluster).orElse(Double.NaN),
                cluster.ranks().stream().map(rank -> speed(rank, balance.speeds().get(rank.rank()))).toList());
    }

    private static RankSpeed speed(RankProfile rank, double gflops) {
        return new RankSpeed(rank.rank(), gflops, rank.variation(), rank.peak().gflops() > 0 ? rank.peak().gflops() : Double.NaN,
                rank.peak().source());
    }
}
