package hplhetero.results.html;

import hplhetero.hpl.result.CaseResult;
import hplhetero.results.PeakLosses;
import hplhetero.results.RunDescription.Peak;
import hplhetero.results.TestResult;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.Svg.Caption;
import hplhetero.results.chart.Theme;
import hplhetero.results.chart.Waterfall;
import hplhetero.results.chart.Waterfall.Amounts;
import hplhetero.results.chart.Waterfall.Change;
import hplhetero.results.chart.Waterfall.Colours;
import java.util.List;
import java.util.Optional;

/** The picture of where the share of peak went: from Rpeak, or from the measured rates of the ranks, down to Rmax. */
final class PeakFigure {
    private static final String TITLE = "Where the peak went";
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
        return PeakLosses.of(test, peak).map(losses -> drawn(amounts(losses, result), test.balance().isPresent()))
                .orElse(Figure.missing(TITLE, "Neither Rpeak nor the ranks' own rates are known."));
    }

    private static Amounts amounts(PeakLosses losses, CaseResult result) {
        return new Amounts(losses.isRpeak() ? "Rpeak" : "sum of the ranks' rates", losses.gflops(),
                losses.losses().stream().map(loss -> new Change(loss.cause(), -loss.gflops())).toList(), reached(result));
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
}
