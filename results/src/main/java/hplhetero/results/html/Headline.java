package hplhetero.results.html;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.Ranking;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The outcome of a sweep in a word, a sentence and the figures that matter.
 *
 * @param word     the outcome in capitals
 * @param tone     {@code good}, {@code bad} or {@code fair}, which sets the colour of the word
 * @param sentence the outcome in one line
 * @param facts    figures of the only test, or of the best one
 */
record Headline(String word, String tone, String sentence, List<Fact> facts) {
    private static final Set<CheckStatus> COUNTS = EnumSet.of(CheckStatus.PASSED, CheckStatus.UNCHECKED);
    private static final String BROKEN_OFF = "BROKEN OFF";
    private static final String GOOD = "good";
    private static final String BAD = "bad";
    private static final String FAIR = "fair";

    /**
     * A figure with its name.
     *
     * @param name  what the figure is
     * @param value the figure with its unit
     * @param note  a remark on the figure; may be empty
     */
    record Fact(String name, String value, String note) {
    }

    /** Returns the outcome of a sweep, which may have been cut short. */
    static Headline of(Sweep sweep) {
        Optional<TestResult> shown = best(sweep).or(() -> sweep.tests().stream().filter(test -> test.result().gflops() > 0).findFirst());
        List<Fact> facts = shown.map(test -> facts(test.result(), sweep)).orElse(List.of());
        if (sweep.requestedTests() == 1) {
            return ofOne(sweep, facts);
        }
        String best = best(sweep).map(test -> "; " + bestWords(sweep) + rate(test.result(), sweep)).orElse("");
        if (sweep.tests().isEmpty()) {
            return new Headline(BROKEN_OFF, BAD, "before the first of " + sweep.requestedTests() + " tests was solved", facts);
        }
        if (finished(sweep) < sweep.requestedTests()) {
            return new Headline(BROKEN_OFF, BAD, "after " + finished(sweep) + " of " + sweep.requestedTests() + " tests: "
                    + counts(sweep, "") + best, facts);
        }
        String words = counts(sweep, " of " + sweep.requestedTests()) + best;
        if (count(sweep, CheckStatus.FAILED) > 0) {
            return new Headline("FAILED", BAD, words, facts);
        }
        if (count(sweep, CheckStatus.SKIPPED) > 0) {
            return new Headline("NOT ALL RUN", FAIR, words, facts);
        }
        boolean checked = count(sweep, CheckStatus.UNCHECKED) == 0;
        return new Headline(checked ? "PASSED" : "NOT CHECKED", checked ? GOOD : FAIR, words, facts);
    }

    private static Headline ofOne(Sweep sweep, List<Fact> facts) {
        if (sweep.tests().isEmpty()) {
            return new Headline(BROKEN_OFF, BAD, "before the test was solved", facts);
        }
        CaseResult result = sweep.tests().getFirst().result();
        String rate = rate(result, sweep);
        return switch (result.status()) {
            case PASSED -> new Headline("PASSED", GOOD, rate, facts);
            case FAILED -> new Headline("FAILED", BAD, rate + (reason(result).isEmpty() ? residual(result) : reason(result)), facts);
            case UNCHECKED -> new Headline("NOT CHECKED", FAIR, rate, facts);
            case SKIPPED -> new Headline("SKIPPED", FAIR, Texts.title(result.hplCase()) + reason(result), facts);
            case CHECKING -> new Headline(BROKEN_OFF, BAD, "solved, but not checked: " + rate, facts);
        };
    }

    private static String reason(CaseResult result) {
        return result.note().isBlank() ? result.singular() ? ": a pivot was exactly zero" : "" : ": " + result.note();
    }

    private static String residual(CaseResult result) {
        return result.residual().map(residual -> String.format(Locale.ROOT, ": the scaled residual is %.3g and must be below %s",
                residual.scaled(), Texts.brief(result.hplCase().threshold()))).orElse("");
    }

    /** Returns the fastest test whose rate counts; empty where no rate does. */
    static Optional<TestResult> best(Sweep sweep) {
        return sweep.tests().stream().filter(test -> COUNTS.contains(test.result().status()) && test.result().gflops() > 0)
                .max(Comparator.comparingDouble(test -> test.result().gflops()));
    }

