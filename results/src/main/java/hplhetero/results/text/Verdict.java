package hplhetero.results.text;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.Disturbance;
import hplhetero.results.Ranking;
import hplhetero.results.Repeats;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.CFormat;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import java.util.List;

/**
 * The end of a run in one line for people, the last line that they see.
 *
 * @param kind  how good the end is
 * @param word  the end in capitals, such as {@code PASSED}
 * @param about the results that count
 */
public record Verdict(Kind kind, String word, String about) {
    private static final int DIGITS = 3;

    /** The goodness of an end, like the colours of a traffic light, and whether the run was broken off. */
    public enum Kind { GOOD, MIXED, BAD, BROKEN_OFF }

    /**
     * Returns the line on how a sweep, all tests that were asked for, has ended: such as passed, failed, skipped, not checked, or broken
     * off where it was cut short. Gives the best rate of the tests where there is one.
     */
    public static Verdict of(Sweep sweep) {
        boolean brokenOff = sweep.tests().size() < sweep.requestedTests() || sweep.tests().stream().anyMatch(Verdict::inTheCheck);
        if (brokenOff) {
            return brokenOff(sweep);
        }
        if (sweep.tests().stream().allMatch(test -> Repeats.counts(test) && test.result().hplCase().n() == 0)) {
            return new Verdict(Kind.MIXED, "NOTHING SOLVED", "N=0, " + sweep.requestedTests() + " of " + sweep.requestedTests());
        }
        return (sweep.requestedTests() == 1 ? one(sweep.tests().getFirst().result(), sweep.run()) : all(sweep))
                .with(disturbed(sweep) + emulated(sweep));
    }

    private Verdict with(String more) {
        return new Verdict(kind, word, about + more);
    }

    /** Returns what kept tests with rates that count from the machine's rate; of several tests, also how many. Empty where nothing did. */
    private static String disturbed(Sweep sweep) {
        List<List<Disturbance>> found = sweep.tests().stream().filter(Repeats::counts).map(test -> Disturbance.of(test.result()))
                .filter(list -> !list.isEmpty()).toList();
        if (found.isEmpty()) {
            return "";
        }
        String first = "; " + found.getFirst().getFirst().brief();
        return sweep.requestedTests() == 1 ? first : first + (found.size() == 1 ? " in one test" : " or similar in " + found.size() + " of "
                + sweep.requestedTests() + " tests");
    }

    /** Returns words about errors that were emulated, so that nobody takes the outcome for that of the machine; else nothing. */
    private static String emulated(Sweep sweep) {
        return sweep.tests().stream().allMatch(test -> test.result().stepTests().emulated().isEmpty()) ? ""
                : "; bits were flipped on purpose";
    }

    private static boolean inTheCheck(TestResult test) {
        return test.result().status() == CheckStatus.CHECKING;
    }

    private static Verdict one(CaseResult result, RunDescription run) {
        String rate = rate(result.gflops(), run) + ", N=" + result.hplCase().n() + ", " + NumberText.digits(result.seconds(), DIGITS)
                + " s";
        return switch (result.status()) {
            case PASSED -> new Verdict(Kind.GOOD, "PASSED", rate);
            case UNCHECKED -> new Verdict(Kind.MIXED, "NOT CHECKED", rate);
            case FAILED -> new Verdict(Kind.BAD, "FAILED", failed(result));
            case SKIPPED -> new Verdict(Kind.BAD, "SKIPPED", "N=" + result.hplCase().n() + ": " + brief(result.note()));
            case CHECKING -> throw new IllegalArgumentException("status=CHECKING: a run that ended there was broken off");
        };
    }

    private static String failed(CaseResult result) {
        String why = !result.note().isBlank() ? brief(result.note()) : "residual "
                + result.residual().map(residual -> CFormat.exponent(residual.scaled(), 0, 2)).orElse("unknown") + ", not below "
                + CFormat.fixed(result.hplCase().threshold(), 0, 1);
        return why + ", N=" + result.hplCase().n() + ", " + NumberText.digits(result.seconds(), DIGITS) + " s";
    }

    private static Verdict all(Sweep sweep) {
        long passed = count(sweep, CheckStatus.PASSED);
        long unchecked = count(sweep, CheckStatus.UNCHECKED);
        long failed = count(sweep, CheckStatus.FAILED);
        int requested = sweep.requestedTests();
        String best = best(sweep);
        if (unchecked == requested) {
            return new Verdict(Kind.MIXED, "NOT CHECKED", requested + " of " + requested + best);
        }
        Kind kind = passed + unchecked == requested ? Kind.GOOD : passed + unchecked == 0 ? Kind.BAD : Kind.MIXED;
        if (kind == Kind.BAD) {
            return new Verdict(kind, failed > 0 ? "FAILED" : "SKIPPED", (failed > 0 ? failed : requested) + " of " + requested);
        }
        long skipped = count(sweep, CheckStatus.SKIPPED);
        return new Verdict(kind, "PASSED", passed + " of " + requested + (failed > 0 ? ", " + failed + " failed" : "")
                + (skipped > 0 ? ", " + skipped + " skipped" : "") + (unchecked > 0 ? ", " + unchecked + " not checked" : "") + best);
    }

    private static Verdict brokenOff(Sweep sweep) {
        long ended = sweep.tests().stream().filter(test -> !inTheCheck(test)).count();
        String unchecked = sweep.tests().stream().filter(Verdict::inTheCheck).findFirst().map(test -> ", N="
                + test.result().hplCase().n() + " solved and not checked").orElse("");
        return new Verdict(Kind.BROKEN_OFF, "BROKEN OFF", "after " + ended + " of " + sweep.requestedTests()
                + (sweep.requestedTests() == 1 ? " test" : " tests")
                + (ended > 0 ? ", " + count(sweep, CheckStatus.PASSED) + " passed" : "") + unchecked + best(sweep));
    }

    private static long count(Sweep sweep, CheckStatus status) {
        return sweep.tests().stream().filter(test -> test.result().status() == status).count();
    }

    /** Returns the best case with its rate; empty where no test has a rate that counts. */
    private static String best(Sweep sweep) {
        if (sweep.tests().stream().noneMatch(Repeats::counts)) {
            return "";
        }
        Ranking ranking = Ranking.of(sweep.tests());
        List<Repeats> alike = ranking.alike();
        Repeats first = alike.getFirst();
        if (alike.size() > 1) {
            return ", no clear best: " + ranking.names() + " are within the spread, " + rate(first.medianGflops().orElseThrow(),
                    sweep.run());
        }
        HplCase c = first.hplCase();
        String spread = first.spread().isPresent() ? "median " : "";
        String varies = first.spread().isPresent() ? " (spread " + NumberText.percent(first.spread().getAsDouble()) + ")" : "";
        return ", " + (ranking.cases().size() > 1 ? "best " : "") + spread + rate(first.medianGflops().orElseThrow(), sweep.run())
                + varies + ", N=" + c.n() + " NB=" + c.nb() + " " + c.p() + "x" + c.q();
    }

    private static String rate(double gflops, RunDescription run) {
        return NumberText.digits(gflops, DIGITS) + " GFLOPS" + (run.slowdown().isEmpty() ? "" : " (slowdown emulated)")
                + run.peak().map(peak -> ", " + NumberText.roundPercent(gflops / peak.gflops()) + " of Rpeak").orElse("");
    }

    /** Returns the part of a note before its remedy. */
    private static String brief(String note) {
        String line = FreeText.line(note);
        int end = line.indexOf(": ");
        return end > 0 ? line.substring(0, end) : line;
    }
}
