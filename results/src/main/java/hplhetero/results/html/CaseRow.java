package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.results.Ranking;
import hplhetero.results.Repeats;
import hplhetero.results.Sweep;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** A row of a table for a case that ran several times. */
record CaseRow(String variant, int n, int nb, String grid, int runs, String seconds, String gflops, String share, String spread,
               boolean alike) {
    private static final int MOST_ROWS = 100;

    /** Returns a row for each case, the fastest first; none where every case ran once. */
    static List<CaseRow> of(Sweep sweep) {
        if (sweep.tests().isEmpty()) {
            return List.of();
        }
        Ranking ranking = Ranking.of(sweep.tests());
        List<Repeats> alike = ranking.alike();
        return !ranking.repeated() ? List.of() : ranking.cases().stream().limit(MOST_ROWS)
                .map(one -> of(one, sweep, alike.contains(one))).toList();
    }

    private static CaseRow of(Repeats one, Sweep sweep, boolean alike) {
        HplCase c = one.hplCase();
        OptionalDouble gflops = one.medianGflops();
        return new CaseRow(c.variantCode(), c.n(), c.nb(), c.p() + " x " + c.q(), one.tests().size(),
                text(one.medianSeconds(), Texts::digits), text(gflops, Texts::digits), sweep.run().peak().map(peak ->
                text(gflops, rate -> Texts.percent(rate / peak.gflops()))).orElse("–"), text(one.spread(), Texts::percent), alike);
    }

    private static String text(OptionalDouble value, DoubleFunction<String> words) {
        return value.isPresent() ? words.apply(value.getAsDouble()) : "–";
    }
}
