package hplhetero.run.net.bench;

import hplhetero.comm.Transport;
import hplhetero.comm.select.Choices;
import hplhetero.comm.select.SelectionRules;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.input.choices.ChoicesFileReader;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileWriter;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.network.topology.Placement;
import hplhetero.results.format.WholeFile;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.CostOptions;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.NetworkSource;
import hplhetero.run.option.TransportOption;
import hplhetero.run.option.WordLists;
import hplhetero.run.progress.Estimate;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.start.RankWork;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl net bench}, which times all algorithms of a collective, and a selector with them. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Times all algorithms of a collective, and the selector.",
        description = {"Calls each algorithm as often as --calls says, then the selector. The selector predicts the time of each "
                + "algorithm, tries the most promising ones in turn, takes the fastest, and watches it. Ranks are threads of this process, "
                + "ranks that a launcher such as mpirun started, or ranks on --hosts. Where neither --cluster nor an option says what "
                + "messages cost, the links are probed for some milliseconds. With --simulated there are no ranks, and time is virtual.",
            ""},
        footer = {"", "Examples:",
            "  ./hpl net bench --ranks 4 --collective bcast,allgather --bytes 1Ki,1Mi",
            "  mpirun -n 8 ./hpl net bench --write my.choices",
            "  ./hpl net bench --simulated --topology my.topology --collective alltoall",
            "  ./hpl net bench --ranks 4 --collective bcast=binomial,alltoall --choices my.choices",
            "", "Exit code: 0 done, 1 a rank or a file failed, 2 the input or an option cannot be used."})
@Heading(Topic.QUESTION)
public final class BenchCommand implements Callable<Integer> {
    private static final List<Collective> SELECTABLE =
            List.of(Collective.ALLTOALL, Collective.ALLGATHER, Collective.BROADCAST, Collective.ALLREDUCE);
    private static final int USUAL_RANKS = 4;
    private static final double WORTH_TELLING_SECONDS = 10;
    /** The largest buffer of one rank, in bytes; no message of HPL is larger. */
    private static final long MOST_BYTES = 1L << 30;
    private static final int MOST_CALLS = 100_000;

    @Common
    @Option(names = {"--collective"}, paramLabel = "NAME[=ALGORITHM],...", completionCandidates = WordLists.Collectives.class,
            defaultValue = "alltoall", description = "Collectives: alltoall, allgather, bcast, allreduce. With =ALGORITHM the selector has "
            + "to take this algorithm (default: ${DEFAULT-VALUE}).")
    private String collectives;

    @Common
    @Option(names = {"--bytes"}, paramLabel = "SIZE,...", defaultValue = "64,1Ki,16Ki,256Ki",
            description = "Sizes of a piece (alltoall, allgather) or of the buffer (bcast, allreduce) (default: ${DEFAULT-VALUE}).")
    private String bytes;

    @Option(names = {"--calls"}, paramLabel = "n", defaultValue = "200",
            description = "Calls of each algorithm, and of the selector (default: ${DEFAULT-VALUE}).")
    private int calls;

    @Common
    @Option(names = {"--ranks"}, paramLabel = "n", description = "Number of ranks, if no launcher started them; default: the ranks of the "
            + "network's file, otherwise " + USUAL_RANKS + ".")
    private Integer ranks;

    @Common
    @Option(names = {"--simulated"}, description = "Use virtual time, on the network that a file describes.")
    private boolean simulated;

    @ArgGroup(multiplicity = "0..1", heading = "%nThe network:%n")
    private NetworkSource network;

    @Mixin
    private CostOptions costs = new CostOptions();

    @Heading(Topic.SELECTOR)
    @Option(names = {"--model"}, paramLabel = "NAME", defaultValue = "exact",
            description = "How the selector predicts times: exact (by the most loaded links), papers (by the papers' formulas, alltoall "
                    + "only), plain (by the papers' table without topology), none (default: ${DEFAULT-VALUE}).")
    private BenchRequest.Model model;

    @Heading(Topic.SELECTOR)
    @Option(names = {"--keep-within"}, paramLabel = "FACTOR",
            description = "Do not try algorithms whose predicted time is more than this many times the best (default: 2; 4 where costs "
                    + "come from a brief probe in which equal messages differed much).")
    private Double keepWithin;

    @Heading(Topic.SELECTOR)
    @Option(names = {"--trials"}, paramLabel = "n", defaultValue = "3",
            description = "Trials of each algorithm while the selector learns (default: ${DEFAULT-VALUE}).")
    private int trials;