    /** Returns the words that stand before the rate of the fastest test, such as {@code best}. */
    private static String bestWords(Sweep sweep) {
        Ranking ranking = Ranking.of(sweep.tests());
        if (!ranking.repeated()) {
            return "best ";
        }
        return ranking.alike().size() > 1 ? "no clear best: " + ranking.names() + " are within the spread; fastest run "
                : (ranking.cases().size() > 1 ? "best beyond the spread: " + ranking.names() + ", " : "") + "fastest run ";
    }

    private static long finished(Sweep sweep) {
        return sweep.tests().size() - count(sweep, CheckStatus.CHECKING);
    }

    private static long count(Sweep sweep, CheckStatus status) {
        return sweep.tests().stream().filter(test -> test.result().status() == status).count();
    }

    private static String counts(Sweep sweep, String all) {
        List<String> others = new ArrayList<>();
        for (CheckStatus status : List.of(CheckStatus.FAILED, CheckStatus.SKIPPED, CheckStatus.UNCHECKED, CheckStatus.CHECKING)) {
            if (count(sweep, status) > 0) {
                others.add(count(sweep, status) + " " + word(status));
            }
        }
        return count(sweep, CheckStatus.PASSED) + all + " passed" + (others.isEmpty() ? "" : ", " + String.join(", ", others));
    }

    /** Returns the words for a status in a sentence or a table. */
    static String word(CheckStatus status) {
        return switch (status) {
            case UNCHECKED -> "not checked";
            case CHECKING -> "broken off during its check";
            default -> status.name().toLowerCase(Locale.ROOT);
        };
    }

    /** Returns the tone for a status: {@code good}, {@code bad} or {@code fair}. */
    static String tone(CheckStatus status) {
        return switch (status) {
            case PASSED -> GOOD;
            case FAILED, CHECKING -> BAD;
            case UNCHECKED, SKIPPED -> FAIR;
        };
    }

    private static String rate(CaseResult result, Sweep sweep) {
        return Texts.gflops(result.gflops()) + sweep.run().peak().map(peak -> ", " + Texts.percent(result.gflops() / peak.gflops())
                + " of Rpeak").orElse("") + ", N=" + result.hplCase().n() + ", " + Texts.seconds(result.seconds());
    }

    /** Returns what a rate may be called: Rmax only where the solution is right. */
    static String rateTitle(CheckStatus status) {
        return switch (status) {
            case PASSED -> "Rmax";
            case FAILED -> "rate of a FAILED test";
            default -> "rate, not checked";
        };
    }

    private static List<Fact> facts(CaseResult result, Sweep sweep) {
        HplCase c = result.hplCase();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(rateTitle(result.status()), Texts.gflops(result.gflops()),
                sweep.requestedTests() > 1 ? "fastest of " + Texts.count(sweep.tests().size(), "test") : ""));
        sweep.run().peak().ifPresentOrElse(peak -> facts.add(new Fact("share of Rpeak", Texts.percent(result.gflops() / peak.gflops()),
                "of " + Texts.gflops(peak.gflops()))), () -> facts.add(new Fact("share of Rpeak", "not known",
                "Rpeak was neither known nor measured")));
        facts.add(new Fact("matrix", "N = " + c.n(), "NB = " + c.nb()));
        facts.add(new Fact("time", Texts.seconds(result.seconds()), "factorization and solution"));
        facts.add(new Fact("grid", c.p() + " x " + c.q(), c.variantCode()));
        facts.add(result.residual().map(residual -> new Fact("scaled residual", String.format(Locale.ROOT, "%.3g", residual.scaled()),
                c.threshold() > 0 ? "must be below " + Texts.brief(c.threshold()) : ""))
                .orElse(new Fact("scaled residual", "not computed", "")));
        double perWatt = Power.gflopsPerWatt(result);
        if (Double.isFinite(perWatt)) {
            facts.add(new Fact("efficiency", Texts.digits(perWatt) + " GFLOPS/W", Texts.digits(Power.joules(result)) + " J"));
        }
        return facts;
    }
}
