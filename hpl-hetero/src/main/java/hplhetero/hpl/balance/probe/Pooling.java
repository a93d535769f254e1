package hplhetero.hpl.balance.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import hplhetero.hpl.balance.PanelCost;
import hplhetero.hpl.balance.RankProfile;
import hplhetero.hpl.balance.UpdateCost;

/**
 * Ranks of one kind that were measured alike are taken to be alike: what tells them apart is noise, and a map that follows
 * it makes some rank wait in every step.
 */
final class Pooling {
    /** The local size at which ranks are compared, in rows and columns. */
    private static final int SIZE = 3000;
    private static final double MOST_TOLERANCE = 0.25;

    private Pooling() {
    }

    /**
     * The same ranks; those with equal workers and theoretical peak whose update rates lie within {@link Calibration#RESTLESS} of
     * the median of their kind, or within what the rank itself varied, all have the mean of what these were measured to cost.
     *
     * @param nb block size at which they are compared
     */
    static List<RankProfile> of(List<RankProfile> ranks, int nb) {
        Map<List<Object>, List<RankProfile>> kinds = ranks.stream().collect(Collectors.groupingBy(r -> List.of(r.workers(), r.peak())));
        List<RankProfile> pooled = new ArrayList<>(ranks);
        for (List<RankProfile> kind : kinds.values()) {
            double median = Fit.median(kind.stream().map(r -> rate(r, nb)).toList());
            List<RankProfile> alike = kind.stream().filter(r -> Math.abs(rate(r, nb) / median - 1) <= tolerance(r)).toList();
            UpdateCost update = new UpdateCost(mean(alike, r -> r.update().perStep()),
                    mean(alike, r -> r.update().perPanelElement()), mean(alike, r -> r.update().perRowElement()),
                    mean(alike, r -> r.update().perSolve()), mean(alike, r -> r.update().perElement()),
                    mean(alike, r -> r.update().perMultiply()));
            PanelCost panel = new PanelCost(mean(alike, r -> r.panel().perColumn()), mean(alike, r -> r.panel().perElement()),
                    mean(alike, r -> r.panel().perMultiply()));
            for (RankProfile r : alike) {
                pooled.set(r.rank(), new RankProfile(r.rank(), r.host(), r.workers(), update, panel, r.memoryBytes(), r.peak(), r.variation()));
            }
        }
        return pooled;
    }

    /** What a rank differs from itself says nothing of how it differs from others of its kind, where the kind is known. */
    private static double tolerance(RankProfile rank) {
        return rank.peak().gflops() > 0 ? Math.clamp(rank.variation(), Calibration.RESTLESS, MOST_TOLERANCE) : Calibration.RESTLESS;
    }

    private static double rate(RankProfile rank, int nb) {
        return rank.update().gflops(SIZE, SIZE, nb);
    }

    private static double mean(List<RankProfile> ranks, ToDoubleFunction<RankProfile> part) {
        return ranks.stream().mapToDouble(part).average().orElse(0);
    }
}
