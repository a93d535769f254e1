package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A correction of measured ranks by a finished solve. The solve watched the ranks for longer than the calibration, and at the work for
 * which they are measured. The correction changes how ranks compare with each other, not how fast all of them are together.
 *
 * @param cluster the ranks, corrected
 * @param text    what was found, for people
 */
public record CalibrationCorrection(Cluster cluster, String text) {
    /** Seconds of the longest calibration. A solve that took as long counts half, a shorter solve corrects nothing. */
    private static final double MEASURING_SECONDS = 3;
    /** Relative change of a rank's rate below which a correction is taken for noise. */
    private static final double NOTICEABLE_SHARE = 0.01;
    /** Least share of the time that a rank must have been expected to compute: a less busy rank says little about its speed. */
    private static final double LEAST_BUSY_SHARE = 0.1;
    private static final int MOST_RANKS_LISTED = 4;
    private static final String CORRECTED_BY = ", corrected by the run of ";

    /**
     * Returns the correction of the measured ranks that a finished case suggests. Returns empty where the ranks were not measured before
     * the case, where the solve was short, or where the solve agrees with what was measured. Returns empty too where block columns changed
     * owners during the solve: they do so when a rank's speed changes, and one factor would then mix the speed before with the one after.
     */
    public static Optional<CalibrationCorrection> of(CaseResult result) {
        if (result.cluster().isEmpty() || result.seconds() < MEASURING_SECONDS || result.ranks().isEmpty()
                || result.adaptation().hasMoved()) {
            return Optional.empty();
        }
        Cluster measured = result.cluster().get();
        List<RankProfile> ranks = corrected(measured.ranks(), factors(result, measured), result);
        List<Double> slower = measured.ranks().stream()
                .map(r -> RankClasses.rate(r, result.hplCase().nb()) / RankClasses.rate(ranks.get(r.rank()), result.hplCase().nb()))
                .toList();
        if (slower.stream().allMatch(factor -> Math.abs(factor - 1) < NOTICEABLE_SHARE)) {
            return Optional.empty();
        }
        String origin = measured.origin().split(CORRECTED_BY, 2)[0] + CORRECTED_BY + result.end().truncatedTo(ChronoUnit.SECONDS);
        return Optional.of(new CalibrationCorrection(new Cluster(ranks, measured.network(), origin), text(slower)));
    }

    /**
     * Returns how many times longer each rank computed than the time model expected, relative to all ranks together, indexed by rank of the
     * world. Factors are damped: raised to the power seconds / (seconds + {@link #MEASURING_SECONDS}). A rank that was to compute for less
     * than {@link #LEAST_BUSY_SHARE} of the time has the factor 1.
     */
    private static List<Double> factors(CaseResult result, Cluster measured) {
        HplCase c = result.hplCase();
        Prediction expected = new RunReplay(new ModelInputs(measured, BlockMap.of(c)), SolveVariant.of(c)).run(0);
        double[] ratio = new double[measured.size()];
        double actualSum = 0;
        double expectedSum = 0;
        for (RankReport rank : result.ranks()) {
            double share = expected.busy().get(rank.rank());
            if (share >= LEAST_BUSY_SHARE) {
                double actual = computing(rank, c.p() == 1);
                ratio[rank.rank()] = actual / (share * expected.seconds());
                actualSum += actual;
                expectedSum += share * expected.seconds();
            }
        }
        double common = actualSum / expectedSum;
        double weight = result.seconds() / (result.seconds() + MEASURING_SECONDS);
        return IntStream.range(0, ratio.length).mapToObj(r -> ratio[r] > 0 ? Math.pow(ratio[r] / common, weight) : 1.0).toList();
    }

    /**
     * Returns the seconds for which a rank computed, averaged over its workers. Beside a device many workers have little to do, so only the
     * busy ones count there.
     *
     * @param swaps whether row swaps stay within a rank and so are part of its update
     */
    private static double computing(RankReport rank, boolean swaps) {
        double workers = rank.device().map(DeviceReport::busyWorkers).orElse((double) rank.workers());
        double seconds = Phase.COMPUTING.stream().mapToDouble(phase -> rank.seconds().getOrDefault(phase, 0.0)).sum();
        return (seconds + (swaps ? rank.seconds().getOrDefault(Phase.SWAP, 0.0) : 0)) / workers;
    }

    /**
     * Returns the ranks with corrected costs. Ranks of one kind that performed alike keep equal costs, or get them. The longer the ranks
     * were watched, the smaller the difference that passes for noise.
     */
    private static List<RankProfile> corrected(List<RankProfile> measured, List<Double> factors, CaseResult result) {
        int nb = result.hplCase().nb();
        List<RankProfile> apart = measured.stream().map(r -> r.times(factors.get(r.rank()))).toList();
        return RankClasses.alike(RankClasses.peersAveraged(apart, nb), nb, Math.sqrt(MEASURING_SECONDS / result.seconds()));
    }

    /** Returns a text such as "rank 3 was 5 % slower than measured before, relative to all ranks together". */
    private static String text(List<Double> factors) {
        int worst = IntStream.range(0, factors.size()).boxed().max((a, b) -> Double.compare(Math.abs(factors.get(a) - 1),
                Math.abs(factors.get(b) - 1)))
                .orElseThrow();
        double factor = factors.get(worst);
        List<Integer> same = IntStream.range(0, factors.size()).filter(r -> factors.get(r) == factor).boxed().toList();
        String ranks = same.size() == 1 ? "rank " + worst + " was"
                : "ranks " + same.stream().limit(MOST_RANKS_LISTED).map(String::valueOf).collect(Collectors.joining(", "))
                        + (same.size() > MOST_RANKS_LISTED ? ", ... (" + same.size() + " of " + factors.size() + ")" : "") + " were";
        return String.format(Locale.ROOT, "%s %.0f %% %s than measured before, relative to all ranks together", ranks,
                100 * Math.abs(1 / factor - 1), factor > 1 ? "slower" : "faster");
    }
}
