package hplhetero.run;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What HPL prints, netlib's or ours.
 *
 * @param lines from the banner to the rule under "End of Tests."
 */
record NetlibText(List<String> lines) {
    private static final int BANNER = 6;
    private static final String TIMES = "HPL_pdgesv() ";
    private static final Pattern ROW = Pattern.compile(
            "(?<text>W\\S+ +(?<n>\\d+)(?: +\\d+){3} )(?<figures> +\\d+\\.\\d\\d +\\d\\.\\d+e[+-]\\d\\d)(?<end>)");
    private static final Pattern NORM = Pattern.compile("(?<text>\\|\\|\\S+ [ .]*=)(?<figures> +\\d+\\.\\d{6})(?<end>)");
    private static final Pattern CHECK =
            Pattern.compile("(?<text>\\|\\|Ax-b\\|\\|_oo/.*=)(?<figures> +[0-9.e+-]+)(?<end> \\.{6} [A-Z]+)");
    private static final Pattern TIME = Pattern.compile(
            "(?<text>HPL_pdgesv\\(\\) (?:start time|end time  ) )(?<figures>\\w{3} \\w{3} [ \\d]\\d [\\d:]{8} \\d{4})(?<end>)");

    /** Of our output: what stands before the lines that netlib does not have. */
    static NetlibText ours(String out) {
        List<String> lines = out.lines().toList();
        return new NetlibText(lines.subList(0, Math.min(lines.size(), lines.indexOf("End of Tests.") + 2)));
    }

    /** What two runs have in common: no banner, no times and rates, no figures of norms and residuals. Lengths stay. */
    List<String> masked() {
        return withoutBanner().map(NetlibText::masked).toList();
    }

    /**
     * As {@link #masked()}, of what HPL 2.0 has too: no lines with the times of HPL_pdgesv, and no length of the residual, which
     * 2.0 prints with seven decimals in place of an exponent. Its Gflops have a decimal less, in a column as wide.
     */
    List<String> maskedAs20() {
        List<String> lines = masked();
        return IntStream.range(0, lines.size()).filter(i -> !isOfTimes(lines, i))
                .mapToObj(i -> lines.get(i).replaceFirst("(?<=N\\)=)#+", "")).toList();
    }

    private static boolean isOfTimes(List<String> lines, int i) {
        return lines.get(i).startsWith(TIMES) || i > 0 && lines.get(i).isEmpty() && lines.get(i - 1).startsWith(TIMES);
    }

    private Stream<String> withoutBanner() {
        boolean whole = lines.get(1).contains("High-Performance Linpack");
        return lines.stream().skip(whole ? BANNER : 0);
    }

    private static String masked(String line) {
        for (Pattern pattern : List.of(ROW, NORM, CHECK, TIME)) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.matches()) {
                return matcher.replaceFirst(m -> m.group("text") + "#".repeat(m.group("figures").length()) + m.group("end"));
            }
        }
        return line;
    }

    /** N, test by test. */
    List<Integer> orders() {
        return lines.stream().map(ROW::matcher).filter(Matcher::matches).map(row -> Integer.valueOf(row.group("n"))).toList();
    }

    /** The scaled residuals, test by test; none for a sweep that is not checked. */
    List<Double> residuals() {
        return numbers(CHECK, "");
    }

    /** The norms whose lines begin so, test by test; such as {@code ||x||_oo}. */
    List<Double> norms(String name) {
        return numbers(NORM, name + " ");
    }

    private List<Double> numbers(Pattern pattern, String begin) {
        return lines.stream().filter(line -> line.startsWith(begin)).map(pattern::matcher).filter(Matcher::matches)
                .map(m -> Double.valueOf(m.group("figures").strip())).toList();
    }
}
