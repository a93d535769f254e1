package hplhetero.run.net;

import hplhetero.comm.collective.Algorithms;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.input.topology.Topology;
import hplhetero.network.model.LinkBytes;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import hplhetero.results.format.ByteText;
import hplhetero.results.format.WholeFile;
import hplhetero.results.network.NetworkPicture;
import hplhetero.results.network.NetworkSvg;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.option.WordLists;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code hpl net draw}, which draws a network, where ranks sit, and what an algorithm sends over each link. */
@Command(name = "draw", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Draws a network as SVG, with its ranks and the loads of its links.",
        description = {"With --collective and --algorithm, links are coloured by the bytes that pass them, in all stages together or in "
                + "one stage.", ""},
        footer = {"", "Example:",
            "  ./hpl net draw --topology my.topology --collective alltoall --algorithm ring --bytes 64Ki --picture ring.svg",
            "", "Exit code: 0 drawn, 1 the file could not be written, 2 the input or an option cannot be used."})
@Heading(Topic.QUESTION)
final class DrawCommand implements Callable<Integer> {
    /** The largest size of messages, in bytes. It is far more than any buffer, and keeps sums over all messages within 64 bits. */
    private static final long MOST_BYTES = 1L << 35;

    private final Catalogue catalogue;

    @ArgGroup(multiplicity = "1", heading = "%nThe network:%n")
    private NetworkSource network;

    @Option(names = {"--collective"}, paramLabel = "NAME", completionCandidates = WordLists.Collectives.class,
            description = "Collective that the ranks take part in; without it no loads are drawn.")
    private String collective;

    @Option(names = {"--algorithm"}, paramLabel = "LABEL", description = "Algorithm of the collective.")
    private String algorithm;

    @Option(names = {"--bytes"}, paramLabel = "SIZE", defaultValue = "1Mi",
            description = "Message size. For alltoall: bytes from each rank to each other rank (default: ${DEFAULT-VALUE}).")
    private String bytes;

    @Option(names = {"--stage"}, paramLabel = "S",
            description = "Draw only the loads of this stage, counted from 0; default: the sum of all stages.")
    private Integer stage;

    @Heading(Topic.OUTPUT)
    @Option(names = {"--picture", "--out"}, paramLabel = "FILE", required = true, description = "Write the picture to this file.")
    private Path out;

    /** Makes the command with all algorithms of this program. */
    DrawCommand() {
        this(Algorithms::of);
    }

    /**
     * Makes the command with other algorithms, for tests.
     *
     * @param catalogue finds the algorithms of a collective
     */
    DrawCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws IOException {
        OutputDevice.checkReplaceable("--picture", out);
        NetworkSource.Described read = network.read();
        NetworkPicture picture = collective == null ? plain(read.topology()) : loaded(read.topology());
        try {
            WholeFile.write(out, NetworkSvg.of(picture));
        } catch (IllegalArgumentException e) {
            throw new InputException(read.file() + ": cannot be drawn: " + e.getMessage(), e);
        }
        StandardError.say("picture written: " + out + ": " + picture.fabric().name() + (picture.traffic().isEmpty() ? "" : ", "
                + picture.traffic()) + picture.placement().map(placement -> ", " + placement.ranks() + " ranks").orElse(""));
        return ExitCode.OK;
    }

    private NetworkPicture plain(Topology read) {
        if (algorithm != null || stage != null) {
            throw new InputException("--algorithm and --stage need --collective: add --collective NAME");
        }
        return new NetworkPicture(read.fabric(), read.placement(), Optional.empty(), "");
    }

    /** Returns the picture with the loads of links, for the ranks of the file, or else for one rank on each node. */
    private NetworkPicture loaded(Topology read) {
        Placement placement = read.placement().orElseGet(() -> Placement.full(read.fabric()));
        Algorithm chosen = algorithm(placement);
        List<Long> sizes = QuantityText.sizes("--bytes", bytes, MOST_BYTES);
        if (sizes.size() > 1) {
            throw new InputException("option --bytes: expected one size, found `" + bytes + "`: draw one picture for each");
        }
        long size = sizes.getFirst();
        Traffic traffic = chosen.traffic(placement.ranks(), size, 0);
        if (stage != null && (stage < 0 || stage >= traffic.stages())) {
            throw new InputException("--stage " + stage + ": " + chosen.label() + " among " + placement.ranks() + " ranks has stages 0.."
                    + (traffic.stages() - 1));
        }
        LinkBytes loads = stage == null ? LinkBytes.of(placement, traffic) : LinkBytes.of(placement, traffic, stage);
        String what = chosen.collective().label() + " " + chosen.label() + " of " + ByteText.of(size) + ", " + stages(traffic);
        return new NetworkPicture(read.fabric(), Optional.of(placement), Optional.of(loads), what);
    }

    private String stages(Traffic traffic) {
        return stage != null ? "stage " + stage + " of 0.." + (traffic.stages() - 1)
                : traffic.stages() == 1 ? "one stage" : "all " + traffic.stages() + " stages";
    }

    private Algorithm algorithm(Placement placement) {
        Collective requested = OptionText.oneOf("--collective", collective, List.of(Collective.values()), Collective::label);
        List<Algorithm> fitting = catalogue.of(requested, placement).stream().filter(each -> each.takes(placement.ranks())).toList();
        List<String> labels = fitting.stream().map(Algorithm::label).toList();
        String found = algorithm == null ? "" : algorithm;
        return fitting.stream().filter(each -> each.label().equals(found)).findFirst().orElseThrow(() -> InputException.unknownWord(
                "option --algorithm: expected one of " + String.join(", ", labels) + ", found "
                        + (found.isEmpty() ? "none" : "`" + found + "`") + ": give one of these for " + requested.label() + " among "
                        + placement.ranks() + " ranks", found, labels));
    }
}
