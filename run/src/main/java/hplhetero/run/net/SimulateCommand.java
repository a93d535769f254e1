package hplhetero.run.net;

import hplhetero.comm.collective.Algorithms;
import hplhetero.input.text.InputException;
import hplhetero.run.net.paper.Papers;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpl net simulate}: runs all algorithms of a collective in virtual time. */
@Command(name = "simulate", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Simulates each algorithm of a collective, message by message.",
        description = {"All messages that are under way share the links of their routes, and each rank goes on as soon as it can, where "
                + "'predict' lets all ranks end a stage together: 'predicted' is what that says. 'busy' is the share of the time in which "
                + "the busiest link would be at work at its full bandwidth.", ""},
        footer = {"", "Examples:",
            "  ./hpl net simulate --topology my.topology --collective bcast --bytes 1Mi --algorithm 1ring,long,binomial",
            "  ./hpl net simulate --paper torus,fattree --out figures",
            "", "Exit code: 0 simulated, 1 a file could not be written, 2 input or options cannot be used."})
final class SimulateCommand implements Callable<Integer> {
    /** With more, all messages of an alltoall at once no longer fit the memory of a small computer. */
    private static final int MOST_RANKS = 1024;

    private final Catalogue catalogue;

    @ArgGroup(multiplicity = "0..1")
    private NetworkSource network;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private GoalOption goal = new GoalOption();

    @Option(names = {"--paper"}, paramLabel = "NAME,...", description = "Instead: make the figures of the papers again "
            + "(docs/collectives.md): torus, fattree or both. Needs --out.")
    private String paper;

    @Option(names = {"--out"}, paramLabel = "DIR", description = "Of the papers' figures: where SVG and CSV files go.")
    private Path out;

    SimulateCommand() {
        this(Algorithms::of);
    }

    SimulateCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws IOException {
        if (paper != null) {
            return papers();
        }
        if (network == null || out != null) {
            throw new InputException(network == null ? "on which network? add --topology FILE or --cluster FILE, or --paper torus,fattree"
                    : "--out " + out + ": goes with --paper only, drop it");
        }
        goal.check();
        return simulate(options.question(network, MOST_RANKS, catalogue));
    }

    private int papers() throws IOException {
        if (out == null || network != null) {
            throw new InputException("--paper " + paper + ": " + (out == null ? "where to? add --out DIR" : "has networks of its own, drop "
                    + "--topology and --cluster"));
        }
        System.out.print(Papers.write(paper, out));
        return ExitCode.OK;
    }

    private int simulate(Question question) throws IOException {
        SimulatedTimes times = SimulatedTimes.of(question);
        System.out.print(question.text() + times.text());
        options.writeJson(times);
        goal.write(question);
        return ExitCode.OK;
    }
}
