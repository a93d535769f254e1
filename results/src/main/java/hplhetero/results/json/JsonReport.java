package hplhetero.results.json;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sweep as JSON; docs/json.md describes the schema. Nobody knows how a run will end: what is known of it is written after each test,
 * to a file that the next writing replaces. Every failure to write says which file and why, and leaves the old one unchanged.
 */
public final class JsonReport implements ReportSink {
    private final Path file;

    /** @param file written in one piece, as {@link WholeFile#write} does */
    public JsonReport(Path file) {
        this.file = file;
    }

    @Override
    public void solved(TestResult test, Sweep soFar) throws IOException {
        writeInterim(soFar);
    }

    @Override
    public void finished(TestResult test, Sweep soFar) throws IOException {
        writeInterim(soFar);
    }

    @Override
    public void ends(Sweep sweep) throws IOException {
        WholeFile.write(file, text(sweep));
    }

    /** What is no file of its own cannot be replaced. */
    private void writeInterim(Sweep soFar) throws IOException {
        if (!WholeFile.isStream(file)) {
            WholeFile.write(file, text(soFar));
        }
    }

    /** The same object on one line, for who puts it into something larger. */
    public static String line(Sweep sweep) {
        return new JsonMapper().writeValueAsString(JsonTree.of(sweep));
    }

    private static String text(Sweep sweep) {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(JsonTree.of(sweep)) + "\n";
    }
}
