package hplhetero.run.report;

import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import hplhetero.results.Sweep;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.html.HtmlPage;
import hplhetero.results.html.HtmlPage.Source;
import hplhetero.results.json.JsonFormatException;
import hplhetero.results.json.JsonReader;
import hplhetero.run.option.HistoryOption;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code hpl report}, which makes an HTML file of what {@code --json} wrote. */
@Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Makes an HTML report with pictures from results in JSON.",
        description = {"Writes one HTML file that needs no other file: verdict, machine, GFLOPS over the run, where the time and the peak "
                + "went, which rank owns which block, and what the sweep found (docs/report.md). Compares several results side by side. "
                + "'hpl run --report' writes the same report when it ends.", ""},
        footer = {"", "Examples:",
            "  ./hpl run --json result.json && ./hpl report result.json",
            "  ./hpl report lastyear.json today.json --output compared.html",
            "", "Exit code: 0 written, 1 the file could not be written, 2 a file cannot be read or holds no results."})
public final class ReportCommand implements Callable<Integer> {
    private static final String JSON = ".json";
    private static final String HTML = ".html";

    @Parameters(arity = "1..*", paramLabel = "RESULT.json", description = "File that 'hpl run --json' wrote.")
    private List<Path> files;

    @Option(names = {"--output"}, paramLabel = "FILE.html",
            description = "Write the report to this file; default: the name of the first result, with .html instead of .json.")
    private Path output;

    @Mixin
    private HistoryOption history = new HistoryOption();

    @Override
    public Integer call() throws IOException {
        Path report = output != null ? output : usualReport(files.getFirst());
        OutputDevice.checkReplaceable("--output", report);
        List<Source> sources = new ArrayList<>();
        for (Path file : files) {
            sources.add(new Source(file.toString(), read(file)));
        }
        WholeFile.write(report, HtmlPage.of(sources, earlier()));
        System.out.println("report written: " + report);
        return ExitCode.OK;
    }

    private List<HistoryEntry> earlier() {
        return history.history().map(kept -> kept.entriesOr(why -> StandardError.note("warning: " + why))).orElse(List.of());
    }

    private static Path usualReport(Path file) {
        String name = String.valueOf(file.getFileName());
        return file.resolveSibling((name.endsWith(JSON) ? name.substring(0, name.length() - JSON.length()) : name) + HTML);
    }

    private static Sweep read(Path file) {
        return TextFile.bytes(file, TextFile.Kind.RESULTS, text -> {
            try {
                return JsonReader.read(TextFile.shown(file), text);
            } catch (JsonFormatException other) {
                throw new InputException(other.getMessage(), other);
            }
        });
    }
}
