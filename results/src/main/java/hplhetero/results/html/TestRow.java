package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.results.RunDescription.Peak;
import java.util.Locale;
import java.util.Optional;

/** A row of a table for one test. */
record TestRow(String status, String tone, String variant, int n, int nb, String grid, String seconds, String gflops, String share,
               String residual, String perWatt, String note, boolean best) {

    /**
     * Returns the row of a test.
     *
     * @param result what the test gave
     * @param peak   Rpeak, where it is known
     * @param best   whether this is the best test, which the table marks
     */
    static TestRow of(CaseResult result, Optional<Peak> peak, boolean best) {
        HplCase c = result.hplCase();
        boolean solved = result.gflops() > 0;
        double perWatt = Power.gflopsPerWatt(result);
        return new TestRow(Headline.word(result.status()), Headline.tone(result.status()), c.variantCode(), c.n(), c.nb(),
                c.p() + " x " + c.q(), solved ? Texts.digits(result.seconds()) : "–", solved ? Texts.digits(result.gflops()) : "–",
                solved && peak.isPresent() ? Texts.percent(result.gflops() / peak.get().gflops()) : "–",
                result.residual().map(residual -> String.format(Locale.ROOT, "%.3g", residual.scaled())).orElse("–"),
                solved && Double.isFinite(perWatt) ? Texts.digits(perWatt) : "–", note(result), best);
    }

    private static String note(CaseResult result) {
        return result.note().isBlank() && result.singular() ? "a pivot was exactly zero" : result.note();
    }
}
