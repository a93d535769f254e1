package hplhetero.run.net;

import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import hplhetero.results.format.WholeFile;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.CostOptions;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.option.WordLists;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** The options for which collective of what size is asked for, by which algorithms and at what cost, and for where the answer goes. */
@Heading(Topic.QUESTION)
final class QuestionOptions {
    /** The largest size of messages, in bytes. It is far more than any buffer, and keeps sums over all messages within 64 bits. */
    private static final long MOST_BYTES = 1L << 35;

    @Common
    @Option(names = {"--collective"}, paramLabel = "NAME", completionCandidates = WordLists.Collectives.class,
            defaultValue = "alltoall", description = "The collective (default: ${DEFAULT-VALUE}).")
    private String collective;

    @Common
    @Option(names = {"--algorithm"}, paramLabel = "LABEL,...",
            description = "Only these algorithms; default: all that work among this number of ranks.")
    private String algorithm;

    @Common
    @Option(names = {"--bytes"}, paramLabel = "SIZE,...", defaultValue = "64,1Ki,16Ki,256Ki,1Mi",
            description = "Message sizes. For alltoall: bytes from each rank to each other rank (default: ${DEFAULT-VALUE}).")
    private String bytes;

    @Mixin
    private CostOptions costs = new CostOptions();

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write all results to this file as JSON.")
    private Path json;

    /**
     * Returns the question that the options make. Also checks that the answer can be written.
     *
     * @param network   the network, and where ranks sit in it
     * @param mostRanks the most ranks allowed
     * @param catalogue finds the algorithms of a collective
     * @throws InputException when options or the network cannot be used
     */
    Question question(NetworkSource network, int mostRanks, Catalogue catalogue) {
        Collective requested = collective();
        List<Long> sizes = QuantityText.sizes("--bytes", bytes, MOST_BYTES);
        checkJson();
        NetworkSource.Described read = network.read();
        NetworkCost cost = costs.cost(read.measured());
        Placement placement = placement(read, mostRanks);
        String topology = placement + (read.topology().placement().isPresent() ? "" : ", because the file places no ranks") + "\n"
                + read.assumptions();
        return new Question(placement, topology, requested, algorithms(requested, catalogue.of(requested, placement), placement.ranks()),
                sizes, cost, costs.words(read.measured()));
    }

    /** Returns the options for what messages cost. */
    CostOptions costs() {
        return costs;
    }

    /** Checks that the answer can be written as JSON, where that is asked for. */
    void checkJson() {
        if (json != null) {
            OutputDevice.checkReplaceable("--json", json);
        }
    }

    private Collective collective() {
        return OptionText.oneOf("--collective", collective, List.of(Collective.values()), Collective::label);
    }

    /** Returns the placement of the file, or else a rank on each node. */
    private static Placement placement(NetworkSource.Described read, int mostRanks) {
        int ranks = read.topology().placement().map(Placement::ranks).orElse(read.topology().fabric().nodes());
        if (ranks < 2 || ranks > mostRanks) {
            throw new InputException(read.file() + ": has ranks=" + ranks + ": must be 2.." + mostRanks
                    + ", place as many with lines such as `ranks 0-15 nodes=0-15`");
        }
        return read.topology().placement().orElseGet(() -> Placement.full(read.topology().fabric()));
    }

    private List<Algorithm> algorithms(Collective requested, List<Algorithm> all, int ranks) {
        List<Algorithm> fitting = all.stream().filter(each -> each.takes(ranks)).toList();
        if (fitting.isEmpty()) {
            throw new InputException("option --collective: no algorithm for " + requested.label() + " among " + ranks
                    + " ranks is known: choose another collective");
        }
        return algorithm == null ? fitting : Arrays.stream(algorithm.split(",", -1)).map(String::strip).distinct()
                .map(label -> labelled(fitting, label, ranks)).toList();
    }

    private static Algorithm labelled(List<Algorithm> fitting, String label, int ranks) {
        List<String> labels = fitting.stream().map(Algorithm::label).toList();
        return fitting.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow(() -> InputException.unknownWord(
                "option --algorithm: expected one that works among " + ranks + " ranks (" + String.join(", ", labels)
                        + "), found `" + label + "`: give some of these", label, labels));
    }

    /**
     * Writes the answer as JSON, where that is asked for.
     *
     * @param answer the record whose components become the fields of the JSON
     */
    void writeJson(Object answer) throws IOException {
        if (json != null) {
            WholeFile.write(json, new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer) + "\n");
        }
    }
}
