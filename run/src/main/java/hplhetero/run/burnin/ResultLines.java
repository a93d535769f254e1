package hplhetero.run.burnin;

import hplhetero.results.ReportSink;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.json.JsonFormatException;
import hplhetero.results.json.JsonReader;
import hplhetero.results.json.JsonReport;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The results that the program on a host sends while it goes on: for each finished test one line, a mark and then JSON as docs/json.md
 * describes it, with this one test.
 *
 * @param out receives the lines
 */
public record ResultLines(PrintStream out) implements ReportSink {
    /** The note of runs on devices whose numbers were not tested although nobody said so. */
    public static final String UNTESTED = "a device (GPU) computes, whose memory cannot be tested while HPL runs: --verify-steps no";
    /** The beginning of each line, by which it is told from what a login shell may print. */
    private static final String MARK = "hpl-burnin ";

    @Override
    public void finished(TestResult test, Sweep soFar) {
        out.print(MARK + JsonReport.line(new Sweep(soFar.run(), soFar.parameters(), 1, List.of(test))) + "\n");
        out.flush();
    }

    /** Returns what is worth knowing of how a host ran HPL; empty where nothing is. */
    static String note(RunDescription run) {
        return run.notes().contains(UNTESTED) ? UNTESTED : "";
    }

    /**
     * Reads a line, and returns the sweep with its one test; empty where the line is none of these.
     *
     * @param host the host that has sent the line, for messages
     * @param line the line as received
     * @throws JsonFormatException when the line has the mark, but is not understood
     */
    static Optional<Sweep> read(String host, String line) throws JsonFormatException {
        int start = line.indexOf(MARK);
        return start < 0 ? Optional.empty()
                : Optional.of(JsonReader.read(host, line.substring(start + MARK.length()).getBytes(StandardCharsets.UTF_8)));
    }
}
