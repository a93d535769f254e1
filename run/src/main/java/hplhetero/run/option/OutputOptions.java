package hplhetero.run.option;

import hplhetero.run.progress.ProgressStyle;
import hplhetero.run.sweep.ReportFiles;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the results of a run go, and what is shown meanwhile. */
public final class OutputOptions {
    @Option(names = {"--output"}, paramLabel = "FILE", description = "Results to this file, - for standard output.")
    private String output;

    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write all results to this file as JSON.")
    private Path json;

    @Option(names = {"--progress"}, paramLabel = "STYLE", defaultValue = "auto",
            description = "auto, bar, plain or none; on standard error.")
    private ProgressStyle progress;

    /** The text of {@code --output}, null when not given. */
    public String output() {
        return output;
    }

    public ReportFiles files() {
        return new ReportFiles(Optional.ofNullable(json));
    }

    public ProgressStyle progress() {
        return progress;
    }
}
