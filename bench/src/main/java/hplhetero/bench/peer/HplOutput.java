package hplhetero.bench.peer;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reader of HPL's report, for netlib's and ours alike. */
public final class HplOutput {
    /** The pattern of a result row, as ReFrame has it: the last column is the rate. */
    private static final Pattern ROW = Pattern.compile(
            "^W\\S+\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+\\d+\\.\\d+\\s+(\\d+\\.\\d+e[+-]\\d+)\\s*$", Pattern.MULTILINE);

    private static final Pattern BEFORE = Pattern.compile(
            "^# before: +(?:ranks and links measured for (\\d+(?:\\.\\d+)?) s, )?warm-up (\\d+(?:\\.\\d+)?) s$", Pattern.MULTILINE);

    private HplOutput() {
    }

    /**
     * One result row of a report.
     *
     * @param n      order of the system
     * @param nb     blocking factor
     * @param p      process rows
     * @param q      process columns
     * @param gflops rate, in GFLOPS
     * @param before seconds of measuring ranks and of warm-up, in all tests of the run; NaN where the program does not tell
     */
    public record Row(int n, int nb, int p, int q, double gflops, double before) {
        Row(int n, int nb, int p, int q, double gflops) {
            this(n, nb, p, q, gflops, Double.NaN);
        }
    }

    /** Returns all result rows of a report. */
    static List<Row> rows(String output) {
        double before = before(output);
        return ROW.matcher(output).results().map(r -> new Row(Integer.parseInt(r.group(1)), Integer.parseInt(r.group(2)),
                Integer.parseInt(r.group(3)), Integer.parseInt(r.group(4)), Double.parseDouble(r.group(5)), before)).toList();
    }

    /** Returns the seconds of measuring ranks and of warm-up; NaN for netlib HPL, which has nothing to warm up. */
    private static double before(String output) {
        Matcher found = BEFORE.matcher(output);
        return found.find() ? (found.group(1) == null ? 0 : Double.parseDouble(found.group(1))) + Double.parseDouble(found.group(2))
                : Double.NaN;
    }

    /**
     * Returns the fastest result of a report.
     *
     * @throws IOException when there is no result, or a test has failed
     */
    public static Row best(String output) throws IOException {
        if (output.contains("FAILED")) {
            throw new IOException("a test has failed in:\n" + output);
        }
        return rows(output).stream().max(Comparator.comparingDouble(Row::gflops))
                .orElseThrow(() -> new IOException("no passed result in:\n" + output));
    }
}
