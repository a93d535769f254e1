package hplhetero.run;

import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Warnings for people about what a calibration could not tell or tells wrongly. */
final class CalibrationRemarks {
    /** Local order of the matrix at which the rates of ranks are compared. */
    private static final int TYPICAL_N = 4000;

    private CalibrationRemarks() {
    }

    /**
     * Returns all remarks about a calibration; empty where there is nothing to say.
     *
     * @param nb       block size at which ranks are compared
     * @param slowdown how many times slower each rank was made, by rank; empty: no rank was slowed
     */
    static List<String> of(Cluster cluster, int nb, List<Double> slowdown) {
        List<String> remarks = new ArrayList<>();
        Calibration.variedRates(cluster).ifPresent(remarks::add);
        Calibration.doubt(cluster).ifPresent(doubt -> remarks.add(doubt + ": another program ran beside one of them, measure again"));
        if (!slowdown.isEmpty()) {
            upsideDown(cluster, nb, slowdown).ifPresent(remarks::add);
        }
        return remarks;
    }

    /** Returns a remark naming two ranks of one host where the rank that was slowed more was measured as the faster one. */
    private static Optional<String> upsideDown(Cluster cluster, int nb, List<Double> slowdown) {
        for (RankProfile fast : cluster.ranks()) {
            for (RankProfile slow : cluster.ranks()) {
                boolean alike = fast.host().equals(slow.host()) && fast.workers() == slow.workers();
                if (alike && slowdown.get(slow.rank()) > slowdown.get(fast.rank()) && gflops(slow, nb) > gflops(fast, nb)) {
                    return Optional.of(String.format(Locale.ROOT,
                            "rank %d was slowed %s times and rank %d %s times, but rank %d was measured as faster (%.1f and %.1f GFLOPS): "
                            + "these speeds are wrong, measure again", slow.rank(), slowdown.get(slow.rank()), fast.rank(),
                            slowdown.get(fast.rank()),
                            slow.rank(), gflops(slow, nb), gflops(fast, nb)));
                }
            }
        }
        return Optional.empty();
    }

    private static double gflops(RankProfile rank, int nb) {
        return rank.update().gflops(TYPICAL_N, TYPICAL_N, nb);
    }
}
