package hplhetero.run.history;

import hplhetero.input.text.InputException;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.results.history.KeptTest;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.terminal.ExitCode;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code hpl rank}, which places a result among published ones. */
@Command(name = "rank", mixinStandardHelpOptions = true, sortOptions = false, header = "Places a result among published ones.",
        description = {"Reads published results from a table that you have, such as an exported TOP500 list (this program has none). The "
                + "heads of its columns tell what they hold: rates are in a column such as 'Rmax [TFlop/s]' or 'GFLOPS', names in 'Name', "
                + "'System', 'Computer', 'Machine' or 'Site'.", ""},
        footer = {"", "Examples:",
            "  ./hpl rank top500.csv",
            "  ./hpl rank top500.csv result.json",
            "  ./hpl rank cluster.csv --gflops 77.5",
            "", "Exit code: 0 placed, 2 a file cannot be used, or there is no result."})
public final class RankCommand implements Callable<Integer> {
    /** Published results that are shown above the result, and below it. */
    private static final int NEIGHBOURS = 2;
    private static final int DIGITS = 4;

    @Parameters(index = "0", paramLabel = "FILE.csv", description = "The table of published results.")
    private Path file;

    @Parameters(index = "1", arity = "0..1", paramLabel = "RESULT", defaultValue = "last",
            description = "The result: a file of 'hpl run --json', an HPL.out, or, from the history, last (default), last~1, or the number "
                    + "of a test. Of several tests the fastest counts.")
    private String result;

    @Option(names = {"--gflops"}, paramLabel = "RATE", description = "Instead of RESULT: the rate to place, in GFLOPS.")
    private Double gflops;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        PublishedResults published = PublishedResults.read(file);
        System.out.print(text(published, gflops == null ? fastest() : given(), shown.page()));
        return ExitCode.OK;
    }

    private PublishedResults.Published given() {
        if (!(gflops > 0 && Double.isFinite(gflops))) {
            throw new InputException("--gflops " + gflops + ": must be more than 0");
        }
        return new PublishedResults.Published("this result", gflops);
    }

    private PublishedResults.Published fastest() {
        Results named = Results.named(result, Results.history());
        KeptTest best = named.tests().stream().filter(KeptTest::isGood).max(Comparator.comparingDouble(test -> test.entry().gflops()))
                .orElseThrow(() -> new InputException(Shown.name(named.name()) + ": none of its tests has passed, so it has no rate to "
                        + "place: give another result"));
        String slowed = best.environment().isEmulated() ? ", ranks slowed on purpose" : "";
        return new PublishedResults.Published("this result, " + Shown.name(best.entry().machine()) + slowed, best.entry().gflops());
    }

    private String text(PublishedResults published, PublishedResults.Published ours, Page page) {
        List<PublishedResults.Published> systems = published.systems();
        int place = published.place(ours.gflops());
        String skipped = published.skipped() == 0 ? "" : String.format(Locale.ROOT, " Rows without a rate: %d.", published.skipped());
        String sentence = String.format(Locale.ROOT, "%s GFLOPS: place %d among the %d results of %s, faster than %s of them.%s%n%n",
                NumberText.digits(ours.gflops(), DIGITS), place, systems.size(), file,
                NumberText.percent(published.slower(ours.gflops())), skipped);
        Table table = Table.of(Column.number("place"), Column.number("GFLOPS"), Column.text("name"));
        for (int above = Math.max(1, place - NEIGHBOURS); above < place; above++) {
            row(table, above, systems.get(above - 1));
        }
        row(table, place, ours);
        for (int below = place; below < Math.min(systems.size() + 1, place + NEIGHBOURS); below++) {
            row(table, below + 1, systems.get(below - 1));
        }
        return page.fold(sentence) + table.text(page, "");
    }

    private static void row(Table table, int place, PublishedResults.Published one) {
        table.row(place, NumberText.digits(one.gflops(), DIGITS), Shown.name(one.name()));
    }
}