    @Heading(Topic.SELECTOR)
    @Option(names = {"--choices"}, paramLabel = "FILE", description = "Begin with the choices in this file, which --write wrote.")
    private Path choices;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--write"}, paramLabel = "FILE", description = "Write the selector's choices to this file.")
    private Path write;

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
        if (simulated) {
            return virtual();
        }
        Optional<Integer> launched = hosts.launched(transport.mpjHome());
        if (launched.isPresent()) {
            return launched.get();
        }
        try (ProgressMonitor progress = shown.progress(); Transport ready = transport.open()) {
            progress.begins("timing algorithms");
            return RankWork.run(ready, () -> work(ready));
        }
    }

    private int virtual() {
        if (network == null) {
            throw new InputException("--simulated: no network is given: add --topology FILE");
        }
        NetworkSource.Described read = network.read();
        Placement placement = placed(read.topology());
        VirtualBench bench = new VirtualBench(request(read.measured()), placement);
        Outcome outcome = outcome();
        BenchReport report;
        try (ProgressMonitor progress = shown.progress()) {
            tell(placement, bench);
            progress.begins("simulating algorithms", bench.steps());
            report = bench.report(progress::done);
        }
        outcome.tell(report, bench.selector(), placement);
        return ExitCode.OK;
    }

    /** Tells how long the simulation will take, before it begins, where it takes long. */
    private static void tell(Placement placement, VirtualBench bench) {
        double seconds = bench.expectedSeconds();
        if (seconds > WORTH_TELLING_SECONDS) {
            StandardError.note("simulating " + bench.steps() + " algorithms and sizes on " + placement.ranks() + " ranks takes "
                    + Estimate.duration(seconds) + " or more; give fewer of --collective and --bytes to shorten it");
        }
    }

    private BenchWork work(Transport ready) {
        OptionalInt launched = ready.ranks();
        Optional<NetworkSource.Described> read = Optional.ofNullable(network).map(NetworkSource::read);
        Optional<Placement> placement = read.map(described -> placed(described.topology()))
                .or(() -> TransportOption.placement(ready).map(FoundPlacement::placement));
        int count = ranks != null ? ranks : launched.orElse(placement.map(Placement::ranks).orElse(USUAL_RANKS));
        if (count < 1 || count != launched.orElse(count)) {
            throw new InputException("--ranks " + count + ": must be at least 1" + (launched.isPresent() ? ", and the launcher has started "
                    + launched.getAsInt() + ": drop the option" : ""));
        }
        String text = placement.map(p -> TopologyFileWriter.write(new Topology(p.fabric(), Optional.of(p)))).orElse("");
        return new BenchWork(request(read.flatMap(NetworkSource.Described::measured)), count, text, ready.description(), outcome());
    }

    /** Returns the placement of the file, or else a rank on each node. */
    private static Placement placed(Topology read) {
        return read.placement().orElseGet(() -> Placement.full(read.fabric()));
    }

    private Outcome outcome() {
        if (json != null) {
            OutputDevice.checkReplaceable("--json", json);
        }
        if (write != null) {
            OutputDevice.checkReplaceable("--write", write);
        }
        return new Outcome(name(json), name(write), shown.page());
    }

    /** Returns the name of a file for another thread or process; empty where there is no file. */
    private static String name(Path file) {
        return file == null ? "" : file.equals(WholeFile.STANDARD_OUTPUT) ? file.toString() : file.toAbsolutePath().toString();
    }

    private BenchRequest request(Optional<ClusterNetwork> measured) {
        if (calls < 1) {
            throw new InputException("--calls " + calls + ": must be at least 1");
        }
        if (calls > MOST_CALLS) {
            throw new InputException("--calls " + calls + ": must be at most " + MOST_CALLS);
        }
        List<Collective> requested = new ArrayList<>();
        Map<Collective, String> fixed = new EnumMap<>(Collective.class);
        for (String item : collectives.split(",", -1)) {
            String[] parts = item.strip().split("=", 2);
            Collective collective = OptionText.oneOf("--collective", parts[0], SELECTABLE, Collective::label);
            requested.add(collective);
            if (parts.length > 1) {
                fixed.put(collective, parts[1]);
            }
        }
        Choices known = choices == null ? new Choices("", List.of()) : ChoicesFileReader.read(choices);
        return new BenchRequest(requested, QuantityText.sizes("--bytes", bytes, MOST_BYTES), calls,
                new BenchRequest.Costs(costs.cost(measured), costs.words(measured), measured.isEmpty() && !costs.given()), model, rules(),
                keepWithin != null, fixed, known);
    }

    private SelectionRules rules() {
        if (keepWithin != null && !(keepWithin >= 1)) {
            throw new InputException("--keep-within " + keepWithin + ": must be >= 1, a multiple of the best predicted time");
        }
        int tried = OptionText.integer("--trials", Integer.toString(trials), 1, MOST_CALLS);
        return (keepWithin == null ? SelectionRules.DEFAULT : SelectionRules.DEFAULT.keepingWithin(keepWithin)).trying(tried);
    }
}
