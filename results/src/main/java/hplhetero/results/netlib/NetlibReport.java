package hplhetero.results.netlib;

import static hplhetero.results.netlib.NetlibHeader.DOUBLE_RULE;
import static hplhetero.results.netlib.NetlibHeader.RULE;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Residual;
import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.CFormat;
import hplhetero.results.format.FreeText;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The report that writes a sweep as netlib HPL 2.3 does (HPL_pdtest, HPL_pddriver), equal in every character outside the banner.
 *
 * <p>Failures to write are recorded by the stream: see {@link PrintStream#checkError()}.
 */
public final class NetlibReport implements ReportSink {
    private static final String ROW_TITLES =
            "T/V                N    NB     P     Q               Time                 Gflops\n";
    private static final Residual NONE = new Residual(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN,
            Double.NaN, Double.NaN, 0);

    private enum State { NEW, BEGUN, ENDED }

    private final PrintStream out;
    private final ZoneId zone;
    private final Map<CheckStatus, Integer> counts = new EnumMap<>(CheckStatus.class);
    private State state = State.NEW;
    private boolean checking;
    private boolean titled;
    /** Whether the row of the test that is finished next has already been written. */
    private boolean rowStands;

    /**
     * Makes a report that shows times in the machine's time zone.
     *
     * @param out where the text goes; flushed after each result, never closed
     */
    public NetlibReport(PrintStream out) {
        this(out, ZoneId.systemDefault());
    }

    /**
     * Makes a report that shows times in a given time zone.
     *
     * @param out  where the text goes; flushed after each result, never closed
     * @param zone time zone of the times in the text
     */
    public NetlibReport(PrintStream out, ZoneId zone) {
        this.out = out;
        this.zone = zone;
    }

    /** Writes the banner and the parameters. */
    @Override
    public void begins(Sweep sweep) {
        if (state == State.NEW) {
            state = State.BEGUN;
            checking = sweep.parameters().threshold() > 0;
            write(NetlibHeader.text(sweep.parameters()));
        }
    }

    /** Writes what is known of a test before the test is checked: its row, with start and end. */
    @Override
    public void solved(TestResult test, Sweep soFar) {
        if (state == State.BEGUN) {
            rowStands = true;
            write(timing(test.result()));
        }
    }

    /** Writes one test, or the part that {@link #solved} has not written. Writes nothing before {@link #begins} and after {@link #ends}. */
    @Override
    public void finished(TestResult test, Sweep soFar) {
        if (state != State.BEGUN) {
            return;
        }
        CaseResult result = test.result();
        counts.merge(result.status(), 1, Integer::sum);
        write(result.status() == CheckStatus.SKIPPED ? skipped(result) : (rowStands ? "" : timing(result)) + check(result));
        rowStands = false;
    }

    /** Writes the counts of the tests finished so far, if the report has begun. Further calls write nothing. */
    @Override
    public void ends(Sweep sweep) {
        if (state == State.BEGUN) {
            write(closing());
        }
        state = State.ENDED;
    }

    private void write(String text) {
        out.print(text);
        out.flush();
    }

    /** Returns the text of a skipped test, as HPL_pwarn writes it. */
    private static String skipped(CaseResult result) {
        HplCase c = result.hplCase();
        return "HPL ERROR from process # 0, in function HPL_pdtest:\n>>> " + c.variantCode() + " N=" + c.n() + " NB="
                + c.nb() + " P=" + c.p() + " Q=" + c.q() + ": " + FreeText.line(result.note()) + ". Skip. <<<\n\n";
    }

    private String timing(CaseResult result) {
        return titles() + row(result)
                + "HPL_pdgesv() start time " + ctime(result.start()) + "\n"
                + "HPL_pdgesv() end time   " + ctime(result.end()) + "\n";
    }

    /** Returns the titles of a row. They stand before every row if tests are checked, else only before the first row. */
    private String titles() {
        boolean needed = checking || !titled;
        titled = true;
        return needed ? DOUBLE_RULE + ROW_TITLES + RULE : "";
    }

    private static String row(CaseResult result) {
        HplCase c = result.hplCase();
        return String.format(Locale.ROOT, "%s%12d %5d %5d %5d ", c.variantCode(), c.n(), c.nb(), c.p(), c.q())
                + CFormat.fixed(result.seconds(), 18, 2) + "    " + CFormat.exponent(result.gflops(), 19, 4) + "\n";
    }

    /** Returns a time as C's ctime does, including the line end, such as {@code Fri Nov  6 09:05:00 2026}. */
    private String ctime(Instant instant) {
        ZonedDateTime t = instant.atZone(zone);
        return String.format(Locale.ROOT, "%s %s %2d %02d:%02d:%02d %d\n", abbreviated(t.getDayOfWeek()),
                abbreviated(t.getMonth()), t.getDayOfMonth(), t.getHour(), t.getMinute(), t.getSecond(), t.getYear());
    }

    private static String abbreviated(Enum<?> name) {
        return name.name().charAt(0) + name.name().substring(1, 3).toLowerCase(Locale.ROOT);
    }

    /** Returns the text of a test's check; empty for a test that was not to be checked. */
    private static String check(CaseResult result) {
        if (result.status() == CheckStatus.UNCHECKED) {
            return "";
        }
        Residual r = result.residual().orElse(NONE);
        boolean passed = result.status() == CheckStatus.PASSED;
        return RULE + "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= " + CFormat.exponent(r.scaled(), 16, 8)
                + " ...... " + (passed ? "PASSED" : "FAILED") + "\n" + (passed ? "" : norms(r));
    }

    private static String norms(Residual r) {
        return norm("||Ax-b||_oo  . . . . . . . . . . . . . . . . . = ", r.residual())
                + norm("||A||_oo . . . . . . . . . . . . . . . . . . . = ", r.aInf())
                + norm("||A||_1  . . . . . . . . . . . . . . . . . . . = ", r.aOne())
                + norm("||x||_oo . . . . . . . . . . . . . . . . . . . = ", r.xInf())
                + norm("||x||_1  . . . . . . . . . . . . . . . . . . . = ", r.xOne())
                + norm("||b||_oo . . . . . . . . . . . . . . . . . . . = ", r.bInf());
    }

    private static String norm(String title, double value) {
        return title + CFormat.fixed(value, 18, 6) + "\n";
    }

    private String closing() {
        int tests = counts.values().stream().mapToInt(Integer::intValue).sum();
        String completed = checking
                ? count(CheckStatus.PASSED, "tests completed and passed residual checks,")
                        + count(CheckStatus.FAILED, "tests completed and failed residual checks,")
                : count(CheckStatus.UNCHECKED, "tests completed without checking,");
        return DOUBLE_RULE
                + String.format(Locale.ROOT, "\nFinished %6d tests with the following results:\n", tests) + completed
                + count(CheckStatus.SKIPPED, "tests skipped because of illegal input values.")
                + RULE + "\nEnd of Tests.\n" + DOUBLE_RULE;
    }

    private String count(CheckStatus status, String words) {
        return String.format(Locale.ROOT, "         %6d %s\n", counts.getOrDefault(status, 0), words);
    }
}
