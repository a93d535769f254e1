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
 * A sweep as JSON; docs/json.md describes the schema. Nobody knows how a run will end: what is known of it is written after each test,
 * to a file that the next writing replaces; where tests follow each other faster than a file is written, after several. Every failure
 * to write says which file and why, and leaves the old one unchanged.
 */
public final class JsonReport implements ReportSink {
    private final PacedFile file;

    /** @param file written in one piece, as {@link WholeFile#write} does */
    public JsonReport(Path file) {
        this(new PacedFile(file));
    }

    /** @param file written as often as its clock allows */
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

    /** The same object on one line, for who puts it into something larger. */
    public static String line(Sweep sweep) {
        return new JsonMapper().writeValueAsString(JsonTree.of(sweep));
    }

    private static String text(Sweep sweep) {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(JsonTree.of(sweep)) + "\n";
    }
}
