package hplhetero.results;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.util.Arrays;
import java.util.List;

/**
 * The worker seconds of one phase of a solve, over all ranks.
 *
 * @param phase the phase
 * @param min   worker seconds of the rank with the least
 * @param mean  mean worker seconds of a rank
 * @param max   worker seconds of the rank with the most
 * @param share share of the wall time of all workers of all ranks, 0..1
 */
public record PhaseTotals(Phase phase, double min, double mean, double max, double share) {

    /** Returns the totals of every phase on which some rank of a test spent time; an empty list for a test that was not run. */
    public static List<PhaseTotals> of(CaseResult result) {
        return Arrays.stream(Phase.values()).map(phase -> of(phase, result)).filter(t -> t.max > 0).toList();
    }

    private static PhaseTotals of(Phase phase, CaseResult result) {
        var seconds = result.ranks().stream().mapToDouble(r -> r.seconds().getOrDefault(phase, 0.0))
                .summaryStatistics();
        double available = result.seconds() * result.ranks().stream().mapToInt(RankReport::workers).sum();
        return new PhaseTotals(phase, seconds.getMin(), seconds.getAverage(), seconds.getMax(),
                available > 0 ? seconds.getSum() / available : Double.NaN);
    }
}
