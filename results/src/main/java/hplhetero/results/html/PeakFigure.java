package hplhetero.results.html;

import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.results.Balance;
import hplhetero.results.PhaseTotals;
import hplhetero.results.RunDescription.Peak;
import hplhetero.results.TestResult;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.Svg.Caption;
import hplhetero.results.chart.Theme;
import hplhetero.results.chart.Waterfall;
import hplhetero.results.chart.Waterfall.Amounts;
import hplhetero.results.chart.Waterfall.Change;
import hplhetero.results.chart.Waterfall.Colours;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The picture of where the share of peak went: from Rpeak, or from the measured rates of the ranks, down to Rmax. */
final class PeakFigure {
    private static final String TITLE = "Where the peak went";
    /** The least change that is shown, as a share of the first amount. Smaller changes cannot be seen, and are added to the remainder. */
    private static final double LEAST_SHOWN = 5e-4;
    private static final double ROUNDING = 1e-9;
    private static final Colours COLOURS = new Colours(new Kind("amount", Theme.PAGE.colour("computing", "#0072b2")),
            new Kind("lost", Theme.PAGE.colour("loss", "#d55e00")), new Kind("gained", Theme.PAGE.colour("gain", "#009e73")));

    private PeakFigure() {
    }

    /**
     * Returns the picture of a test, or a figure that says why there is none.
     *
     * @param test the test
     * @param peak Rpeak, where it is known
     */
    static Figure of(TestResult test, Optional<Peak> peak) {
        CaseResult result = test.result();
        if (result.seconds() <= 0 || result.gflops() <= 0) {
            return Figure.missing(TITLE, "Nothing was solved.");
        }
        Optional<Amounts> amounts = test.balance().map(balance -> measured(result, balance, peak.map(Peak::gflops)
                .orElse(balance.peakGflops()))).or(() -> peak.map(p -> byPhases(result, p.gflops())));
        return amounts.map(found -> drawn(found, test.balance().isPresent()))
                .orElse(Figure.missing(TITLE, "Neither Rpeak nor the ranks' own rates are known."));
    }

    private static String reached(CaseResult result) {
        return Headline.rateTitle(result.status()) + ", what was reached";
    }

    private static Figure drawn(Amounts amounts, boolean balanced) {
        String words = balanced ? "The update rates of the ranks were measured before the test. Each bar shows what one cause "
                + "took. A green bar is a gain: faster than measured."
                : "Each phase except the update takes its share of the workers' time from the peak. The rest is the distance of "
                        + "the updates' rate from the peak.";
        String described = "From " + Texts.gflops(amounts.amount()) + " to " + Texts.gflops(amounts.left()) + ", "
                + Texts.percent(amounts.left() / amounts.amount());
        return Figure.of(TITLE, Waterfall.inPage(new Caption(TITLE, described), "GFLOPS", amounts, COLOURS), List.of(), words);
    }

    /**
     * Returns the amounts of a test whose ranks were measured before. {@code reached} and the lost shares sum to 1, so Rmax is what remains
     * of the ideal.
     */
    private static Amounts measured(CaseResult result, Balance balance, double peak) {
        double ideal = balance.idealGflops();
        boolean fromPeak = peak > 0;
        List<Change> changes = new ArrayList<>();
        if (fromPeak) {
            changes.add(new Change("kernels below peak", ideal - peak));
        }
        double unexplained = result.gflops() - ideal;
        for (Loss loss : Loss.values()) {
            double change = -balance.lostShares().getOrDefault(loss, 0.0) * ideal;
            if (Math.abs(change) >= LEAST_SHOWN * ideal) {
                changes.add(new Change(words(loss), change));
                unexplained -= change;
            }
        }
        if (Math.abs(unexplained) > ROUNDING * ideal) {
            changes.add(new Change("other", unexplained));
        }
        return new Amounts(fromPeak ? "Rpeak" : "sum of the ranks' rates", fromPeak ? peak : ideal, changes, reached(result));
    }

    private static String words(Loss loss) {
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

    /** Returns the amounts of a test whose ranks were not measured, from the phases' shares of all workers' time. */
    private static Amounts byPhases(CaseResult result, double peak) {
        List<Change> changes = new ArrayList<>();
        double updatesBelowPeak = result.gflops() - peak;
        for (PhaseTotals totals : PhaseTotals.of(result)) {
            double change = -totals.share() * peak;
            if (!updates(totals.phase()) && -change >= LEAST_SHOWN * peak) {
                changes.add(new Change(totals.phase().label(), change));
                updatesBelowPeak -= change;
            }
        }
        changes.add(new Change("updates below peak", updatesBelowPeak));
        return new Amounts("Rpeak", peak, changes, reached(result));
    }

    private static boolean updates(Phase phase) {
        return phase == Phase.DGEMM || phase == Phase.DTRSM;
    }
}
