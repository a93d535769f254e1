package hplhetero.run;

import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.hpl.calibrate.MeasurementRepeats;
import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.Exhaustive;
import hplhetero.hpl.plan.ExhaustiveSearch;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.HplDat;
import hplhetero.input.Settings.Key;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.cluster.PlanFileWriter;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.chart.PlanSvg;
import hplhetero.results.format.WholeFile;
import hplhetero.results.text.ExhaustiveReport;
import hplhetero.results.text.PlanReport;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.cases.InputFile;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.job.Coordinator;
import hplhetero.run.job.JobRunner;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.RankProcess;
import hplhetero.run.machine.Binding;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.FabricOption;
import hplhetero.run.option.KernelsOption;
import hplhetero.run.option.PlanOptions;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.start.Transports;
import hplhetero.run.sweep.DeviceMemory;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code hpl plan}, which says how a cluster of unlike ranks would best run, and what rate is predicted. */
@Command(name = "plan", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Plans which rank owns which block, for ranks of unlike speed.",
        description = {"Tries grids, orders of ranks, maps and block sizes in a model of the run. Leaves out ranks that would hold up the "
                + "others. Explains the plan that is predicted to be the fastest. A file describes the cluster (docs/cluster-file.md), so "
                + "the plan can be made on any machine. Without a file, the ranks of this machine are measured.", "",
            "From HPL.dat the planner takes the largest N, all NBs to choose from, and the first DEPTH, BCAST and SWAP. Options replace "
                + "these values. The grids of HPL.dat are ignored: the planner chooses the grid, unless -P and -Q give it.", "",
            "The order of ranks (PMAP), BCAST and SWAP of a plan are advice for this program. netlib HPL waits until a panel is sent, so "
                + "other broadcasts, mostly longM, are the fastest there.", ""},
        footer = {"", "Examples:",
            "  ./hpl plan --cluster examples/classroom.cluster -N 40000 --picture map.svg",
            "  ./hpl plan --cluster my.cluster --write my.plan && ./hpl run --plan my.plan",
            "", "Exit code: 0 planned, 1 a file could not be written, 2 the input or an option cannot be used."})
final class PlanCommand implements Callable<Integer> {
    private static final double GIB = 1L << 30;
    /** The largest number of block columns that is planned, several times that of the largest machines' runs. */
    private static final int MOST_BLOCKS = 100_000;
    private static final int USUAL_ORDERS = 1000;
    /** Seed of the random orders of ranks; constant, so that each call compares the same orders. */
    private static final long SEED = 1;

    @Parameters(arity = "0..1", paramLabel = "HPL.dat", description = "The input file of the run; default: ./HPL.dat, if there is one.")
    private Path file;

    @Common
    @Heading(Topic.NETWORK)
    @Option(names = {"--cluster"}, paramLabel = "FILE",
            description = "File that describes the ranks and the network (docs/cluster-file.md).")
    private Path clusterFile;

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Common
    @Heading(Topic.KERNELS)
    @Option(names = {"--ranks"}, paramLabel = "n",
            description = "Without --cluster: number of ranks to measure on this machine; default: P x Q.")
    private String ranks;

    @Mixin
    private FabricOption fabric = new FabricOption();

    @Mixin
    private KernelsOption kernels = new KernelsOption();

    @Mixin
    private SlowdownOption slowdown = new SlowdownOption();

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--write"}, paramLabel = "FILE", description = "Write the plan to this file, for 'hpl run --plan FILE'.")
    private Path write;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--picture", "--svg"}, paramLabel = "FILE", description = "Draw the map to this file, as an SVG picture.")
    private Path picture;

    @Heading(Topic.OUTPUT)
    @Option(names = {"--exhaustive"}, description = "Then compare the plan, in virtual time, with all grids, numberings, BCASTs and SWAPs, "
            + "and with many orders of ranks. Needs a described network; takes minutes for 64 ranks.")
    private boolean exhaustive;

