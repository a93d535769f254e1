package hplhetero.run;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.predict.MachinePrediction;
import hplhetero.hpl.plan.predict.PredictRequest;
import hplhetero.hpl.plan.predict.PredictRequest.WhatIfs;
import hplhetero.hpl.plan.predict.Predictor;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.HplDat;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.input.text.Words;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.json.JsonPrediction;
import hplhetero.results.text.MachineReport;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.FabricOption;
import hplhetero.run.option.PlanOptions;
import hplhetero.run.option.ThrottleOption;
import hplhetero.run.option.WordLists;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl predict}, which says what rate a machine that is only described would reach. */
@Command(name = "predict", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Predicts what a described machine would reach.",
        description = {"Plans the largest run that fits into the machine's memory, and predicts it with a model: N, grid, map and BCAST, "
                + "GFLOPS, hours and the share of the peak. Also tells where the rest of the peak goes, and what another network, other "
                + "nodes, more memory or another NB would change. A cluster file describes the machine (docs/cluster-file.md), thousands "
                + "of ranks in a few lines. docs/predict.md tells how wrong a prediction may be.", ""},
        footer = {"", "Examples:",
            "  ./hpl predict --cluster examples/five-boards.cluster",
            "  ./hpl predict --cluster examples/fat-tree-648.cluster --nb 256 --json prediction.json",
            "  ./hpl predict --cluster examples/fugaku-like.cluster -N 2000000 -P 64 -Q 64 --bcast 2ringM",
            "", "Exit code: 0 predicted, 1 a file could not be written, 2 the input or an option cannot be used."})
final class PredictCommand implements Callable<Integer> {
    /** The largest number of block columns that is predicted, several times that of the largest machines' runs. */
    private static final int MOST_BLOCKS = 200_000;

    @Common
    @Heading(Topic.NETWORK)
    @Option(names = {"--cluster"}, paramLabel = "FILE",
            description = "File that describes the ranks and the network (docs/cluster-file.md).")
    private Path clusterFile;

    @Mixin
    private FabricOption fabric = new FabricOption();

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Common
    @Heading(Topic.ALGORITHM)
    @Option(names = {"--bcast"}, paramLabel = "B,...", completionCandidates = WordLists.FixedBroadcasts.class,
            description = "Panel broadcasts to choose from: 1ring, 1ringM, 2ring, 2ringM, long, longM; default: all.")
    private String bcast;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--swap"}, paramLabel = "S,...", completionCandidates = WordLists.FixedSwaps.class,
            description = "Row swaps to choose from: binary, long, mix; default: all.")
    private String swap;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--depth"}, paramLabel = "n", description = "Look-ahead depth; default: 1.")
    private String depth;

    @Mixin
    private ThrottleOption throttle = new ThrottleOption();

    @Heading(Topic.OUTPUT)
    @Option(names = {"--no-sensitivity"}, description = "Do not predict changed machines, such as with another network or more memory.")
    private boolean withoutWhatIfs;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write the prediction to this file as JSON.")
    private Path json;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() throws IOException {
        if (json != null) {
            OutputDevice.checkReplaceable("--json", json);
        }
        PredictRequest steady = request();
        List<String> assumed = new ArrayList<>();
        Cluster described = cluster(assumed);
        List<Slowdown> slowdowns = throttle.slowdowns(described);
        Cluster cluster = ThrottleOption.atStart(described, slowdowns);
        PredictRequest request = steady.with(slowdowns);
        if (request.plan().n().isPresent()) {
            requireFewBlocks(request.plan().n().getAsInt(), Collections.min(request.plan().nb()));
        }
        MachinePrediction machine;
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("predicting");
            machine = predicted(cluster, request, progress::share);
        }
        assumed.addAll(assumptions(cluster));
        System.out.print(MachineReport.of(machine, Words.BROADCASTS.nameOf(machine.variant().broadcast()),
                Words.SWAPS.nameOf(machine.variant().swap()), assumed, shown.page()));
        if (json != null) {
            JsonPrediction.write(json, machine, assumed);
            System.out.println(shown.page().fold("\nprediction written: " + json));
        }
        return ExitCode.OK;
    }

    private Cluster cluster(List<String> said) {
        Optional<Cluster> described = Optional.ofNullable(clusterFile).map(ClusterFileReader::read);
        Optional<FabricOption.Described> placed = fabric.on(described);
        placed.ifPresent(known -> said.addAll(known.said()));
        return placed.map(FabricOption.Described::cluster).or(() -> described).orElseThrow(() -> new InputException(
                "no machine is described: name a file with --cluster, such as examples/five-boards.cluster (docs/cluster-file.md says how "
                        + "to write one), or a network with --topology"));
    }

    private static void requireFewBlocks(int order, int nb) {
        if (order / nb > MOST_BLOCKS) {
            throw new InputException("N=" + order + " NB=" + nb + ": more than " + MOST_BLOCKS
                    + " panels cannot be predicted: choose a smaller N, or larger NBs with --nb");
        }
    }

    private static MachinePrediction predicted(Cluster cluster, PredictRequest request, DoubleConsumer share) {
        try {
            return Predictor.predict(cluster, request, share);
        } catch (IllegalArgumentException cannot) {
            // the request and the machine do not fit together, and the message says why
            throw new InputException(cannot.getMessage(), cannot);
        }
    }

    /** Returns what the prediction assumes because no line of the cluster file says it, or because the model leaves it out. */
    private static List<String> assumptions(Cluster cluster) {
        List<String> assumed = new ArrayList<>();
        if (cluster.ranks().stream().anyMatch(ClusterFileReader::hasPanelOfThumb)) {
            assumed.add("panels are factored at a quarter of the rate of updates, a rule of thumb: give panel= where the rate is known");
        }
        if (cluster.ranks().stream().allMatch(rank -> rank.variation() == 0)) {
            assumed.add("no noise: every rank is always as fast as the file says");
        }
        if (cluster.ranks().stream().map(RankProfile::update).anyMatch(cost -> cost.perElement() == 0 && cost.perStep() == 0)) {
            assumed.add("updates run at one rate, whatever NB and the size of the matrix: speed= is a single rate");
        }
        if (cluster.network().routes().isEmpty() && cluster.size() > 2) {
            assumed.add("messages between different pairs of hosts share no link, except messages between sites");
        }
        return assumed;
    }

    private PredictRequest request() {
        SweepParameters usual = HplDat.defaults().sweep();
        List<BroadcastAlgorithm> broadcasts = bcast != null ? OptionText.choices("--bcast", bcast, Words.BROADCASTS)
                : firstThenAll(usual.bcasts().getFirst(), Words.BROADCASTS.values());
        List<SwapAlgorithm> swaps = swap != null ? OptionText.choices("--swap", swap, Words.SWAPS)
                : firstThenAll(usual.swap(), Words.SWAPS.values());
        int ahead = depth != null ? OptionText.integer("--depth", depth, 0) : usual.depths().getFirst();
        SolveVariant variant = new SolveVariant(ahead, broadcasts.getFirst(), swaps.getFirst(), usual.swapThreshold());
        PlanRequest planned = new PlanRequest(plan.order(), plan.blocks().orElse(PlanRequest.USUAL_NB), plan.grid(), plan.kind(), variant);
        return new PredictRequest(planned, broadcasts, swaps,
                withoutWhatIfs ? WhatIfs.LEFT_OUT : WhatIfs.PRICED, List.of());
    }

    private static <T> List<T> firstThenAll(T first, List<T> all) {
        List<T> values = new ArrayList<>(List.of(first));
        all.stream().filter(value -> value != first).forEach(values::add);
        return values;
    }
}
