package hplhetero.run;

import hplhetero.comm.Transport;
import hplhetero.hpl.calibrate.Effort;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.input.CaseExpander;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.MapSpecReader;
import hplhetero.input.Settings;
import hplhetero.input.Settings.Key;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.cluster.PlanFileReader;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.input.text.TextFile;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.topology.Placement;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.InputFile;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.job.JobRunner;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.RankProcess;
import hplhetero.run.machine.Binding;
import hplhetero.run.machine.Cores;
import hplhetero.run.option.CheckpointOption;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.FabricOption;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.KernelsOption;
import hplhetero.run.option.MapWords;
import hplhetero.run.option.OutputOptions;
import hplhetero.run.option.PowerOption;
import hplhetero.run.option.SparesOption;
import hplhetero.run.option.TransportOption;
import hplhetero.run.option.VerifyOption;
import hplhetero.run.option.WordLists;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.resume.Place;
import hplhetero.run.resume.RunFolder;
import hplhetero.run.resume.RunState;
import hplhetero.run.start.LaunchedRank;
import hplhetero.run.sweep.NodeRanks;
import hplhetero.run.sweep.Planning;
import hplhetero.run.sweep.RebalanceUse;
import hplhetero.run.sweep.RunCoordinator;
import hplhetero.run.sweep.RunRequest;
import hplhetero.run.terminal.ErrorReport;
import hplhetero.run.terminal.Signals;
import hplhetero.run.terminal.StandardError;
import hplhetero.run.terminal.YesOrNo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code hpl run}, which solves the tests of an HPL.dat, or one that suits the machine. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Runs the tests of an HPL.dat.",
        description = {"Without a file, ./HPL.dat is read. Without an ./HPL.dat, a test of about 20 s is chosen that suits this machine. "
                + "An option replaces the value in the file.", ""},
        footer = {"", "Examples:",
            "  ./hpl run                                    a test that suits this machine",
            "  ./hpl run examples/HPL.dat                   the tests of an HPL.dat",
            "  ./hpl run --mem 80%% --report r.html          fill the memory, make a page",
            "  ./hpl run -N 8000,16000 --nb 192 -P 2 -Q 2   two tests on a grid of ranks",
            "  ./hpl run --hosts node1,node2 -N 40000       on two hosts",
            "", "Exit code: 0 all tests passed, 1 a test failed or was skipped, 2 the input or an option cannot be used, 130 ended "
                + "by Ctrl-C."})
final class RunCommand implements Callable<Integer> {
    private static final String CYCLIC = "cyclic";
    private static final int MOST_REPEATS = 10_000;
    /** The words for the map of a run for which none was asked for. */
    private static final String DEFAULT_MAP = "by default";

    @Parameters(arity = "0..1", paramLabel = "HPL.dat", description = "The input file, in netlib HPL's format; - reads standard input.")
    private Path file;

    @Mixin
    private CaseOptions cases = new CaseOptions();

    @Common
    @Heading(Topic.PLAN)
    @Option(names = {"--map"}, paramLabel = "MAP", completionCandidates = WordLists.Maps.class,
            description = "Which rank owns which block: auto (default), cyclic (netlib's), cells, weighted or shared (the program plans a "
                    + "map of this kind), or a map in words: cells:0,1/2,2 or weighted:rows=1,2;cols=2,1. With auto, several ranks and N "
                    + ">= " + Planning.LEAST_PLANNED_N + ", the ranks are measured and a map that suits them is planned.")
    private String map;

    @Heading(Topic.PLAN)
    @Option(names = {"--rebalance"}, paramLabel = "no|auto", defaultValue = "auto",
            description = "While a test runs, move columns of the matrix from ranks that have become slower to the others: no, or, where "
                    + "ranks differ or are on several hosts, auto (default; docs/adapting.md).")
    private RebalanceUse rebalance = RebalanceUse.AUTO;

