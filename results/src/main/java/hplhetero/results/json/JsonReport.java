package hplhetero.results.json;

import hplhetero.hpl.result.CaseResult;
import hplhetero.results.RunDescription;
import hplhetero.results.SweepParameters;
import hplhetero.results.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** A sweep as JSON; docs/json.md describes the schema. */
public final class JsonReport {

    private JsonReport() {
    }

    /**
     * Writes {@code file} in one piece, as {@link WholeFile#write} does.
     *
     * @param asked how many tests the sweep has
     * @throws IOException saying which file and why, when it cannot be written; the old file is then unchanged
     */
    public static void write(Path file, RunDescription run, SweepParameters parameters, int asked, List<CaseResult> results)
            throws IOException {
        WholeFile.write(file, new JsonMapper().writerWithDefaultPrettyPrinter()
                .writeValueAsString(JsonTree.of(run, parameters, asked, results)) + "\n");
    }

    /** Writes what is finished so far, to a file that the next writing replaces; nothing to what is no file of its own. */
    public static void interim(Path file, RunDescription run, SweepParameters parameters, int asked, List<CaseResult> results)
            throws IOException {
        if (!WholeFile.isStream(file)) {
            write(file, run, parameters, asked, results);
        }
    }
}