    @Heading(Topic.OUTPUT)
    @Option(names = {"--orders"}, paramLabel = "n", description = "With --exhaustive: number of random orders of ranks (default: 1000).")
    private String orders;

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() throws IOException {
        check("--write", write);
        check("--picture", picture);
        try (ProgressMonitor progress = shown.progress()) {
            return plan(progress);
        }
    }

    private int plan(ProgressMonitor progress) throws IOException {
        InputFile input = InputFile.find(Optional.ofNullable(file), Path.of(""));
        PlanRequest request = request(input.dat().map(HplDat::sweep));
        Optional<FabricOption.Described> described = fabric.on(described(input));
        Cluster cluster = described.map(FabricOption.Described::cluster).or(() -> described(input))
                .orElseGet(() -> measured(input, request, progress));
        requireRoutes(cluster);
        request.n().ifPresent(order -> {
            requireRoom(cluster, order);
            requireFewBlocks(order, Collections.min(request.nb()));
        });
        progress.begins("planning");
        PlanChoice choice = Planner.find(cluster, request, progress::share).orElseThrow(InputException::new);
        progress.pause();
        input.notes().forEach(StandardError::say);
        described.ifPresent(known -> known.said().forEach(line -> System.out.println(shown.page().fold(line))));
        System.out.print(PlanReport.of(cluster, choice, shown.page()));
        if (exhaustive) {
            progress.begins("comparing plans");
            Exhaustive all = ExhaustiveSearch.of(cluster, request, choice.best(), randomOrders(), SEED, progress::goesOn);
            progress.pause();
            System.out.print("\n" + ExhaustiveReport.of(all, choice.best(), shown.page()));
        }
        if (write != null) {
            WholeFile.write(write, PlanFileWriter.write(choice.best()));
            System.out.println(shown.page().fold("\nplan written; run it with: ./hpl run --plan " + write));
        }
        if (picture != null) {
            WholeFile.write(picture, PlanSvg.of(cluster, choice.best()));
            System.out.println(shown.page().fold("\npicture written: " + picture));
        }
        return ExitCode.OK;
    }

    private void requireRoutes(Cluster cluster) {
        if (exhaustive && cluster.network().routes().isEmpty()) {
            throw new InputException("--exhaustive: the order of ranks matters only where ranks share links: give the network with "
                    + "--topology, or add a line `topology` to the cluster file");
        }
        if (!exhaustive && orders != null) {
            throw new InputException("--orders " + orders + ": goes with --exhaustive only, drop it");
        }
    }

    private int randomOrders() {
        return orders == null ? USUAL_ORDERS : OptionText.integer("--orders", orders, 0);
    }

    private Optional<Cluster> described(InputFile input) {
        return input.settings().choose(Key.CLUSTER, clusterFile == null ? null : clusterFile.toString(),
                text -> ClusterFileReader.read(Path.of(text)));
    }