    @Common
    @Heading(Topic.RANKS)
    @Option(names = {"--ranks"}, paramLabel = "n", description = "Number of ranks, if it is not P x Q. Without -P and -Q, the program "
            + "chooses the grid and leaves out ranks that would hold up the others. Default on one host: 1, or one for each NUMA node, "
            + "whichever is predicted to be faster.")
    private String ranks;

    @Heading(Topic.PLAN)
    @Option(names = {"--cluster"}, paramLabel = "FILE",
            description = "Plan with the ranks and links that this file describes, instead of measuring them.")
    private Path cluster;

    @Heading(Topic.PLAN)
    @Option(names = {"--topology"}, paramLabel = "FILE", description = "File that describes the network and where the ranks sit in it "
            + "(docs/topology-file.md). Plans then consider its links.")
    private Path topology;

    @Heading(Topic.PLAN)
    @Option(names = {"--recalibrate"}, description = "Measure ranks and links again, even if the cache has them. Forget what earlier runs "
            + "learnt about broadcasts and row swaps.")
    private boolean recalibrate;

    @Heading(Topic.PLAN)
    @Option(names = {"--calibrate"}, paramLabel = "EFFORT", defaultValue = "short",
            description = "How much is measured before the tests: short (default), 3 %% of their predicted time or a second; or thorough, "
                    + "which gives slow ranks more time and measures ranks that vary again.")
    private Effort effort;

    @Heading(Topic.PLAN)
    @Option(names = {"--plan"}, paramLabel = "FILE",
            description = "Run the plan that 'hpl plan --write FILE' wrote: its N, NB, P, Q and map.")
    private Path plan;

    @Mixin
    private KernelsOption kernels = new KernelsOption();

    @Heading(Topic.KERNELS)
    @Option(names = {"--workers"}, paramLabel = "n", description = "Threads of each rank; default: cores / ranks.")
    private String workers;

    @Mixin
    private SlowdownOption slowdown = new SlowdownOption();

    @Mixin
    private HostsOption hosts = new HostsOption();

    @Mixin
    private TransportOption transport = new TransportOption();

    @Heading(Topic.KERNELS)
    @Option(names = {"--bind"}, paramLabel = "core|rank|none", defaultValue = "core",
            description = "Bind each rank to cores that the other ranks of its host do not use, and with 'core' (default) also each worker "
                    + "to a core. Workers stay unbound if their rank has more cores than workers, ranks also if there are more threads "
                    + "than cores. Ranks that the launcher has bound to cores of their own keep these cores.")
    private Binding bind;

    @Heading(Topic.RANKS)
    @Option(names = {"--check"}, paramLabel = "yes|no", defaultValue = "yes",
            description = "With several hosts, check them for a quarter of a second before the tests, and report problems (default: yes). "
                    + "'hpl check' checks more.")
    private YesOrNo check;

    @Heading(Topic.TESTS)
    @Option(names = {"--repeat"}, paramLabel = "n", defaultValue = "1",
            description = "Run all tests this many times, and report median and spread of each. A test is then called best only if it is "
                    + "better by more than the spread (default: 1).")
    private int repeat = 1;

    @Mixin
    private CheckpointOption checkpoint = new CheckpointOption();

    @Mixin
    private SparesOption spares = new SparesOption();

    @Mixin
    private VerifyOption verify = new VerifyOption();

    @Mixin
    private PowerOption power = new PowerOption();

    @Mixin
    private OutputOptions outputs = new OutputOptions();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Spec
    private CommandSpec spec;

    /** The folder of the state from which the run goes on; empty: the run begins. */
    private final Optional<Path> resumed;
    /** The kind of map that a resumed run is to plan, in words; empty: as before, where there are as many ranks. */
    private final Optional<String> otherMap;
    /** The number of ranks of a resumed run, where the user gave one. */
    private final OptionalInt otherRanks;

    /** Makes the command for a run that begins. */
    RunCommand() {
        this(Optional.empty(), Optional.empty(), OptionalInt.empty());
    }

