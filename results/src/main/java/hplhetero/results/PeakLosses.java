package hplhetero.results;

import hplhetero.hpl.plan.LoadBalance;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.results.RunDescription.Peak;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The steps from a peak down to the rate that a test reached.
 *
 * @param isRpeak whether the peak is Rpeak; else the peak is the sum of the update rates that were measured on the ranks before the test
 * @param gflops  the peak, in GFLOPS
 * @param losses  what each cause took; together with the rate of the test they add up to the peak
 */
public record PeakLosses(boolean isRpeak, double gflops, List<Loss> losses) {
    /** The least loss that stands by itself, as a share of the peak. Smaller ones are added to the remainder. */
    private static final double LEAST = 5e-4;
    private static final double ROUNDING = 1e-9;

    /**
     * A cause, and what it took.
     *
     * @param cause  the cause in a few words
     * @param gflops GFLOPS that were lost; below 0 where they were gained
     */
    public record Loss(String cause, double gflops) {
    }

    public PeakLosses {
        losses = List.copyOf(losses);
    }

    /**
     * Returns the losses of a test; empty where nothing was solved, or neither Rpeak nor the ranks' own rates are known.
     *
     * @param test the test
     * @param peak Rpeak, where it is known
     */
    public static Optional<PeakLosses> of(TestResult test, Optional<Peak> peak) {
        CaseResult result = test.result();
        if (result.seconds() <= 0 || result.gflops() <= 0) {
            return Optional.empty();
        }
        return test.balance().map(balance -> measured(result, balance, peak.map(Peak::gflops).orElse(balance.peakGflops())))
                .or(() -> peak.map(its -> byPhases(result, its.gflops())));
    }

    /**
     * Returns the losses of a test whose ranks were measured before. {@code reached} and the lost shares sum to 1, so Rmax is what remains
     * of the ideal.
     */
    private static PeakLosses measured(CaseResult result, Balance balance, double peak) {
        double ideal = balance.idealGflops();
        boolean fromPeak = peak > 0;
        List<Loss> losses = new ArrayList<>();
        if (fromPeak) {
            losses.add(new Loss("kernels below peak", peak - ideal));
        }
        double unexplained = ideal - result.gflops();
        for (LoadBalance.Loss loss : LoadBalance.Loss.values()) {
            double lost = balance.lostShares().getOrDefault(loss, 0.0) * ideal;
            if (Math.abs(lost) >= LEAST * ideal) {
                losses.add(new Loss(words(loss), lost));
                unexplained -= lost;
            }
        }
        if (Math.abs(unexplained) > ROUNDING * ideal) {
            losses.add(new Loss("other", unexplained));
        }
        return new PeakLosses(fromPeak, fromPeak ? peak : ideal, losses);
    }

    private static String words(LoadBalance.Loss loss) {
        return switch (loss) {
            case IMBALANCE -> "imbalance";
            case UPDATE -> "updates below measured";
            case PANEL -> "panels and pivots";
            case BROADCAST -> "broadcast";
            case SWAP -> "row swaps";
            case SOLVE -> "back substitution";
            case WAITING -> "waiting";
        };
    }

    /** Returns the losses of a test whose ranks were not measured, from the phases' shares of all workers' time. */
    private static PeakLosses byPhases(CaseResult result, double peak) {
        List<Loss> losses = new ArrayList<>();
        double updatesBelowPeak = peak - result.gflops();
        for (PhaseTotals totals : PhaseTotals.of(result)) {
            double lost = totals.share() * peak;
            if (totals.phase() != Phase.DGEMM && totals.phase() != Phase.DTRSM && lost >= LEAST * peak) {
                losses.add(new Loss(totals.phase().label(), lost));
                updatesBelowPeak -= lost;
            }
        }
        losses.add(new Loss("updates below peak", updatesBelowPeak));
        return new PeakLosses(true, peak, losses);
    }
}
