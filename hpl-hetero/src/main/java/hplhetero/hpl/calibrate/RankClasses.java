package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Ranks of one kind that were measured alike are taken to be alike: what tells them apart is noise, and a map that follows
 * it makes some rank wait in every step.
 */
public final class RankClasses {
    /** Rates that differ by less may be equal. */
    public static final double NOISE_SHARE = 0.10;
    /** Rates that differ by more are not, however restless the machine is. */
    private static final double MOST_NOISE_SHARE = 0.25;
    /** Peaks that differ by less are of one kind: equal hosts may each have measured theirs. */
    private static final double PEAK_NOISE_SHARE = 0.03;
    /** The local size at which ranks are compared, in rows and columns. */
    private static final int COMPARED_ORDER = 3000;

    private RankClasses() {
    }

    /**
     * The same ranks; those with equal workers and theoretical peak whose update rates lie within {@link #NOISE_SHARE} of the middle one
     * of their kind, or within what the rank itself varied, all have the mean of what these were measured to cost.
     *
     * @param ranks  all of a world, by number
     * @param nb     block size at which they are compared
     * @param doubts how much of that counts: 1 after a calibration, less after a solve that watched them for longer
     */
    public static List<RankProfile> alike(List<RankProfile> ranks, int nb, double doubts) {
        Map<Double, Double> kinds = kindsOfPeaks(ranks);
        return pooled(ranks, r -> List.of(r.workers(), kinds.get(r.peak().gflops())), r -> doubts * tolerance(r), nb);
    }

    /** From each peak to the least of its kind, GFLOPS. */
    private static Map<Double, Double> kindsOfPeaks(List<RankProfile> ranks) {
        Map<Double, Double> kinds = new HashMap<>();
        double least = -1;
        for (double peak : ranks.stream().map(r -> r.peak().gflops()).sorted().toList()) {
            least = peak > (1 + PEAK_NOISE_SHARE) * least ? peak : least;
            kinds.put(peak, least);
        }
        return kinds;
    }

    /**
     * The same of those that share a host, which differ more: there something runs beside one of them sooner than that it is slower.
     * Only where the kind is known.
     */
    public static List<RankProfile> twins(List<RankProfile> ranks, int nb) {
        return pooled(ranks, RankClasses::twinKind, r -> isKnown(r) ? MOST_NOISE_SHARE : 0, nb);
    }

    private static List<Object> twinKind(RankProfile rank) {
        return List.of(rank.host(), rank.workers(), rank.peak());
    }

    /** Two ranks of one host and one known kind that were not measured alike, such as "ranks 0 and 1 on node1"; empty where all were. */
    public static Optional<String> unlikeTwins(List<RankProfile> ranks) {
        Map<List<Object>, RankProfile> kinds = new HashMap<>();
        for (RankProfile rank : ranks) {
            RankProfile twin = isKnown(rank) ? kinds.putIfAbsent(twinKind(rank), rank) : null;
            if (twin != null && !twin.update().equals(rank.update())) {
                return Optional.of("ranks " + twin.rank() + " and " + rank.rank() + " on " + rank.host());
            }
        }
        return Optional.empty();
    }

    /** @param tolerance how far a rank may lie from the middle one of its kind, as a share */
    private static List<RankProfile> pooled(List<RankProfile> ranks, Function<RankProfile, List<Object>> kindOf,
            ToDoubleFunction<RankProfile> tolerance, int nb) {
        Map<List<Object>, List<RankProfile>> kinds = ranks.stream().collect(Collectors.groupingBy(kindOf));
        List<RankProfile> pooled = new ArrayList<>(ranks);
        for (List<RankProfile> kind : kinds.values()) {
            double middle = kind.stream().map(r -> rate(r, nb)).sorted().toList().get(kind.size() / 2);
            List<RankProfile> alike = kind.stream().filter(r -> Math.abs(rate(r, nb) / middle - 1) <= tolerance.applyAsDouble(r)).toList();
            UpdateCost update = new UpdateCost(mean(alike, r -> r.update().perStep()),
                    mean(alike, r -> r.update().perPanelElement()), mean(alike, r -> r.update().perRowElement()),
                    mean(alike, r -> r.update().perSolve()), mean(alike, r -> r.update().perElement()),
                    mean(alike, r -> r.update().perMultiply()));
            PanelCost panel = new PanelCost(mean(alike, r -> r.panel().perColumn()), mean(alike, r -> r.panel().perElement()),
                    mean(alike, r -> r.panel().perMultiply()));
            alike.forEach(r -> pooled.set(r.rank(), r.costing(update, panel)));
        }
        return pooled;
    }

    /** What a rank differs from itself says nothing of how it differs from others of its kind, where the kind is known. */
    private static double tolerance(RankProfile rank) {
        return isKnown(rank) ? Math.clamp(rank.variation(), NOISE_SHARE, MOST_NOISE_SHARE) : NOISE_SHARE;
    }

    private static boolean isKnown(RankProfile rank) {
        return rank.peak().gflops() > 0;
    }

    /** Update rate of a rank at the size at which ranks are compared, GFLOPS. */
    static double rate(RankProfile rank, int nb) {
        return rank.update().gflops(COMPARED_ORDER, COMPARED_ORDER, nb);
    }

    private static double mean(List<RankProfile> ranks, ToDoubleFunction<RankProfile> part) {
        return ranks.stream().mapToDouble(part).average().orElse(0);
    }
}
