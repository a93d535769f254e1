package hplhetero.run.history;

import hplhetero.input.text.InputException;
import hplhetero.results.compare.Comparison;
import hplhetero.results.compare.Comparison.By;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.History;
import hplhetero.results.history.KeptTest;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code hpl compare}, which tells whether results are worse than earlier ones. */
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false, header = "Compares two results.",
        description = {"OLD and NEW are each a file of 'hpl run --json', an HPL.out of netlib's HPL, or results of the history: last (the "
                + "last run), last~1 (the run before), or the number of a test. Tests of one case are repeats. Their median is compared, "
                + "and their spread is the noise.", ""},
        footer = {"", "Exit code: 0 no case is worse; 1 a case is slower by more than tolerance and noise, or no longer passes; 2 the "
                + "input cannot be used, or has nothing to compare."})
public final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "OLD", description = "The earlier results.")
    private String older;

    @Parameters(index = "1", paramLabel = "NEW", description = "The later results.")
    private String newer;

    @Option(names = {"--tolerance"}, paramLabel = "PERCENT", defaultValue = "5",
            description = "Ignore changes of a rate up to this percentage (default: ${DEFAULT-VALUE} %%).")
    private String tolerance;

    @Option(names = {"--by"}, paramLabel = "WORD", defaultValue = "auto",
            description = "What is compared: case (tests of equal N, NB, P and Q), N (for each N that both sides have, the fastest case of "
                    + "each side), best (the fastest case of each side), or auto (default: the first of these by which anything can be "
                    + "compared).")
    private By by;

    @Option(names = {"--junit"}, paramLabel = "FILE",
            description = "Also write a test for each compared case to this file as JUnit XML, for test systems.")
    private Path junit;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() throws IOException {
        if (junit != null) {
            OutputDevice.checkReplaceable("--junit", junit);
        }
        double share = share(tolerance);
        History history = Results.history();
        Results before = Results.named(older, history);
        Results after = Results.named(newer, history);
        Comparison comparison = Comparison.of(by, before.tests(), after.tests(), share);
        if (comparison.matched().isEmpty()) {
            throw new InputException(nothingCompared(before, after));
        }
        System.out.print(CompareText.of(before, after, comparison, share, shown.page()));
        if (junit != null) {
            WholeFile.write(junit, CompareText.junit(after, comparison));
        }
        return comparison.isWorse() ? ExitCode.FAILED : ExitCode.OK;
    }

    private String nothingCompared(Results before, Results after) {
        Optional<Results> without = Stream.of(before, after).filter(side -> side.tests().stream().noneMatch(KeptTest::isGood)).findFirst();
        if (without.isPresent()) {
            return Shown.name(without.get().name()) + ": none of its tests has passed, so it has no rate to compare: give another result";
        }
        return "--by " + by.name().toLowerCase(Locale.ROOT) + ": no case of " + Shown.name(after.name()) + " is in "
                + Shown.name(before.name()) + ": the new result has " + CompareText.cases(after.tests()) + ", the old one "
                + CompareText.cases(before.tests()) + ": drop --by, or give --by best";
    }

    private static double share(String text) {
        try {
            double percent = Double.parseDouble(text.replace("%", "").strip());
            if (percent >= 0 && Double.isFinite(percent)) {
                return percent / 100;
            }
        } catch (NumberFormatException notANumber) {
            // a text that is no number is refused below
        }
        throw new InputException("--tolerance " + text + ": expected a percentage >= 0, such as 5");
    }
}
