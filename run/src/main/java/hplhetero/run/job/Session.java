package hplhetero.run.job;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.blas.slowed.SlowedKernels;
import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.calibrate.CalibrationRequest;
import hplhetero.hpl.calibrate.ClusterStore;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostLoad;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostProbe;
import hplhetero.run.facts.LoadMeter;
import hplhetero.run.facts.OwnPart;
import hplhetero.run.facts.ProcessPlace;
import hplhetero.run.machine.Affinity;
import hplhetero.run.machine.ChosenKernels;
import hplhetero.run.machine.CorePeak;
import hplhetero.run.machine.Cores;
import hplhetero.run.machine.HostInfo;
import hplhetero.run.power.PowerMeter;
import hplhetero.run.start.ObjectExchange;
import hplhetero.run.terminal.StandardError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One rank's part in a run. Rank 0's thread commands all ranks by the methods here; the other ranks' threads carry its commands out in
 * {@link #follow}. Owner: the rank's thread.
 */
public final class Session implements AutoCloseable {
    /** What a device reaches of its peak, about. */
    private static final double DEVICE_EFFICIENCY = 0.5;

    private final Communicator world;
    private final ObjectExchange exchange;
    private final RankProcess process;
    private final JobSetup setup;
    private final RankTable rankTable;
    /** Where each rank's process is, by rank. */
    private final List<ProcessPlace> processes;
    private final ChosenKernels kernels;
    private final DenseKernels slowed;
    private final CoreShare cores;
    private final HplSolver solver;
    private final List<RankInfo> rankInfos;
    private final Progress progress;
    private final Calibrator calibrator = new Calibrator(this);
    private boolean metered;

    private Session(Communicator world, RankProcess process, JobSetup mine) {
        this.world = world;
        this.process = process;
        this.progress = new Progress(world.activity());
        world.activity().phase("greeting", -1);
        ConnectivityCheck.exchange(world);
        world.activity().phase("choosing kernels", -1);
        exchange = new ObjectExchange(world);
        rankTable = new RankTable(exchange.all(RankFacts.here(world.hostName(), process.machine())));
        rankTable.requireAlike();
        processes = exchange.all(ProcessPlace.here());
        setup = exchange.first(mine);
        cores = CoreShare.of(rankTable, world.rank(), setup.workersAsked(), setup.bind());
        if (!cores.cpus().isEmpty()) {
            bind();
        }
        kernels = kernelsInTurn();
        rankInfos = exchange.all(RankInfo.of(cores.workers(), kernels));
        if (world.rank() == 0) {
            byHost(RankInfo::dropouts).forEach(why -> StandardError.say("--blas auto: " + why));
            List<String> unused = unusedOptions();
            if (!unused.isEmpty()) {
                StandardError.say("no rank computes on a device, without effect: " + String.join(", ", unused));
            }
        }
        slowed = slowed();
        solver = new HplSolver(world, slowed, cores.workers(), cores.sharing(), progress);
        solver.record(setup.record());
    }

    /** Rank 0's. Collective, with {@link #join} on the other ranks. */
    static Session open(Communicator world, RankProcess process, JobSetup setup) {
        return new Session(world, process, setup);
    }

    /** Another rank's. */
    static Session join(Communicator world, RankProcess process) {
        return new Session(world, process, null);
    }

    private void bind() {
        if (rankTable.ownProcess(world.rank())) {
            Affinity.bindProcess(cores.cpus());
        } else {
            Affinity.bindThread(cores.cpus());
        }
    }

    /**
     * Chooses kernels: one rank of each host measures, and the others take from the cache what it found, whatever its worth, or they would
     * measure all at once.
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
        ChosenKernels chosen = process.kernels(setup, known, world.rank(), rankTable.deviceIndex(world.rank()),
                Math.min(cores.workers(), rankTable.cores(world.hostName())));
        if (setup.rates()) {
            chosen.measureRate();
        }
        return chosen;
    }

    private DenseKernels slowed() {
        return setup.slowdown().isEmpty() ? kernels.kernels() : SlowedKernels.of(kernels.kernels(), setup.slowdown().get(world.rank()));
    }

    /** All ranks. */
    public RankTable rankTable() {
        return rankTable;
    }

    /** What each rank works with, by rank. */
    public List<RankInfo> rankInfos() {
        return rankInfos;
    }

    /** Whether a device computes the updates of a rank. */
    public boolean onDevices() {
        return rankInfos.stream().anyMatch(RankInfo::onDevice);
    }

    /** The setup of all ranks. */
    public JobSetup setup() {
        return setup;
    }

    /**
     * GFLOPS of all ranks' kernels together, by the rate of one core, or its peak where no rate is known; 0 where that is not either. On
     * rank 0.
     */
    public double gflops() {
        double sum = 0;
        for (HostInfo host : hosts()) {
            double there = 0;
            double threads = 0;
            for (int rank : rankTable.ranksOn(host.name())) {
                RankInfo its = rankInfos.get(rank);
                double core = Double.isNaN(its.gflops()) ? host.coreGflops() : its.gflops();
                double device = DEVICE_EFFICIENCY * its.devicePeak() / rankTable.sharers(rank, rankInfos);
                there += (core * its.workers() + device) / setup.slowdownOf(rank);
                threads += its.workers() / setup.slowdownOf(rank);
            }
            sum += there * Math.min(1, rankTable.cores(host.name()) / threads);
        }
        return sum;
    }

    /** What the run has been told is not quite as it should be, for people. */
    public List<String> notes() {
        SequencedSet<String> notes = new LinkedHashSet<>(byHost(RankInfo::notes));
        for (String host : rankTable.hosts()) {
            String cores = rankTable.cores(host) + " core(s)" + (rankTable.hosts().size() > 1 ? " of " + host : "");
            if (rankTable.hasQuota(host)) {
                notes.add("a control group grants the time of " + cores + ", fewer than there are: ranks are not bound to cores");
            }
            List<Integer> there = rankTable.ranksOn(host);
            double load = there.stream().mapToDouble(r -> rankInfos.get(r).workers() / setup.slowdownOf(r)).sum();
            if (load > rankTable.cores(host)) {
                notes.add(there.size() + " x " + rankInfos.get(there.getFirst()).workers() + " ranks x workers share " + cores
                        + ": they take turns, so the rates say little");
            }
        }
        return List.copyOf(notes);
    }

    /** Those for devices that were given in vain. */
    private List<String> unusedOptions() {
        DeviceOptions asked = process.options().device();
        List<String> given = new ArrayList<>();
        if (asked.mostBytes() < Long.MAX_VALUE) {
            given.add("--device-memory");
        }
        if (asked.hostShare().isPresent()) {
            given.add("--host-share");
        }
        return onDevices() ? List.of() : given;
    }

    /** What the ranks of each host have to say, each line once, with the hosts where there are several. */
    private List<String> byHost(Function<RankInfo, List<String>> said) {
        SequencedMap<String, SequencedSet<String>> hosts = new LinkedHashMap<>();
        for (int rank = 0; rank < rankTable.size(); rank++) {
            String host = rankTable.ranks().get(rank).host();
            said.apply(rankInfos.get(rank)).forEach(line -> hosts.computeIfAbsent(line, any -> new LinkedHashSet<>()).add(host));
        }
        return hosts.entrySet().stream().map(e -> rankTable.hosts().size() == 1 ? e.getKey() : String.join(", ", e.getValue()) + ": " + e
                .getKey()).toList();
    }

    /** Hears of progress from now on; on rank 0. */
    public void listener(SolveListener listener) {
        progress.listener = listener;
    }

    /** Solves one test on all ranks; on rank 0. */
    public CaseResult solve(HplCase hplCase) {
        exchange.first(new Command.Solve(hplCase));
        return solved(hplCase);
    }

    private CaseResult solved(HplCase hplCase) {
        meter();
        CaseResult result = solver.solve(hplCase);
        if (world.rank() == 0 || rankTable.ownProcess(world.rank())) {
            process.finishedOne();
        }
        return result;
    }

    /** From the first test on, the first rank of each host measures what that takes. */
    private void meter() {
        if (!metered && rankTable.localIndex(world.rank()) == 0) {
            String host = rankTable.ranks().get(world.rank()).host();
            solver.useMeter(PowerMeter.here(host, rankTable.cpus(host),
                    rankTable.ranksOn(host).stream().mapToInt(rank -> rankInfos.get(rank).workers()).sum(), ownPart(),
                    rankTable.cores(host)));
        }
        metered = true;
    }

    /** Returns this run's part of this rank's host; empty where it cannot be told from the part of others. */
    private Optional<OwnPart> ownPart() {
        return processes.get(world.rank()).beside(processes).map(own -> new OwnPart(own,
                Cores.here().withSiblings(rankTable.cpus(rankTable.ranks().get(world.rank()).host()))));
    }

    /** Measures ranks and links, where that is worth it; on rank 0. */
    public Calibrator calibrator() {
        return calibrator;
    }

    /**
     * Has all ranks measured, or takes what is kept of them; on rank 0.
     *
     * @param kept where earlier measurements are, and this one goes
     * @param told hears what is being measured, where something is
     */
    Cluster calibrated(Command.Calibrate command, ClusterStore kept, Consumer<String> told) {
        exchange.first(command);
        Cluster cluster = calibrate(command, kept, told);
        world.activity().phase("planning", -1);
        return cluster;
    }

    /** Has messages go by what is known of where the ranks sit; on rank 0. */
    public void sites(List<Integer> siteOf) {
        exchange.first(new Command.Sites(List.copyOf(siteOf)));
        solver.useSites(siteOf);
    }

    /** Whether panels of a test go to other sites, as far as sites are known by now. */
    public boolean crossesSites(HplCase one) {
        return solver.crossesSites(one);
    }

    /** Whether rows of a test are swapped between sites, as far as sites are known by now. */
    public boolean partsColumns(HplCase one) {
        return solver.partsColumns(one);
    }

    /** Measures ranks and links. What was measured while others took a notable part of a host is not kept. Collective. */
    private Cluster calibrate(Command.Calibrate command, ClusterStore kept, Consumer<String> told) {
        CalibrationRequest request = new CalibrationRequest(command.next(), command.nbs(), rankTable.plannableBytes(world.hostName()),
                peak(), command.seconds(), command.repeats());
        world.activity().phase("calibrating", -1);
        LoadMeter load = LoadMeter.here();
        ownPart().ifPresent(load::begin);
        DeferredStore store = new DeferredStore(kept);
        Cluster cluster = new Calibration(world, slowed, solver.pool(), request, () -> warmUp(command.next()), told).run(store);
        List<String> disturbed = disturbedHosts(load);
        if (disturbed.isEmpty()) {
            store.flush();
        } else if (store.isPending()) {
            StandardError.say("warning: " + String.join("; ", disturbed) + " while ranks were measured: what was measured may not be"
                    + " what they can do, and is not kept: the next run measures again");
        }
        solver.useSites(cluster.network().siteOf());
        return cluster;
    }

    /** Returns what others take of each host where that is notable, for people, on all ranks. Collective. */
    private List<String> disturbedHosts(LoadMeter meter) {
        String host = rankTable.ranks().get(world.rank()).host();
        Optional<Load> load = rankTable.localIndex(world.rank()) == 0 ? ownPart().flatMap(meter::end) : Optional.empty();
        return exchange.all(load.map(its -> new HostLoad(rankTable.cores(host), its.otherCores(), its.stolenCores(), ""))
                .filter(HostLoad::isNotable).map(its -> String.format(Locale.ROOT, "others took %.1f of the %.0f cores of %s",
                        its.otherCores() + its.stolenCores(), its.cores(), host)).orElse("")).stream().filter(text -> !text.isEmpty())
                .distinct().toList();
    }

    private void warmUp(HplCase next) {
        solver.warmUp(next);
        world.activity().phase("measuring", -1);
    }

    private Peak peak() {
        HostInfo host = HostInfo.here(world.hostName(), process.machine(), kernels);
        if (host.coreGflops() <= 0) {
            return Peak.UNKNOWN;
        }
        Peak itsCores = new CorePeak(host.coreGflops(), host.coreSource()).ofRank(cores.workers(), setup.slowdownOf(world.rank()),
                rankTable.ranksOn(world.hostName()).size(), rankTable.cores(world.hostName()));
        int sharers = rankTable.sharers(world.rank(), rankInfos);
        return kernels.kernels().device().filter(device -> device.peak() > 0).map(device -> new Peak(
                itsCores.gflops() + device.peak() / sharers, itsCores.source() + "; " + device.name() + ", " + device.source()
                + (sharers == 1 ? "" : ", shared by " + sharers + " ranks"))).orElse(itsCores);
    }

    /** What the hosts are, with their peaks, measured where they are not known; in the order of {@link RankTable#hosts}. On rank 0. */
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
        List<HostInfo> all = exchange.all(HostInfo.here(world.hostName(), process.machine(), kernels));
        return rankTable.hosts().stream().map(host -> all.get(rankTable.ranksOn(host).getFirst())).toList();
    }

    /** Looks at all hosts; on rank 0. */
    public List<InspectedHost> inspect(InspectionLevel look) {
        exchange.first(new Command.Inspect(look));
        return inspected(look);
    }

    private List<InspectedHost> inspected(InspectionLevel look) {
        HostProbe probe = new HostProbe(Build.version(), Build.identity());
        return new Inspection(world, exchange, rankTable).hosts(() -> switch (look) {
            case BRIEF -> probe.glance(() -> ownPart().flatMap(process.load()::end).orElse(Load.NONE));
            case FULL -> probe.look(Optional.empty());
            case WITH_RATES -> probe.look(Optional.of(process.options()));
        });
    }

    /** Measures messages between hosts, or between the ranks of the host where there is but one; on rank 0. */
    public List<PairTest.Timing> pairs() {
        exchange.first(new Command.Pairs());
        return new Inspection(world, exchange, rankTable).pairs();
    }

    /** Measures messages between these ranks once more, one pair after the other; on rank 0. */
    public List<PairTest.Timing> pairsAgain(List<PairRounds.Pair> pairs) {
        exchange.first(new Command.PairsAgain(List.copyOf(pairs)));
        return new Inspection(world, exchange, rankTable).pairsAgain(pairs);
    }

    /** This rank's host, as far as it is known without measuring; from any thread. */
    public HostInfo host() {
        return HostInfo.here(rankTable.ranks().get(world.rank()).host(), process.machine(), kernels);
    }

    /** Lets the other ranks go; on rank 0. */
    void end(int exitCode) {
        exchange.first(new Command.End(exitCode));
    }

    /**
     * Carries out commands until the run is over; on all ranks but 0.
     *
     * @return the exit code
     */
    int follow() {
        while (true) {
            world.activity().phase("waiting for rank 0", -1);
            switch (exchange.<Command>first(null)) {
                case Command.Calibrate command -> calibrate(command, ClusterStore.NONE, what -> { });
                case Command.Sites command -> solver.useSites(command.siteOf());
                case Command.Solve command -> solved(command.hplCase());
                case Command.Describe ignored -> described();
                case Command.Inspect command -> inspected(command.look());
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

    /** Passes on to whoever listens at the moment, and predicts from what is done how long all will take. */
    private static final class Progress implements SolveListener {
        /** Share of the operations from which on a prediction is worth something. */
        private static final double TELLING_SHARE = 1e-3;

        private final Activity activity;
        private volatile SolveListener listener = SolveListener.NONE;

        Progress(Activity activity) {
            this.activity = activity;
        }

        @Override
        public void factored(HplCase hplCase, int columns, long nanos) {
            double left = 1 - (double) columns / hplCase.n();
            double done = 1 - left * left * left;
            if (done > TELLING_SHARE) {
                activity.predict((long) (nanos / done));
            }
            listener.factored(hplCase, columns, nanos);
        }

        @Override
        public void solved(CaseResult result) {
            listener.solved(result);
        }
    }
}
