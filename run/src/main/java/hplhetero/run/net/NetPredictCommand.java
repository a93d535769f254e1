package hplhetero.run.net;

import hplhetero.comm.collective.Algorithms;
import hplhetero.results.format.Page;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code hpl net predict}, which prices all algorithms of a collective. */
@Command(name = "predict", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Predicts how long each algorithm of a collective takes.",
        description = {"Counts the bytes on every link, for each stage of each algorithm, on the routes that messages take. 'on links' is "
                + "the share of the time that is spent on the most loaded links. The rest is latency and overhead.", ""},
        footer = {"", "Example:",
            "  ./hpl net predict --topology my.topology --bytes 64,1Ki,64Ki,1Mi --latency 2us --bandwidth 1.2GB/s",
            "", "Exit code: 0 predicted, 1 a file could not be written, 2 the input or an option cannot be used."})
final class NetPredictCommand implements Callable<Integer> {
    /** The most ranks that are priced. With more, the millions of messages of an alltoall take longer than seconds. */
    private static final int MOST_RANKS = 8192;

    private final Catalogue catalogue;

    @ArgGroup(multiplicity = "1", heading = "%nThe network:%n")
    private NetworkSource network;

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    /** Makes the command with all algorithms of this program. */
    NetPredictCommand() {
        this(Algorithms::of);
    }

    /**
     * Makes the command with other algorithms, for tests.
     *
     * @param catalogue finds the algorithms of a collective
     */
    NetPredictCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws IOException {
        Question question = options.question(network, MOST_RANKS, catalogue);
        AlgorithmPrices prediction;
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("predicting " + question.collective().label());
            prediction = AlgorithmPrices.of(question);
        }
        Page page = shown.page();
        System.out.print(page.fold(question.text()) + prediction.text(page));
        options.writeJson(prediction);
        return ExitCode.OK;
    }
}
