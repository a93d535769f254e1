package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A row of a table that compares sweeps: the best test of one sweep, and what the sweep ran on. All components are texts as the table shows
 * them, or numbers.
 */
record SweepRow(String id, String name, String word, String tone, String gflops, String toFirst, String share, String n, String nb,
                  String grid, String seconds, int ranks, String cpu, String blas) {

    /**
     * Returns the row of a sweep.
     *
     * @param id    identifier of the sweep's part in the page
     * @param first best rate of the first sweep, with which this one is compared; NaN where it has none
     */
    static SweepRow of(String id, String name, Sweep sweep, double first) {
        Headline verdict = Headline.of(sweep);
        Optional<CaseResult> best = Headline.best(sweep).map(TestResult::result);
        Optional<HplCase> c = best.map(CaseResult::hplCase);
        double gflops = best.map(CaseResult::gflops).orElse(Double.NaN);
        return new SweepRow(id, name, verdict.word(), verdict.tone(), text(gflops), change(gflops, first),
                sweep.run().peak().filter(peak -> best.isPresent()).map(peak -> Texts.percent(gflops / peak.gflops())).orElse("–"),
                c.map(one -> String.valueOf(one.n())).orElse("–"), c.map(one -> String.valueOf(one.nb())).orElse("–"),
                c.map(one -> one.p() + " x " + one.q()).orElse("–"), text(best.map(CaseResult::seconds).orElse(Double.NaN)),
                sweep.run().ranks(), distinct(sweep, Host::cpuModel), distinct(sweep, host -> host.provider().name()));
    }

    private static String text(double value) {
        return Double.isFinite(value) ? Texts.digits(value) : "–";
    }

    private static String change(double gflops, double first) {
        double change = gflops / first - 1;
        return Double.isFinite(change) ? (change < 0 ? "−" : "+") + Texts.percent(Math.abs(change)) : "–";
    }

    private static String distinct(Sweep sweep, Function<Host, String> what) {
        return sweep.run().hosts().stream().map(what).distinct().collect(Collectors.joining(", "));
    }

    /** Returns the best rate of the first of several sweeps, in GFLOPS; NaN where none of its tests counts. */
    static double best(List<Sweep> sweeps) {
        return Headline.best(sweeps.getFirst()).map(test -> test.result().gflops()).orElse(Double.NaN);
    }
}
