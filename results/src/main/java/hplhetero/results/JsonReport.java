package hplhetero.results;

import hplhetero.hpl.CaseResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A sweep as JSON; docs/json.md describes the schema. */
public final class JsonReport {

    private JsonReport() {
    }

    /** Writes {@code file} in one piece: a reader sees the old file or the whole new one. */
    public static void write(Path file, RunDescription run, SweepParameters parameters, List<CaseResult> results)
            throws IOException {
        throw new UnsupportedOperationException("not built yet");
    }
}
