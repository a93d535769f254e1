package hplhetero.run.job;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.blas.select.DeviceShapes;
import hplhetero.comm.Communicator;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.calibrate.BriefLinkProbe;
import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.calibrate.CalibrationRequest;
import hplhetero.hpl.calibrate.ClusterStore;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.HostTraits;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostProbe;
import hplhetero.run.facts.LoadMeter;
import hplhetero.run.facts.ProcessPlace;
import hplhetero.run.facts.TraitProbe;
import hplhetero.run.machine.Affinity;
import hplhetero.run.machine.Binding;
import hplhetero.run.machine.ChosenKernels;
import hplhetero.run.machine.CorePeak;
import hplhetero.run.machine.Cores;
import hplhetero.run.machine.HostInfo;
import hplhetero.run.machine.MemoryPolicy;
import hplhetero.run.start.ObjectExchange;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * One rank's part in a run. Rank 0's thread commands all ranks by the methods here; the other ranks' threads carry its commands out in
 * {@link #follow}. Owner: the rank's thread.
 */
public final class Session implements AutoCloseable {
    /** Share of its peak that a device reaches, roughly. */
    private static final double DEVICE_EFFICIENCY = 0.5;
    /** Bytes a second between ranks of one host of which nothing was measured. */
    private static final double BYTES_PER_SECOND_ON_A_HOST = 1e9;
    /** Seconds for each byte of a link that counts as without limit. */
    private static final double LEAST_SECONDS_PER_BYTE = 1e-12;

    private final Communicator world;
    private final ObjectExchange exchange;
    private final RankProcess process;
    private final JobSetup setup;
    private final RankTable rankTable;
    private final HostMeters meters;
    private final ChosenKernels kernels;
    /**
     * The core of each worker, indexed by worker; empty where workers are not bound. The first workers, which submit work to the rank's
     * device, have cores near to it.
     */
    private final List<Integer> coresOfWorkers;
    private final DenseKernels slowed;
    private final CoreShare cores;
    private final DeviceDeal devices;
    private final HplSolver solver;
    private final List<RankInfo> rankInfos;
    private final RankNotes notes;
    private final SolveProgress progress;
    private final Calibrator calibrator = new Calibrator(this);
    /** Whether the first test has come, at which a rank that measures its host installs its meter. */
    private boolean metered;
    /** Seconds of warm-up before calibrations so far. */
    private double warmUpSeconds;

    private Session(Communicator world, RankProcess process, JobSetup mine) {
        this.world = world;
        this.process = process;
        this.progress = new SolveProgress(world.activity());
        world.activity().phase("greeting", -1);
        ConnectivityCheck.exchange(world);
        world.activity().phase("choosing kernels", -1);
        exchange = new ObjectExchange(world);
        rankTable = new RankTable(exchange.all(RankFacts.here(world.hostName(), process.machine())));
        rankTable.requireAlike();
        meters = new HostMeters(world, exchange, rankTable, exchange.all(ProcessPlace.here()));
        setup = exchange.first(mine);
        cores = CoreShare.of(rankTable, world.rank(), setup.requestedWorkers(), setup.bind());
        String binding = bind();
        devices = DeviceDeal.of(rankTable, exchange.all(devicesSeen()));
        kernels = kernelsInTurn();
        coresOfWorkers = kernels.kernels().device().map(device -> Cores.here().nearFirst(device.address(), cores.ofWorkers()))
                .orElse(cores.ofWorkers());
        rankInfos = exchange.all(RankInfo.of(cores.workers(), binding, kernels));
        notes = new RankNotes(rankTable, rankInfos, setup);
        if (world.rank() == 0) {
            notes.ofChoices(process.options().device()).forEach(StandardError::note);
        }
        RankSlowdown slowdown = new RankSlowdown(setup.slowdownOf(world.rank()));
        slowed = slowdown.slowed(kernels.kernels());
        solver = new HplSolver(world, slowed, cores.workers(), cores.sharing(), progress, this::bindWorker);
        solver.record(setup.record());
        solver.endWhen(process::isToldToEnd);
        solver.verify(setup.trust());
        if (rankTable.hosts().size() == 1) {
            solver.useLinks(BYTES_PER_SECOND_ON_A_HOST);
        }
        solver.tellEachStep(slowdown);
    }

    /**
     * Opens the session of rank 0. Collective, with {@link #join} on the other ranks.
     *
     * @param world   connects all ranks of the job
     * @param process what the ranks of this process share
     * @param setup   what the ranks are to work with
     */
    static Session open(Communicator world, RankProcess process, JobSetup setup) {
        return new Session(world, process, setup);
    }

    /**
     * Opens the session of a rank other than 0. Collective, with {@link #open} on rank 0.
     *
     * @param world   connects all ranks of the job
     * @param process what the ranks of this process share
     */
    static Session join(Communicator world, RankProcess process) {
        return new Session(world, process, null);
    }

    /**
     * Binds this rank to its part of the cores, and has its memory placed on all memory nodes of its cores in turn.
     *
     * @return what was bound, for people; empty where nothing was
     */
    private String bind() {
        boolean bound = !cores.cpus().isEmpty() && (rankTable.ownProcess(world.rank()) ? Affinity.bindProcess(cores.cpus())
                : Affinity.bindThread(cores.cpus()));
        List<String> done = new ArrayList<>();
        if (!cores.ofWorkers().isEmpty()) {
            done.add("each worker bound to a core");
        } else if (bound) {
            done.add("ranks bound to their part");
        }
        SortedSet<Integer> nodes = setup.bind() == Binding.NONE ? Collections.emptySortedSet()
                : Cores.here().memoryNodesOf(cores.ofWorkers());
        if (nodes.size() > 1 && MemoryPolicy.interleave(nodes)) {
            done.add("memory on " + nodes.size() + " NUMA nodes in turn");
        }
        return String.join(", ", done);
    }

    /** Binds the calling thread, a worker's. */
    private void bindWorker(int worker) {
        if (!coresOfWorkers.isEmpty()) {
            Affinity.bindThread(List.of(coresOfWorkers.get(worker)));
        }
    }

    private DeviceDeal.View devicesSeen() {
        List<Integer> its = cores.cpus().isEmpty() ? rankTable.ranks().get(world.rank()).cpus() : cores.cpus();
        return new DeviceDeal.View(process.deviceAddresses(setup, world.rank()).stream()
                .map(address -> new DeviceDeal.Seen(address, Cores.here().near(address, its))).toList());
    }

    /**
     * Chooses kernels. One rank of each host measures; the others then take its result from the cache, whatever its worth. Otherwise all
     * would measure at the same time and disturb each other.
     */
    private ChosenKernels kernelsInTurn() {
        boolean first = rankTable.localIndex(world.rank()) == 0;
        ChosenKernels chosen = first ? kernelsNow(setup.known()) : null;
        if (rankTable.mostOnAHost() > 1) {
            exchange.barrier();
        }
        return first ? chosen : kernelsNow(CacheUse.ANY);
    }

    private ChosenKernels kernelsNow(CacheUse known) {
        ChosenKernels chosen = process.kernels(setup, known, world.rank(), devices.numbers().get(world.rank()),
                Math.min(cores.workers(), rankTable.cores(world.hostName())));
        if (setup.rates()) {
            chosen.measureRate();
        }
        return chosen;
    }

    /** Returns all ranks of the job with their hosts, and the cores and memory that they have there. */
    public RankTable rankTable() {
        return rankTable;
    }

    /** Returns the kernels, number of workers and device of each rank, by rank. */
    public List<RankInfo> rankInfos() {
        return rankInfos;
    }

    /** Returns whether a device computes the updates of at least one rank. */
    public boolean onDevices() {
        return rankInfos.stream().anyMatch(RankInfo::onDevice);
    }

    /** Returns what the ranks work with, as rank 0 has told all of them: kernels, numbers of workers, slowdowns, binding. */
    public JobSetup setup() {
        return setup;
    }

    /** Returns the rate of all ranks' kernels together, in GFLOPS: the sum of {@link #rates}. Called on rank 0 only. */
    public double gflops() {
        return Arrays.stream(rates()).sum();
    }

    /**
     * Returns the rate of each rank's kernels, in GFLOPS, indexed by rank. It is computed from the measured rate of a core, or from its
     * peak where no rate is known; cores of which neither is known count 0. Half of the peak of each device is added. Slowdowns of ranks at
     * the start of a test, and cores that several workers share, are allowed for. Called on rank 0 only, because all ranks answer.
     */
    public double[] rates() {
        double[] rates = new double[rankTable.size()];
        for (HostInfo host : hosts()) {
            List<Integer> there = rankTable.ranksOn(host.name());
            double threads = there.stream().mapToDouble(rank -> rankInfos.get(rank).workers() / setup.slowdownOf(rank).factor()).sum();
            for (int rank : there) {
                RankInfo its = rankInfos.get(rank);
                double core = Double.isNaN(its.gflops()) ? host.coreGflops() : its.gflops();
                double device = DEVICE_EFFICIENCY * its.devicePeak() / rankTable.sharers(rank, rankInfos);
                rates[rank] = (core * its.workers() + device) / setup.slowdownOf(rank).factor()
                        * Math.min(1, rankTable.cores(host.name()) / threads);
            }
        }
        return rates;
    }

    /** Returns what the user should know of kernels and cores that are not as they should be, one text each. */
    public List<String> notes() {
        return notes.ofKernelsAndCores();
    }

    /**
     * Measures products and panels of some widths on the device of this rank.
     *
     * @param order  order of the matrix to measure on
     * @param widths columns of the panels
     * @return the rates by width; empty where the device factors no panels, or has no memory for them
     */
    public List<DeviceShapes.Shape> deviceShapes(int order, List<Integer> widths) {
        try {
            return DeviceShapes.factors(slowed) ? DeviceShapes.measure(slowed, order, widths, System::nanoTime) : List.of();
        } catch (OutOfMemoryError lacking) {
            return List.of();
        }
    }

    /** Returns the bytes of this rank's device's memory that are kept for panels and U; 0 where there is no device. */
    public long deviceWorkBytes() {
        return kernels.kernels().device().map(DeviceInfo::bytesForWork).orElse(0L);
    }

    /** Sets the listener that hears of progress from now on. Called on rank 0 only. */
    public void listener(SolveListener listener) {
        progress.listen(listener);
    }

    /**
     * Solves one test on all ranks. Called on rank 0 only.
     *
     * @param hplCase the test
     * @param plan    when and where its state is written, and where it begins
     * @return the result; empty where the ranks were told to end, and the test with them
     */
    public Optional<CaseResult> solve(HplCase hplCase, CheckpointPlan plan) {
        exchange.first(new Command.Solve(hplCase, plan));
        return Optional.ofNullable(solved(hplCase, plan));
    }

    private CaseResult solved(HplCase hplCase, CheckpointPlan plan) {
        if (!metered) {
            meters.ofTests(rankInfos).ifPresent(solver::useMeter);
            metered = true;
        }
        CaseResult result = solver.solve(hplCase, plan);
        if (world.rank() == 0 || rankTable.ownProcess(world.rank())) {
            process.finishedOne();
        }
        return result;
    }

    /**
     * Does something with the folder of states on all hosts. Called on rank 0 only.
     *
     * @return why it failed, one text for each host where it did
     */
    public List<String> onFolders(FolderWork work, CheckpointPlan plan) {
        exchange.first(new Command.Folder(work, plan));
        return onFolder(work, plan);
    }

    private List<String> onFolder(FolderWork work, CheckpointPlan plan) {
        String problem = "";
        try {
            work.on(plan);
        } catch (IOException cannot) {
            problem = world.hostName() + ": " + cannot;
        }
        return exchange.all(problem).stream().filter(text -> !text.isEmpty()).distinct().toList();
    }

    /** Returns the calibrator, which measures ranks and links where that is worth it. Used on rank 0 only. */
    public Calibrator calibrator() {
        return calibrator;
    }

    /**
     * Measures all ranks and links, or takes an earlier measurement. Called on rank 0 only.
     *
     * @param command what to measure
     * @param kept    the store of earlier measurements, which also receives this one
     * @param told    is told what is being measured; not called where nothing is measured
     */
    Cluster calibrated(Command.Calibrate command, ClusterStore kept, Consumer<String> told) {
        exchange.first(command);
        Cluster cluster = calibrate(command, kept, told);
        world.activity().phase("planning", -1);
        return cluster;
    }

    /** Returns the seconds for which ranks have warmed up before calibrations so far. The first test reports them as its warm-up. */
    double warmUpSeconds() {
        return warmUpSeconds;
    }

    /**
     * Has all ranks route messages by site from now on. Called on rank 0 only.
     *
     * @param siteOf number of each rank's site, by rank
     */
    public void sites(List<Integer> siteOf) {
        exchange.first(new Command.Sites(List.copyOf(siteOf)));
        solver.useSites(siteOf);
    }

    /** Returns whether panels of a test go to other sites, by the sites that are known at this moment. */
    public boolean crossesSites(HplCase one) {
        return solver.crossesSites(one);
    }

    /** Returns whether rows of a test are swapped between sites, by the sites that are known at this moment. */
    public boolean partsColumns(HplCase one) {
        return solver.partsColumns(one);
    }

    /** Measures ranks and links. A measurement is not kept when other processes took a notable part of a host meanwhile. Collective. */
    private Cluster calibrate(Command.Calibrate command, ClusterStore kept, Consumer<String> told) {
        CalibrationRequest request = new CalibrationRequest(command.next(), command.nbs(), rankTable.plannableBytes(world.hostName()),
                peak(), command.time());
        world.activity().phase("calibrating", -1);
        LoadMeter load = LoadMeter.here();
        meters.ownPart().ifPresent(load::begin);
        DeferredStore store = new DeferredStore(kept);
        Cluster cluster = new Calibration(world, slowed, solver.pool(), solver.panelPlaces(), request, () -> warmUp(command), told)
                .run(store);
        List<String> disturbed = meters.disturbedHosts(load);
        if (disturbed.isEmpty()) {
            store.flush();
        } else if (store.isPending()) {
            StandardError.note("warning: " + String.join("; ", disturbed) + " while ranks were measured: the measured rates may be"
                    + " too low and are not kept: the next run measures again");
        }
        solver.useSites(cluster.network().siteOf());
        cluster.network().links().values().stream().mapToDouble(PairCost::secondsPerByte).max().ifPresent(slowest -> {
            solver.useLinks(1 / Math.max(slowest, LEAST_SECONDS_PER_BYTE));
        });
        return cluster;
    }

    /**
     * Does a first part of the warm-up of a test, and then exchanges a few messages between a few pairs of ranks, some milliseconds long.
     * Called on rank 0 only.
     *
     * @param next   a test like the one that comes
     * @param siteOf number of each rank's site, indexed by rank
     * @return what messages cost; a class of pairs that does not occur is missing
     */
    public BriefLinks probeLinks(HplCase next, List<Integer> siteOf) {
        Command.ProbeLinks command = new Command.ProbeLinks(next, siteOf);
        exchange.first(command);
        return probed(command);
    }

    private BriefLinks probed(Command.ProbeLinks command) {
        solver.warmUpBriefly(command.next());
        world.activity().phase("probing links", -1);
        return new BriefLinkProbe(world, rankTable.hostOf(), command.siteOf(), System::nanoTime).measure();
    }

    private void warmUp(Command.Calibrate command) {
        long begin = System.nanoTime();
        solver.warmUp(command.next(), command.time().warmUpSeconds());
        warmUpSeconds += (System.nanoTime() - begin) * 1e-9;
        world.activity().phase("measuring", -1);
    }

    private Peak peak() {
        HostInfo host = HostInfo.here(world.hostName(), process.machine(), kernels);
        if (host.coreGflops() <= 0) {
            return Peak.UNKNOWN;
        }
        Peak itsCores = new CorePeak(host.coreGflops(), host.coreSource()).ofRank(cores.workers(), setup.slowdownOf(world.rank()).factor(),
                rankTable.ranksOn(world.hostName()).size(), rankTable.cores(world.hostName()));
        int sharers = rankTable.sharers(world.rank(), rankInfos);
        return kernels.kernels().device().filter(device -> device.peak() > 0).map(device -> new Peak(
                itsCores.gflops() + device.peak() / sharers, itsCores.source() + "; " + device.name() + ", " + device.source()
                + (sharers == 1 ? "" : ", shared by " + sharers + " ranks"))).orElse(itsCores);
    }

    /**
     * Returns what the hosts are, in the order of {@link RankTable#hosts}, with their peaks. Peaks that are not known are measured. Called
     * on rank 0 only.
     */
    public List<HostInfo> hosts() {
        exchange.first(new Command.Describe());
        return described();
    }

    private List<HostInfo> described() {
        boolean first = rankTable.localIndex(world.rank()) == 0;
        if (first) {
            kernels.measurePeak();
        }
        exchange.barrier();
        kernels.measurePeak();
        List<HostInfo> all = exchange.all(HostInfo.here(world.hostName(), process.machine(), kernels)
                .with(first ? TraitProbe.here() : HostTraits.NONE));
        return rankTable.hosts().stream().map(host -> all.get(rankTable.ranksOn(host).getFirst())).toList();
    }

    /** Inspects all hosts. Called on rank 0 only. */
    public List<InspectedHost> inspect(InspectionLevel look) {
        exchange.first(new Command.Inspect(look));
        return inspected(look);
    }

    private List<InspectedHost> inspected(InspectionLevel look) {
        HostProbe probe = new HostProbe(Build.version(), Build.identity());
        return new Inspection(world, exchange, rankTable).hosts(() -> switch (look) {
            case BRIEF -> probe.glance(() -> meters.ownPart().flatMap(process.load()::end).orElse(Load.NONE));
            case FULL -> probe.look(Optional.empty());
            case WITH_RATES -> probe.look(Optional.of(process.options()));
        });
    }

    /**
     * Measures the power of all hosts while no rank does anything. Called on rank 0 only.
     *
     * @param seconds how long to measure, in seconds
     * @return what each host took, in the order of {@link RankTable#hosts}; a host without a meter has no energy
     */
    public List<HostPower> idle(double seconds) {
        exchange.first(new Command.Idle(seconds));
        return meters.idle(seconds);
    }

    /** Measures messages between hosts, or between the ranks where there is only one host. Called on rank 0 only. */
    public List<PairTest.Timing> pairs() {
        exchange.first(new Command.Pairs());
        return new Inspection(world, exchange, rankTable).pairs();
    }

    /**
     * Measures messages between some pairs of ranks once more, one pair after the other. Called on rank 0 only.
     *
     * @param pairs the pairs to measure, as numbers of ranks
     */
    public List<PairTest.Timing> pairsAgain(List<PairRounds.Pair> pairs) {
        exchange.first(new Command.PairsAgain(List.copyOf(pairs)));
        return new Inspection(world, exchange, rankTable).pairsAgain(pairs);
    }

    /** Returns what is known of this rank's host without measuring. May be called from any thread. */
    public HostInfo host() {
        return HostInfo.here(rankTable.ranks().get(world.rank()).host(), process.machine(), kernels).with(TraitProbe.here());
    }

    /** Tells the other ranks to end, with this exit code. Called on rank 0 only. */
    void end(int exitCode) {
        exchange.first(new Command.End(exitCode));
    }

    /**
     * Carries out rank 0's commands until the run is over. Called on all ranks but 0.
     *
     * @return the exit code
     */
    int follow() {
        while (true) {
            world.activity().phase("waiting for rank 0", -1);
            switch (exchange.<Command>first(null)) {
                case Command.Calibrate command -> calibrate(command, ClusterStore.NONE, what -> { });
                case Command.ProbeLinks command -> probed(command);
                case Command.Sites command -> solver.useSites(command.siteOf());
                case Command.Solve command -> solved(command.hplCase(), command.plan());
                case Command.Folder command -> onFolder(command.work(), command.plan());
                case Command.Describe ignored -> described();
                case Command.Inspect command -> inspected(command.look());
                case Command.Idle command -> meters.idle(command.seconds());
                case Command.Pairs ignored -> new Inspection(world, exchange, rankTable).pairs();
                case Command.PairsAgain command -> new Inspection(world, exchange, rankTable).pairsAgain(command.pairs());
                case Command.End end -> {
                    return end.exitCode();
                }
            }
        }
    }

    @Override
    public void close() {
        solver.close();
    }
}
