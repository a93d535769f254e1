package hplhetero.results.json;

import hplhetero.results.PacedReport;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.PacedFile;
import hplhetero.results.format.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/** The report that writes a sweep as JSON; docs/json.md describes the schema. A test whose check comes next is in the file, too. */
public final class JsonReport extends PacedReport {

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
        super(file);
    }

    @Override
    public void solved(TestResult test, Sweep soFar) throws IOException {
        offer(soFar);
    }

    /**
     * Returns a sweep, the tests of one run with all parameter values, as one line of JSON of the schema of docs/json.md, to be embedded in
     * something larger.
     */
    public static String line(Sweep sweep) {
        return new JsonMapper().writeValueAsString(JsonTree.of(sweep));
    }

    @Override
    protected String text(Sweep sweep) {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(JsonTree.of(sweep)) + "\n";
    }
}
