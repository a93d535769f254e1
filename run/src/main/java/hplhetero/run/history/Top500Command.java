package hplhetero.run.history;

import hplhetero.input.text.InputException;
import hplhetero.results.csv.SheetCsv;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.History;
import hplhetero.results.history.KeptTest;
import hplhetero.results.history.SubmissionSheet;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code hpl top500}, which fills a sheet for the TOP500 and the Green500. */
@Command(name = "top500", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Fills a sheet for the TOP500 and the Green500 from results.",
        description = {"Tells Rmax, Nmax, N1/2, Rpeak, cores, power and interconnect of the fastest test that passed. N1/2, the N "
                + "of half of Rmax, needs results of several N (docs/energy.md).", ""},
        footer = {"", "Examples:",
            "  ./hpl run -N 5000,10000,20000,40000 && ./hpl top500",
            "  ./hpl top500 small.json large.json --csv sheet.csv",
            "", "Exit code: 0 done, 2 a result cannot be used, or none has passed."})
public final class Top500Command implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "RESULT", defaultValue = "last",
            description = "Files of 'hpl run --json', last (the last run, the default), last~1 (the run before), or numbers of tests that "
                    + "'hpl history' shows. All are taken together.")
    private List<String> names;

    @Option(names = {"--csv"}, paramLabel = "FILE", description = "Also write the sheet to this file as CSV.")
    private Path csv;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() throws IOException {
        if (csv != null) {
            OutputDevice.checkReplaceable("--csv", csv);
        }
        History history = Results.history();
        List<KeptTest> tests = names.stream().flatMap(name -> Results.named(name, history).tests().stream()).toList();
        SubmissionSheet sheet = SubmissionSheet.of(tests).orElseThrow(() -> new InputException(String.join(" ", names) + ": none of "
                + tests.size() + " test(s) counts: a list takes tests that passed their check, ran through, and had no "
                + "ranks slowed on purpose"));
        System.out.print(shown.page().fold(sheet.text()));
        if (csv != null) {
            WholeFile.write(csv, SheetCsv.of(sheet));
        }
        return ExitCode.OK;
    }
}
