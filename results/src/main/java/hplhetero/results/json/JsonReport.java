package hplhetero.results.json;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.PacedFile;
import hplhetero.results.format.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report that writes a sweep as JSON; docs/json.md describes the schema. Nobody knows how a run will end, so the file is written anew
 * after each test. Where tests end faster than the file can be written, several tests share one writing. A failure to write says which file
 * and why, and leaves the old file unchanged.
 */
public final class JsonReport implements ReportSink {
    private final PacedFile file;

    /**
     * Makes the report of one sweep.
     *
     * @param file the file, written in one piece, as {@link WholeFile#write} writes
     */
    public JsonReport(Path file) {
        this(new PacedFile(file));
    }

    /**
     * Makes the report of one sweep with a given file.
     *
     * @param file the file, written as often as its clock allows
     */
    JsonReport(PacedFile file) {
        this.file = file;
    }

    @Override
    public void solved(TestResult test, Sweep soFar) throws IOException {
        file.offer(() -> text(soFar));
    }

    @Override
    public void finished(TestResult test, Sweep soFar) throws IOException {
        file.offer(() -> text(soFar));
    }

    @Override
    public void waits(double seconds, Sweep soFar) throws IOException {
        file.beforeSilence(seconds, () -> text(soFar));
    }

    @Override
    public void ends(Sweep sweep) throws IOException {
        file.write(() -> text(sweep));
    }

    /**
     * Returns a sweep, the tests of one run with all parameter values, as one line of JSON of the schema of docs/json.md, to be embedded in
     * something larger.
     */
    public static String line(Sweep sweep) {
        return new JsonMapper().writeValueAsString(JsonTree.of(sweep));
    }

    private static String text(Sweep sweep) {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(JsonTree.of(sweep)) + "\n";
    }
}
