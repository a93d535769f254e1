package hplhetero.run.net;

import hplhetero.comm.collective.Algorithms;
import hplhetero.input.text.InputException;
import hplhetero.results.format.Page;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.net.hpl.HplRunOptions;
import hplhetero.run.net.hpl.HplSimulation;
import hplhetero.run.net.hpl.SimulatedHpl;
import hplhetero.run.net.paper.Papers;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code hpl net simulate}, which runs all algorithms of a collective in virtual time. */
@Command(name = "simulate", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Simulates each algorithm of a collective, message by message.",
        description = {"All messages that are under way share the links of their routes, and each rank goes on as soon as it can. 'net "
                + "predict' assumes that all ranks end a stage together; the column 'predicted' shows its result. 'busy' is the share of "
                + "the time in which the busiest link would be at work at its full bandwidth.", "",
            "With --hpl, simulates the messages of a whole HPL run: row swaps, pivots and panels of all ranks at once. The updates that "
                + "hide messages are part of the simulation.", ""},
        footer = {"", "Examples:",
            "  ./hpl net simulate --topology my.topology --collective bcast --bytes 1Mi --algorithm 1ring,long,binomial",
            "  ./hpl net simulate --hpl --topology my.topology -N 40000 --bcast long --picture steps.svg --steps 40,41,42",
            "  ./hpl net simulate --paper torus,fattree,hotspot --output figures",
            "", "Exit code: 0 simulated, 1 a file could not be written, 2 the input or an option cannot be used."})
@Heading(Topic.OUTPUT)
final class SimulateCommand implements Callable<Integer> {
    /** The most ranks that are simulated. With more, all messages of an alltoall at once do not fit the memory of a small computer. */
    private static final int MOST_RANKS = 1024;

    private static final List<String> OF_COLLECTIVES = List.of("--collective", "--algorithm", "--bytes", "--goal");
    private static final List<String> OF_RUNS = List.of("--speed", "-N", "--nb", "-P", "-Q", "--bcast", "--swap", "--depth", "--map",
            "--sample", "--picture", "--steps", "--emulate-slowdown");
    private static final List<String> COSTS = List.of("--latency", "--bandwidth", "--send-overhead", "--receive-overhead", "--hop-latency",
            "--many-to-one", "--host-latency", "--host-bandwidth", "--eager");

    private final Catalogue catalogue;

    @Spec
    private CommandSpec command;

    @ArgGroup(multiplicity = "0..1", heading = "%nThe network:%n")
    private NetworkSource network;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private GoalOption goal = new GoalOption();

    @Mixin
    private HplRunOptions hpl = new HplRunOptions();

    @Common
    @Option(names = {"--paper"}, paramLabel = "NAME,...",
            description = "Instead: make the figures of the papers again (docs/collectives.md): torus, fattree, hotspot. Needs --output.")
    private String paper;

    @Common
    @Option(names = {"--output", "--out"}, paramLabel = "FOLDER", description = "With --paper: folder for the SVG and CSV files.")
    private Path out;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    /** Makes the command with all algorithms of this program. */
    SimulateCommand() {
        this(Algorithms::of);
    }

    /**
     * Makes the command with other algorithms, for tests.
     *
     * @param catalogue finds the algorithms of a collective
     */
    SimulateCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws IOException {
        if (paper != null) {
            return papers();
        }
        if (network == null || out != null) {
            throw new InputException(network == null ? "no network is given: add --topology FILE or --cluster FILE, or --paper torus"
                    : "--output " + out + ": goes with --paper only, drop it");
        }
        if (hpl.wholeRun()) {
            return run();
        }
        refuse(OF_RUNS, "goes with --hpl only, drop it");
        goal.check();
        return simulate(options.question(network, MOST_RANKS, catalogue));
    }

    private int run() throws IOException {
        refuse(OF_COLLECTIVES, "is about single collectives, drop it or --hpl");
        if (network.cluster().isPresent()) {
            refuse(COSTS, "with --hpl the cluster file says what messages take, drop it");
        }
        options.checkJson();
        SimulatedHpl result;
        try (ProgressMonitor progress = shown.progress()) {
            result = HplSimulation.of(hpl, HplSimulation.ranks(hpl, network, options.costs()), progress);
        }
        System.out.print(result.text(shown.page()));
        options.writeJson(result);
        return ExitCode.OK;
    }

    private void refuse(List<String> names, String why) {
        for (String name : names) {
            if (command.commandLine().getParseResult().hasMatchedOption(name)) {
                throw new InputException(name + ": " + why);
            }
        }
    }

    private int papers() throws IOException {
        if (out == null || network != null) {
            throw new InputException("--paper " + paper + ": " + (out == null ? "no folder is given: add --output FOLDER"
                    : "has networks of its own, drop "
                    + "--topology and --cluster"));
        }
        String claims;
        try (ProgressMonitor progress = shown.progress()) {
            claims = Papers.write(paper, out, progress::begins);
        }
        System.out.print(claims);
        return ExitCode.OK;
    }

    private int simulate(Question question) throws IOException {
        SimulatedTimes times;
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("simulating " + question.collective().label());
            times = SimulatedTimes.of(question);
        }
        Page page = shown.page();
        System.out.print(page.fold(question.text()) + times.text(page));
        options.writeJson(times);
        goal.write(question);
        return ExitCode.OK;
    }
}
