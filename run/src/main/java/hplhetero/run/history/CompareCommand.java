package hplhetero.run.history;

import hplhetero.input.text.InputException;
import hplhetero.results.compare.Comparison;
import hplhetero.results.compare.Comparison.By;
import hplhetero.results.history.History;
import hplhetero.results.history.KeptTest;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.terminal.ExitCode;
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
        description = {"Each is a file that 'hpl run --json' wrote, or netlib's HPL.out; or of the history: last, last~1 (the last run, "
                + "the one before), or the number of a test. Tests of one case are repeats: their median is compared, and what they differ "
                + "by is noise.", ""},
        footer = {"", "Exit code: 0; 1 a case is slower by more than tolerance and noise, or passed before and does not now; 2 input "
                + "cannot be used, or nothing in it can be compared."})
public final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "OLD", description = "The earlier results.")
    private String older;

    @Parameters(index = "1", paramLabel = "NEW", description = "The later ones.")
    private String newer;

    @Option(names = {"--tolerance"}, paramLabel = "PERCENT", defaultValue = "5", description = "Changes of a rate up to this are nothing "
            + "(default: ${DEFAULT-VALUE} %%).")
    private String tolerance;

    @Option(names = {"--by"}, paramLabel = "WORD", defaultValue = "auto", description = "What is compared: case "
            + "(equal N, NB, P, Q), N (of each N in both the fastest case), best (the fastest case of each), or auto, the default: the "
            + "first of these by which anything can be.")
    private By by;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        double share = share(tolerance);
        History history = Results.history();
        Results before = Results.named(older, history);
        Results after = Results.named(newer, history);
        Comparison comparison = Comparison.of(by, before.tests(), after.tests(), share);
        if (comparison.matched().isEmpty()) {
            throw new InputException(nothingCompared(before, after));
        }
        System.out.print(CompareText.of(before, after, comparison, share, shown.page()));
        return comparison.isWorse() ? ExitCode.FAILED : ExitCode.OK;
    }

    private String nothingCompared(Results before, Results after) {
        Optional<Results> without = Stream.of(before, after).filter(side -> side.tests().stream().noneMatch(KeptTest::isGood)).findFirst();
        if (without.isPresent()) {
            return Shown.name(without.get().name()) + ": none of its tests has passed, so that it has no rate to compare: give another";
        }
        return "--by " + by.name().toLowerCase(Locale.ROOT) + ": nothing of " + Shown.name(after.name()) + " is in "
                + Shown.name(before.name()) + ": the one has " + CompareText.cases(after.tests()) + ", the other "
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
        throw new InputException("--tolerance " + text + ": expected per cent >= 0, such as 5");
    }
}
