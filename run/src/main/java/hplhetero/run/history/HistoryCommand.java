package hplhetero.run.history;

import hplhetero.results.csv.CsvText;
import hplhetero.results.csv.MarkdownText;
import hplhetero.results.format.Page;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.History;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import hplhetero.run.history.HistoryFilter.Numbered;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The command {@code hpl history}, which shows the results that were kept, and writes them to files. */
@Command(name = "history", mixinStandardHelpOptions = true, sortOptions = false, subcommands = ShowCommand.class,
        header = "Shows results of earlier runs.",
        description = {"'hpl run' keeps the result of each test. 'hpl import' adds results of other programs (docs/history.md).", ""},
        footer = {"", "Exit code: 0 done (also if no results were kept), 2 an option or a file cannot be used."})
public final class HistoryCommand implements Callable<Integer> {
    private static final int SHOWN = 20;
    private static final Path STANDARD_OUTPUT = Path.of("-");

    @Mixin
    private HistoryFilter filter = new HistoryFilter();

    @Option(names = {"--picture", "--svg"}, paramLabel = "FILE",
            description = "Draw GFLOPS over time to this file as SVG, with a line for each machine and N.")
    private Path picture;

    @Option(names = {"--json"}, paramLabel = "FILE", description = "Write the results to this file as JSON; - for standard output.")
    private Path json;

    @Option(names = {"--csv"}, paramLabel = "FILE", description = "Write the results to this file as CSV; - for standard output.")
    private Path csv;

    @Option(names = {"--markdown"}, paramLabel = "FILE.md", description = "Write the results to this file as a table in Markdown, for an "
            + "issue or a page; - for standard output.")
    private Path markdown;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() throws IOException {
        check("--picture", picture);
        check("--json", json);
        check("--csv", csv);
        check("--markdown", markdown);
        History history = Results.history();
        History.Kept kept = Results.kept(history);
        if (kept.unreadable() > 0) {
            StandardError.note(kept.unreadable() + " line(s) of " + history.file() + " or of the older file beside it are "
                    + "broken, or written by a later version: ignored");
        }
        boolean files = picture != null || json != null || csv != null || markdown != null;
        List<Numbered> selected = filter.of(kept.tests(), files ? Integer.MAX_VALUE : SHOWN);
        List<KeptTest> tests = selected.stream().map(Numbered::test).toList();
        write(picture, tests, HistoryChart::svg);
        write(json, tests, HistoryCommand::json);
        write(csv, tests, CsvText::of);
        write(markdown, tests, MarkdownText::of);
        if (!files) {
            show(selected, kept.tests().size(), history, shown.page());
        }
        return ExitCode.OK;
    }

    private static void check(String option, Path file) {
        if (file != null && !file.equals(STANDARD_OUTPUT)) {
            OutputDevice.checkReplaceable(option, file);
        }
    }

    private static void write(Path file, List<KeptTest> tests, Function<List<KeptTest>, String> text) throws IOException {
        if (file != null && file.equals(STANDARD_OUTPUT)) {
            System.out.print(text.apply(tests));
        } else if (file != null) {
            WholeFile.write(file, text.apply(tests));
        }
    }

    private static String json(List<KeptTest> tests) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode all = root.putArray("tests");
        tests.forEach(test -> all.add(HistoryLines.tree(test)));
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static void show(List<Numbered> selected, int kept, History history, Page page) {
        if (kept == 0) {
            System.out.print(page.fold("No results are kept yet in " + history.file() + ".\n'./hpl run' keeps each test that it runs; "
                    + "'./hpl import HPL.out' adds earlier ones.\n"));
        } else if (selected.isEmpty()) {
            System.out.print(page.fold("None of " + kept + " results matches all of these options: give fewer options.\n"));
        } else {
            System.out.print(HistoryTable.of(selected, page, System.out.charset()));
            if (selected.size() < kept) {
                System.out.println(selected.size() + " of " + kept + " results");
            }
        }
    }
}