    /**
     * Makes the command.
     *
     * @param resumed    the folder of the state from which the run goes on; empty: the run begins
     * @param otherMap   the kind of map that a resumed run is to plan, in words; empty: as before, where there are as many ranks
     * @param otherRanks the number of ranks of a resumed run, where the user gave one
     */
    RunCommand(Optional<Path> resumed, Optional<String> otherMap, OptionalInt otherRanks) {
        this.resumed = resumed;
        this.otherMap = otherMap;
        this.otherRanks = otherRanks;
    }

    @Override
    public Integer call() {
        if (file != null && TextFile.isStandardInput(file) && hosts.hosts().isPresent()) {
            throw new InputException("-: standard input does not reach ranks on other hosts: write the HPL.dat into a file, "
                    + "and name the file");
        }
        // the command that goes on with a run has looked for hosts already; threads of one process need none, unless the user gave some
        boolean here = resumed.isPresent() || transport.isLocal() && !hosts.areGiven();
        Optional<Integer> launched = here ? Optional.empty() : hosts.launched(transport.mpjHome(),
                spares.keeping(checkpoint.place().map(Place::folder), checkpoint.signals()));
        if (launched.isPresent()) {
            return launched.get();
        }
        requireRepeat();
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("starting");
            return run(progress);
        }
    }

    private int run(ProgressMonitor progress) {
        RankProcess process = new RankProcess(kernels.options(), bind);
        listen(process);
        try (Transport ready = transport.open()) {
            listen(process);
            keepOnDisk();
            process.tellPhases(progress::begins);
            ErrorReport.tellFinished(process::finished);
            Optional<RunRequest> onNodes = ready.ranks().isPresent() ? Optional.empty() : onNodes(ready, process);
            return JobRunner.run(ready, process, () -> new RunCoordinator(onNodes.orElseGet(() -> request(ready.ranks())), ready, process,
                    progress));
        }
    }

    /** Returns where the state of the run is kept: where it was kept before, in the folder as it is named now, where the run goes on. */
    private Optional<Place> place() {
        Optional<Place> place = checkpoint.place();
        return resumed.isEmpty() ? place : place.map(its -> new Place(resumed.get(), its.every()));
    }

    /**
     * Listens to the signals at which the run is to write its state and end. This is done before and after MPI is initialised: MPICH takes
     * USR1 for itself, and libraries that it loads (LLVM, by way of OpenCL) put back, some time later, the handlers that they found.
     */
    private void listen(RankProcess process) {
        place().ifPresent(its -> Signals.handle(checkpoint.signals(), () -> toldToEnd(process, its.folder())));
    }

    /** Keeps this process' command line where the run is to be kept. Refuses a folder that has another run. */
    private void keepOnDisk() {
        if (place().isEmpty()) {
            return;
        }
        RunFolder folder = new RunFolder(place().get().folder());
        if (resumed.isEmpty() && folder.isTaken() && LaunchedRank.isFirst(System.getenv())) {
            throw new InputException("--checkpoint " + folder.path() + ": holds a run that is not finished: go on with './hpl resume "
                    + folder.path() + "', or name another folder, or remove this one");
        }
        if (resumed.isEmpty()) {
            folder.keep(HostsOption.others(spec.commandLine().getParent().getParseResult().originalArgs()));
        }
    }

    private static void toldToEnd(RankProcess process, Path folder) {
        process.tellToEnd();
        if (LaunchedRank.isFirst(System.getenv())) {
            StandardError.note("told to end: writing the state to " + folder + " first; a second signal ends the run at once");
        }
    }

    /**
     * Returns the request of a run on this host alone, of whose ranks the user has said nothing, where the host has several NUMA nodes:
     * with one rank, or with one for each node, whichever is predicted to be faster. Empty for any other run.
     */
    private Optional<RunRequest> onNodes(Transport local, RankProcess process) {
        int nodes = Cores.here().evenNodes();
        boolean said = resumed.isPresent() || file != null || ranks != null || workers != null || cluster != null || topology != null;
        if (nodes == 1 || said || bind != Binding.CORE || !freeGrid(InputFile.find(Optional.empty(), Path.of("")))) {
            return Optional.empty();
        }
        RunRequest one = request(OptionalInt.empty());
        return NodeRanks.measurable(one) ? Optional.of(one.with(NodeRanks.chosen(local, process, one, nodes))) : Optional.empty();
    }

    private void requireRepeat() {
        if (repeat < 1) {
            throw new InputException("--repeat " + repeat + ": must be at least 1");
        }
        if (repeat > MOST_REPEATS) {
            throw new InputException("--repeat " + repeat + ": must be at most " + MOST_REPEATS + ": start several runs");
        }
    }

    /**
     * Returns the request that the options and the input file make.
     *
     * @param launched the number of ranks, where a launcher fixed it
     */
    private RunRequest request(OptionalInt launched) {
        Optional<RunState> state = resumed.map(folder -> new RunFolder(folder).state());
        InputFile input = state.map(RunState::input).orElseGet(() -> InputFile.find(Optional.ofNullable(file), Path.of("")));
        Settings settings = input.settings();
        Optional<Plan> planned = state.isPresent() ? Optional.empty() : planned(input);
        CaseChoice choice = state.map(kept -> kept.choice().reportedTo(outputs.output())).orElseGet(() -> choice(input, planned, launched));
        int started = launched.orElse(otherRanks.orElse(choice.ranks()));
        boolean replan = state.isPresent() && (otherMap.isPresent() || started < choice.ranks());
        choice = replan ? choice.replanned(started) : choice;
        String words = replan ? otherMap.orElse(MapWords.AUTO) : mapWords(settings);
        CaseExpander.requireFew("the tests and --repeat " + repeat, (long) repeat * choice.cases().size(), "repeat fewer times");
        OptionalInt threads = settings.choose(Key.WORKERS, workers, text -> OptionText.integer("--workers", text, 1, JobSetup.MOST_WORKERS))
                .map(OptionalInt::of).orElse(OptionalInt.empty());
        Optional<Cluster> known = state.isPresent() ? Optional.empty()
                : settings.choose(Key.CLUSTER, text(cluster), text -> ClusterFileReader.read(Path.of(text)));
        Optional<MemoryUse> memory = state.isPresent() ? Optional.empty() : memory(choice);
        String blas = kernels.provider(settings);
        RunRequest.Tests tests = new RunRequest.Tests(choice, repeat, memory, words, replan ? Planning.Use.ALWAYS : planning(words),
                MapWords.kind(words), verify.settings(), rebalance);
        UnaryOperator<Cluster> placed = state.isPresent() ? UnaryOperator.identity() : fabric(settings);
        List<Slowdown> slowed = slowdown.slowdowns(settings, launched.orElse(choice.ranks()));
        List<Integer> siteOf = state.map(RunState::siteOf).orElseGet(() -> planned.map(Plan::siteOf).orElse(List.of()));
        RunRequest.Reports reports = new RunRequest.Reports(outputs.record(), outputs.output(), outputs.files(), shown.display());
        return new RunRequest(tests, new RunRequest.Ranks(blas, threads, slowed, bind, check, known, placed, siteOf,
                recalibrate ? CalibrationCache.Use.AFRESH : CalibrationCache.Use.CACHED, effort, power.watts(), power.idleSeconds()),
                reports, new RunRequest.Keeping(input, place(), state, replan));
    }

    /** Returns how much memory to fill, and refuses {@code --mem} where N is given. */
    private Optional<MemoryUse> memory(CaseChoice choice) {
        Optional<MemoryUse> requested = cases.memory();
        if (requested.isPresent() && !choice.sized()) {
            throw new InputException("--mem " + requested.get().words() + ": N=" + choice.cases().getFirst().n()
                    + " is given by -N, HPL.dat or --plan: drop that, or drop --mem");
        }
        return requested;
    }

    /** Returns the function that puts ranks on the fabric of {@code --topology}; the identity where none is given. */
    private UnaryOperator<Cluster> fabric(Settings settings) {
        if (topology == null) {
            return UnaryOperator.identity();
        }
        if (planning(mapWords(settings)) == Planning.Use.NEVER) {
            throw new InputException("--topology " + topology + ": the network is only used for planning, and with the map `"
                    + mapWords(settings) + "` nothing is planned: drop one of the two");
        }
        // read now, so that an error in the file is told before ranks are measured
        boolean paths = TopologyFileReader.read(topology).placement().flatMap(Placement::paths).isPresent();
        if (paths && transport.paths().isEmpty()) {
            StandardError.note("warning: " + topology + " has a table of paths. The plan is made for these paths, but messages do not take "
                    + "them: give the table to --lid-table too");
        }
        return found -> FabricOption.measured(topology, found);
    }

    /** Returns the tests on the ranks that take part. All ranks that were started do, where the input gives no grid. */
    private CaseChoice choice(InputFile input, Optional<Plan> planned, OptionalInt launched) {
        CaseChoice choice = choice(input, planned);
        if (ranks != null) {
            int count = OptionText.integer("--ranks", ranks, 1);
            if (count != launched.orElse(count)) {
                throw new InputException("--ranks " + count + ": the launcher has started " + launched.getAsInt() + ": drop the option");
            }
            return choice.onRanks(count, freeGrid(input));
        }
        return launched.isPresent() && freeGrid(input) ? choice.onRanks(launched.getAsInt(), true) : choice;
    }

    /** Returns whether the user gave neither P and Q nor a plan. */
    private boolean freeGrid(InputFile input) {
        return input.dat().isEmpty() && !cases.overrides(outputs.output()).has("-P", "-Q") && plan == null;
    }

    private Optional<Plan> planned(InputFile input) {
        if (map != null && plan != null) {
            throw new InputException("--map " + map + " --plan " + plan + ": a plan has a map: drop one of the two");
        }
        return map != null ? Optional.empty() : input.settings().choose(Key.PLAN, text(plan), text -> PlanFileReader.read(Path.of(text)));
    }

    private CaseChoice choice(InputFile input, Optional<Plan> planned) {
        HplDatOverrides overrides = cases.overrides(outputs.output());
        return planned.map(p -> CaseChoice.of(input, overrides, p)).orElseGet(() -> CaseChoice.of(input, overrides,
                input.settings().choose(Key.MAP, map, RunCommand::parsed).orElseGet(MapSpec.Cyclic::new)));
    }

    /** Returns the map that the words name. A map that is still to be planned is cyclic until then. */
    private static MapSpec parsed(String words) {
        return plannedWords(words) ? new MapSpec.Cyclic() : MapSpecReader.parse(words);
    }

    /** Returns whether the words ask for a map to be planned. {@code cyclic} does not: it is netlib's map as it stands. */
    private static boolean plannedWords(String words) {
        return words.equals(MapWords.AUTO) || MapWords.kind(words).isPresent() && !words.equals(CYCLIC);
    }

    private static String text(Path file) {
        return file == null ? null : file.toString();
    }

    private static Planning.Use planning(String words) {
        if (plannedWords(words)) {
            return Planning.Use.ALWAYS;
        }
        return words.equals(DEFAULT_MAP) ? Planning.Use.WHERE_IT_PAYS : Planning.Use.NEVER;
    }

    private String mapWords(Settings settings) {
        Optional<String> planned = map != null ? Optional.empty() : Optional.ofNullable(text(plan)).or(() -> settings.text(Key.PLAN));
        return planned.map(name -> "plan " + name)
                .orElseGet(() -> Optional.ofNullable(map).or(() -> settings.text(Key.MAP)).orElse(DEFAULT_MAP));
    }
}
