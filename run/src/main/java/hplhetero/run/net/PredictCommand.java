package hplhetero.run.net;

import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.model.NetworkCost;
import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import hplhetero.comm.topology.Placement;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.Topology;
import hplhetero.results.format.WholeFile;
import hplhetero.run.option.CostOptions;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code hpl net predict}: prices all algorithms of a collective. */
@Command(name = "predict", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Predicts what each algorithm of a collective takes.",
        description = {"For each stage of each algorithm the bytes on every link are counted, on the routes that messages take. "
                + "'on links' is the share of the time that is spent on the most loaded links; the rest are latencies and overheads. With "
                + "--cluster costs that no option gives are those of its links.", ""},
        footer = {"", "Example:",
            "  ./hpl net predict --topology my.topology --bytes 64,1Ki,64Ki,1Mi --latency 2us --bandwidth 1.2GB/s",
            "", "Exit code: 0 predicted, 1 a file could not be written, 2 input or options cannot be used."})
final class PredictCommand implements Callable<Integer> {
    /** With more, the millions of messages of an alltoall are no longer a matter of seconds. */
    private static final int MOST_RANKS = 8192;
    /** Far more than any buffer; so that sums over all messages fit 64 bits. */
    private static final long MOST_BYTES = 1L << 35;

    private final Catalogue catalogue;

    @ArgGroup(multiplicity = "1")
    private NetworkSource network;

    @Option(names = {"--collective"}, paramLabel = "NAME", defaultValue = "alltoall",
            description = "Which one; default: ${DEFAULT-VALUE}.")
    private String collective;

    @Option(names = {"--bytes"}, paramLabel = "SIZE,...", defaultValue = "64,1Ki,16Ki,256Ki,1Mi",
            description = "Sizes: of alltoall from each rank to each other one (default: ${DEFAULT-VALUE}).")
    private String bytes;

    @Mixin
    private CostOptions costs = new CostOptions();

    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write all of it to this file as JSON.")
    private Path json;

    PredictCommand() {
        this(Algorithms::of);
    }

    PredictCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws IOException {
        Collective asked = collective();
        List<Long> sizes = QuantityText.sizes("--bytes", bytes, MOST_BYTES);
        if (json != null) {
            OutputDevice.checkReplaceable("--json", json);
        }
        NetworkSource.Described read = network.read();
        NetworkCost cost = costs.cost(read.measured());
        Placement placement = placement(read.topology(), read.file());
        Prediction prediction = Prediction.of(placement, cost, algorithms(asked, placement), sizes);
        boolean told = read.topology().placement().isPresent();
        System.out.println("Topology: " + placement + (told ? "" : ", for the file says nothing of ranks"));
        System.out.print(read.assumptions());
        System.out.println("Costs: " + costs.words(read.measured()));
        System.out.print(prediction.text());
        if (json != null) {
            WholeFile.write(json, new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(prediction) + "\n");
        }
        return ExitCode.OK;
    }

    private Collective collective() {
        return Arrays.stream(Collective.values()).filter(each -> each.label().equals(collective)).findFirst()
                .orElseThrow(() -> new InputException("option --collective: expected one of " + Arrays.stream(Collective.values())
                        .map(Collective::label).collect(Collectors.joining(", ")) + ", found `" + collective + "`: give one of these"));
    }

    /** As the file says, else a rank on each node. */
    private Placement placement(Topology read, String file) {
        int ranks = read.placement().map(Placement::ranks).orElse(read.fabric().nodes());
        if (ranks < 2 || ranks > MOST_RANKS) {
            throw new InputException(file + ": has ranks=" + ranks + ": must be 2.." + MOST_RANKS
                    + ", place others with lines such as `ranks 0-15 nodes=0-15`");
        }
        return read.placement().orElseGet(() -> Placement.full(read.fabric()));
    }

    private List<Algorithm> algorithms(Collective asked, Placement placement) {
        int ranks = placement.ranks();
        List<Algorithm> fitting = catalogue.of(asked, placement).stream().filter(algorithm -> algorithm.takes(ranks)).toList();
        if (fitting.isEmpty()) {
            throw new InputException("option --collective: no algorithm for " + asked.label() + " among " + ranks
                    + " ranks can be priced: choose another collective");
        }
        return fitting;
    }
}
