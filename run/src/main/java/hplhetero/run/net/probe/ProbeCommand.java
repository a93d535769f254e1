package hplhetero.run.net.probe;

import hplhetero.comm.Transport;
import hplhetero.hpl.network.probe.ProbeRequest;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.TransportOption;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.start.RankWork;
import hplhetero.run.terminal.OutputDevice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl net probe}, which measures messages between ranks. */
@Command(name = "probe", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Measures the network between ranks.",
        description = {"Measures how long messages to and fro between pairs of ranks take, how much of a rank's own time a message takes, "
                + "and how long one rank needs if many ranks send to it. Fits a latency and a bandwidth to each pair (Hockney's model), "
                + "and shows for each message size how far these are off. The last line has options for 'hpl net predict'. Ranks are "
                + "threads of this process, ranks that a launcher such as mpirun started, or ranks on --hosts.", ""},
        footer = {"", "Examples:",
            "  ./hpl net probe --ranks 4",
            "  mpirun -n 16 ./hpl net probe --write my.topology --json probe.json",
            "", "Exit code: 0 measured, 1 a rank or a file failed, 2 the input or an option cannot be used."})
@Heading(Topic.QUESTION)
public final class ProbeCommand implements Callable<Integer> {
    /** The most ranks among which all pairs are measured by default. With this many it takes a second or two. */
    private static final int ALL_PAIRS_RANKS = 16;
    private static final String MEASURING = "measuring messages";
    private static final int USUAL_RANKS = 2;
    private static final long MOST_BYTES = 1L << 30;
    private static final int MOST_SECONDS = 3600;

    /** The choice of which pairs are measured and listed. */
    private enum Pairs {
        AUTO, ALL, KINDS
    }

    @Common
    @Option(names = {"--ranks"}, paramLabel = "n",
            description = "Number of ranks, if no launcher started them; default: P x Q, otherwise " + USUAL_RANKS + ".")
    private Integer ranks;

    @Option(names = {"-P", "--p"}, paramLabel = "P", description = "Process rows.")
    private Integer p;

    @Option(names = {"-Q", "--q"}, paramLabel = "Q", description = "Process columns.")
    private Integer q;

    @Common
    @Option(names = {"--bytes"}, paramLabel = "SIZE,...", defaultValue = "8,1Ki,8Ki,64Ki,512Ki,4Mi",
            description = "Message sizes, ascending (default: ${DEFAULT-VALUE}).")
    private String bytes;

    @Option(names = {"--pairs"}, paramLabel = "WHICH", defaultValue = "auto",
            description = "Pairs to measure: all (every pair, several pairs at once), kinds (a few pairs of each kind, one by one), or "
                    + "auto (default: all for up to " + ALL_PAIRS_RANKS + " ranks, otherwise kinds).")
    private Pairs pairs;

    @Common
    @Option(names = {"--seconds"}, paramLabel = "S", defaultValue = "3",
            description = "Approximate time of all measurements, in seconds (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--write", "--out"}, paramLabel = "FILE", description = "Write the network and where the ranks sit to this topology "
            + "file: all hosts on one switch, or one switch for each site; on Tofu the coordinates, if the MPI tells them.")
    private Path out;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write all results to this file as JSON.")
    private Path json;

    @Mixin
    private HostsOption hosts = new HostsOption();

    @Mixin
    private TransportOption transport = new TransportOption();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        Optional<Integer> launched = hosts.launched(transport.mpjHome());
        if (launched.isPresent()) {
            return launched.get();
        }
        try (ProgressMonitor progress = shown.progress(); Transport ready = transport.open()) {
            progress.expect(MEASURING, seconds);
            progress.begins(MEASURING, 0);
            return RankWork.run(ready, () -> work(ready));
        }
    }

    private ProbeWork work(Transport ready) {
        int count = count(ready.ranks());
        if (out != null) {
            OutputDevice.checkReplaceable("--write", out);
        }
        if (json != null) {
            OutputDevice.checkReplaceable("--json", json);
        }
        boolean all = pairs == Pairs.ALL || pairs == Pairs.AUTO && count <= ALL_PAIRS_RANKS;
        return new ProbeWork(count, new ProbeRequest(sizes(), seconds(), all), TransportOption.placement(ready), ready.description(),
                Optional.ofNullable(out), Optional.ofNullable(json), shown.page());
    }

    private int count(OptionalInt launched) {
        if (ranks != null && (p != null || q != null)) {
            throw new InputException("--ranks " + ranks + " with -P or -Q: give one of the two");
        }
        int grid = p == null && q == null ? USUAL_RANKS : OptionText.ranks(p == null ? 1 : p, q == null ? 1 : q);
        boolean given = ranks != null || p != null || q != null;
        int count = ranks != null ? ranks : given ? grid : launched.orElse(grid);
        if (count < 1 || p != null && p < 1 || q != null && q < 1) {
            throw new InputException("--ranks " + count + " -P " + p + " -Q " + q + ": must be at least 1");
        }
        if (count != launched.orElse(count)) {
            throw new InputException("ranks=" + count + ": the launcher has started " + launched.getAsInt() + ": drop the option");
        }
        return count;
    }

    private List<Integer> sizes() {
        List<Long> sizes = QuantityText.sizes("--bytes", bytes, MOST_BYTES);
        for (int i = 0; i < sizes.size(); i++) {
            if (sizes.get(i) < 1 || i > 0 && sizes.get(i) <= sizes.get(i - 1)) {
                throw new InputException("option --bytes: expected ascending sizes >= 1, found `" + bytes + "`: give such as 8,1Ki,64Ki");
            }
        }
        return sizes.stream().map(Math::toIntExact).toList();
    }

    private double seconds() {
        if (!(seconds > 0) || seconds > MOST_SECONDS) {
            throw new InputException("--seconds " + seconds + ": must be more than 0, and at most " + MOST_SECONDS);
        }
        return seconds;
    }
}