    /** Measures the ranks of this machine, started as a run would start them. */
    private Cluster measured(InputFile input, PlanRequest request, ProgressMonitor progress) {
        int count = ranks != null ? OptionText.integer("--ranks", ranks, 1)
                : request.grid().map(grid -> OptionText.ranks(grid.p(), grid.q())).orElse(1);
        if (count == 1) {
            throw new InputException("no cluster is given, and one rank needs no plan: name a cluster file with --cluster, such as "
                    + "examples/classroom.cluster (docs/cluster-file.md says how to write one), or measure ranks here with --ranks");
        }
        Grid grid = request.grid().orElse(new Grid(1, count));
        if (OptionText.ranks(grid.p(), grid.q()) > count) {
            throw new InputException("-P " + grid.p() + " -Q " + grid.q() + " --ranks " + count + ": the grid needs "
                    + grid.p() * grid.q() + " ranks: choose a smaller grid or measure more ranks");
        }
        JobSetup setup = new JobSetup(kernels.provider(input.settings()), 0, slowdown.slowdowns(input.settings(), count), false,
                CacheUse.SETTLED, DeviceUse.of(request.n().orElse(CaseChoice.LARGE_N), Collections.max(request.nb())), Binding.CORE);
        AtomicReference<Cluster> measured = new AtomicReference<>();
        try (Transport local = Transports.open(Transports.LOCAL, TransportOptions.usual(end -> { }))) {
            RankProcess process = new RankProcess(kernels.options(), Binding.CORE);
            process.tellPhases(progress::begins);
            JobRunner.run(local, process, () -> Coordinator.of(count, setup, session -> {
                HplCase next = CaseChoice.typical(input.dat().orElseGet(HplDat::defaults), request.n().orElse(CaseChoice.LARGE_N),
                        Collections.max(request.nb()), grid.p(), grid.q());
                measured.set(DeviceMemory.of(session).described(session.calibrator().calibrate(next, request.nb(),
                        MeasuringTime.thorough(MeasuringTime.MOST_SECONDS, MeasurementRepeats.BRIEF), CalibrationCache.Use.CACHED)));
                return ExitCode.OK;
            }));
        }
        return measured.get();
    }

    /** Refuses a matrix that is larger than the memory of all ranks together, before any map is made for it. */
    private static void requireRoom(Cluster cluster, int order) {
        double memory = cluster.ranks().stream().mapToDouble(RankProfile::memoryBytes).sum();
        double needed = Double.BYTES * (double) order * order;
        if (needed > memory) {
            throw new InputException(String.format(Locale.ROOT, "N=%d needs %.2f GiB, the ranks have %.2f GiB: choose N < %.0f, or drop "
                    + "-N to let the planner choose it", order, needed / GIB, memory / GIB, Math.sqrt(memory / Double.BYTES)));
        }
    }

    /** Refuses a matrix of too many blocks, because the model walks over all panels for each of many plans. */
    private static void requireFewBlocks(int order, int nb) {
        if (order / nb > MOST_BLOCKS) {
            throw new InputException("N=" + order + " NB=" + nb + ": more than " + MOST_BLOCKS
                    + " panels cannot be planned: choose a smaller N, or larger NBs with --nb");
        }
    }

    private PlanRequest request(Optional<SweepParameters> given) {
        OptionalInt order = plan.order().isPresent() || given.isEmpty() ? plan.order() : OptionalInt.of(largestN(given.get()));
        List<Integer> blocks = plan.blocks().or(() -> given.map(SweepParameters::nbs)).orElse(PlanRequest.USUAL_NB);
        return new PlanRequest(order, blocks, plan.grid(), plan.kind(), variants(given));
    }

    private static int largestN(SweepParameters sweep) {
        int largest = Collections.max(sweep.ns());
        if (largest < 1) {
            throw new InputException("HPL.dat, line 6: N=" + largest + ": there is nothing to plan: give -N");
        }
        return largest;
    }

    /** Returns the variants of a solve to plan for: those that HPL.dat gives, or without one netlib's defaults followed by all others. */
    private static List<SolveVariant> variants(Optional<SweepParameters> given) {
        SweepParameters sweep = given.orElseGet(() -> HplDat.defaults().sweep());
        SequencedSet<BroadcastAlgorithm> broadcasts = new LinkedHashSet<>(sweep.bcasts());
        SequencedSet<SwapAlgorithm> swaps = new LinkedHashSet<>(List.of(sweep.swap()));
        if (given.isEmpty()) {
            broadcasts.addAll(List.of(BroadcastAlgorithm.values()));
            swaps.addAll(List.of(SwapAlgorithm.values()));
        }
        return broadcasts.stream().flatMap(broadcast -> swaps.stream()
                .map(swap -> new SolveVariant(sweep.depths().getFirst(), broadcast, swap, sweep.swapThreshold()))).toList();
    }

    private static void check(String option, Path path) {
        if (path != null) {
            OutputDevice.checkReplaceable(option, path);
        }
    }
}
