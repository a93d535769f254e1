package hplhetero.bench;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Reads HPL's report, netlib's and ours alike. */
final class HplOutput {
    /** ReFrame's pattern of a result row: the last column is the rate. */
    private static final Pattern ROW = Pattern.compile(
            "^W\\S+\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+\\d+\\.\\d+\\s+(\\d+\\.\\d+e[+-]\\d+)\\s*$", Pattern.MULTILINE);

    private HplOutput() {
    }

    /** One result. */
    record Row(int n, int nb, int p, int q, double gflops) {
    }

    /** All result rows. */
    static List<Row> rows(String output) {
        return ROW.matcher(output).results().map(r -> new Row(Integer.parseInt(r.group(1)), Integer.parseInt(r.group(2)),
                Integer.parseInt(r.group(3)), Integer.parseInt(r.group(4)), Double.parseDouble(r.group(5)))).toList();
    }

    /**
     * The fastest result.
     *
     * @throws IOException when there is none, or a test has failed
     */
    static Row best(String output) throws IOException {
        if (output.contains("FAILED")) {
            throw new IOException("a test has failed in:\n" + output);
        }
        return rows(output).stream().max(Comparator.comparingDouble(Row::gflops))
                .orElseThrow(() -> new IOException("no passed result in:\n" + output));
    }
}
