package hplhetero.run.crew;

import hplhetero.blas.CacheFolder;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.slowed.SlowedKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.CaseResult;
import hplhetero.hpl.HplCase;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.balance.Cluster;
import hplhetero.hpl.balance.Peak;
import hplhetero.hpl.balance.Pooling;
import hplhetero.hpl.balance.RankProfile;
import hplhetero.hpl.balance.probe.Calibration;
import hplhetero.hpl.balance.probe.CalibrationRequest;
import hplhetero.hpl.balance.probe.ClusterStore;
import hplhetero.hpl.balance.probe.Repeats;
import hplhetero.run.check.facts.HostProbe;
import hplhetero.run.machine.Affinity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * One rank's part in a run. Rank 0's thread gives orders by the methods here; the other ranks' threads carry them out in
 * {@link #follow}. Owner: the rank's thread.
 */
public final class Session implements AutoCloseable {
    private final Communicator world;
    private final Exchange exchange;
    private final Node node;
    private final Setup setup;
    private final Crew crew;
    private final Kernels kernels;
    private final CoreShare cores;
    private final HplSolver solver;
    private final List<RankGear> gear;
    private final Progress progress = new Progress();
    /** Of the calibration last asked for; on rank 0. */
    private Optional<CalibrationCache> cache = Optional.empty();
    private AtomicBoolean measured = new AtomicBoolean();
    private volatile double calibrationSeconds;

    private Session(Communicator world, Node node, Setup mine) {
        this.world = world;
        this.node = node;
        world.activity().phase("greeting", -1);
        Greeting.exchange(world);
        world.activity().phase("choosing kernels", -1);
        exchange = new Exchange(world);
        crew = new Crew(exchange.all(RankFacts.here(world.hostName(), node.machine())));
        crew.requireAlike();
        setup = exchange.first(mine);
        cores = CoreShare.of(crew, world.rank(), setup.workersAsked(), setup.bind());
        if (!cores.cpus().isEmpty()) {
            bind();
        }
        kernels = kernelsInTurn();
        gear = exchange.all(RankGear.of(cores.workers(), kernels));
        if (world.rank() == 0) {
            byHost(RankGear::dropouts).forEach(why -> System.err.println("hpl: --blas auto: " + why));
        }
        solver = new HplSolver(world, slowed(), cores.workers(), cores.sharing(), progress);
    }

    /** Rank 0's. Collective, with {@link #join} on the other ranks. */
    static Session open(Communicator world, Node node, Setup setup) {
        return new Session(world, node, setup);
    }

    /** Another rank's. */
    static Session join(Communicator world, Node node) {
        return new Session(world, node, null);
    }

    private void bind() {
        if (crew.ownProcess(world.rank())) {
            Affinity.bindProcess(cores.cpus());
        } else {
            Affinity.bindThread(cores.cpus());
        }
    }

    /** One rank of each host holds the contest, or measures; the others then find its outcome in the cache. */
    private Kernels kernelsInTurn() {
        boolean first = crew.localIndex(world.rank()) == 0;
        Kernels chosen = first ? kernelsNow() : null;
        if (crew.mostOnAHost() > 1) {
            exchange.barrier();
        }
        return first ? chosen : kernelsNow();
    }

    private Kernels kernelsNow() {
        Kernels chosen = node.kernels(setup.blas(), setup.known());
        if (setup.rates()) {
            chosen.measureRate();
        }
        return chosen;
    }

    private DenseKernels slowed() {
        return setup.slowdown().isEmpty() ? kernels.kernels() : SlowedKernels.of(kernels.kernels(), setup.slowdown().get(world.rank()));
    }

    /** All ranks. */
    public Crew crew() {
        return crew;
    }

    /** What each rank works with, by rank. */
    public List<RankGear> gear() {
        return gear;
    }

    /** The setup of all ranks. */
    public Setup setup() {
        return setup;
    }

    /** GFLOPS of all ranks' kernels together, by the rate of one core, or its peak where no rate is known; 0 where that is not either. On rank 0. */
    public double gflops() {
        double sum = 0;
        for (HostGear host : hosts()) {
            double there = 0;
            double threads = 0;
            for (int rank : crew.ranksOn(host.name())) {
                RankGear its = gear.get(rank);
                double core = Double.isNaN(its.gflops()) ? host.coreGflops() : its.gflops();
                there += core * its.workers() / setup.slowdownOf(rank);
                threads += its.workers() / setup.slowdownOf(rank);
            }
            sum += there * Math.min(1, crew.cores(host.name()) / threads);
        }
        return sum;
    }

    /** What the run has been told is not quite as it should be, for people. */
    public List<String> notes() {
        SequencedSet<String> notes = new LinkedHashSet<>(byHost(RankGear::notes));
        for (String host : crew.hosts()) {
            String cores = crew.cores(host) + " core(s)" + (crew.hosts().size() > 1 ? " of " + host : "");
            if (crew.hasQuota(host)) {
                notes.add("a control group grants the time of " + cores + ", fewer than there are: ranks are not bound to cores");
            }
            List<Integer> there = crew.ranksOn(host);
            double load = there.stream().mapToDouble(r -> gear.get(r).workers() / setup.slowdownOf(r)).sum();
            if (load > crew.cores(host)) {
                notes.add(there.size() + " x " + gear.get(there.getFirst()).workers() + " ranks x workers share " + cores
                        + ": they take turns, so the rates say little");
            }
        }
        return List.copyOf(notes);
    }

    /** What the first rank of each host has to say, each line once, with the hosts where there are several. */
    private List<String> byHost(Function<RankGear, List<String>> said) {
        SequencedMap<String, List<String>> hosts = new LinkedHashMap<>();
        for (String host : crew.hosts()) {
            said.apply(gear.get(crew.ranksOn(host).getFirst())).forEach(line -> hosts.computeIfAbsent(line, any -> new ArrayList<>()).add(host));
        }
        return hosts.entrySet().stream().map(e -> crew.hosts().size() == 1 ? e.getKey() : String.join(", ", e.getValue()) + ": " + e.getKey()).toList();
    }

    /** Hears of progress from now on; on rank 0. */
    public void listener(SolveListener listener) {
        progress.listener = listener;
    }

    /** Solves one test on all ranks; on rank 0. */
    public CaseResult solve(HplCase hplCase) {
        exchange.first(new Order.Solve(hplCase));
        return solved(hplCase);
    }

    private CaseResult solved(HplCase hplCase) {
        CaseResult result = solver.solve(hplCase);
        if (world.rank() == 0 || crew.ownProcess(world.rank())) {
            node.finishedOne();
        }
        return result;
    }

    /**
     * Measures ranks and links, or takes what the cache has; on rank 0. Where what was measured is doubtful all are measured once
     * more, twice as long; equal ranks of a host that differ by noise even then are taken for equal. What cannot be told is said, but for thorough repeats: who wants those tells it.
     *
     * @param next    the run that comes, or one like those that will
     * @param nbs     block sizes it may have
     * @param seconds for measuring
     * @param repeats how often, where ranks vary
     */
    public Cluster calibrate(HplCase next, List<Integer> nbs, double seconds, Repeats repeats, CalibrationCache.Use use) {
        // tells apart ranks of unlike kinds
        hosts();
        measured = new AtomicBoolean();
        boolean thorough = repeats.equals(Repeats.THOROUGH);
        Cluster cluster = calibrated(new Order.Calibrate(next, nbs, seconds, repeats), use);
        if (thorough && !measured.get() && Calibration.restless(cluster).isPresent()) {
            System.err.println("hpl: ranks had varied when what is kept was measured: measuring again");
            cluster = calibrated(new Order.Calibrate(next, nbs, seconds, repeats), CalibrationCache.Use.AFRESH);
        }
        Optional<String> doubt = Calibration.doubt(cluster);
        if (measured.get() && (seconds < CalibrationRequest.MOST_SECONDS || thorough) && doubt.isPresent()) {
            System.err.println("hpl: " + doubt.get() + ": measuring again");
            double longer = Math.max(seconds, CalibrationRequest.longerThan(seconds));
            cluster = calibrated(new Order.Calibrate(next, nbs, longer, thorough ? repeats : Repeats.ONCE), CalibrationCache.Use.AFRESH);
        }
        if (measured.get() && !thorough) {
            Calibration.restless(cluster).ifPresent(what -> System.err.println("hpl: warning: " + what));
        }
        return new Cluster(Pooling.twins(cluster.ranks(), Collections.max(nbs)), cluster.network(), cluster.origin());
    }

    /** Keeps what a run has shown of the ranks in place of what was measured of them; on rank 0, after {@link #calibrate}. */
    public void keep(Cluster cluster) {
        cache.ifPresent(kept -> kept.correct(cluster.ranks().stream().map(RankProfile::host).toList(), cluster));
    }

    private Cluster calibrated(Order.Calibrate order, CalibrationCache.Use use) {
        cache = Optional.of(CalibrationCache.of(CacheFolder.ofUser(), gear, setup, order.nbs(), order.seconds(), use));
        exchange.first(order);
        long begin = System.nanoTime();
        Cluster cluster = calibrate(order);
        calibrationSeconds += measured.get() ? (System.nanoTime() - begin) * 1e-9 : 0;
        return cluster;
    }

    /** For which ranks and links have been measured in this run; on rank 0, from any thread. */
    public double calibrationSeconds() {
        return calibrationSeconds;
    }

    /** Has messages go by what is known of where the ranks sit; on rank 0. */
    public void sites(List<Integer> siteOf) {
        exchange.first(new Order.Sites(List.copyOf(siteOf)));
        solver.useSites(siteOf);
    }

    /** Whether panels of a test go to other sites, as far as sites are known by now. */
    public boolean crossesSites(HplCase one) {
        return solver.crossesSites(one);
    }

    private Cluster calibrate(Order.Calibrate order) {
        CalibrationRequest request = new CalibrationRequest(order.next(), order.nbs(), crew.plannableBytes(world.hostName()), peak(), order.seconds(), order.repeats());
        Cluster cluster = solver.calibrate(request, cache.map(ClusterStore.class::cast).orElse(ClusterStore.NONE), what -> {
            measured.set(true);
            System.err.println("hpl: " + what);
        });
        solver.useSites(cluster.network().siteOf());
        return cluster;
    }

    private Peak peak() {
        HostGear host = HostGear.here(world.hostName(), node.machine(), kernels);
        if (host.coreGflops() <= 0) {
            return Peak.UNKNOWN;
        }
        return new CorePeak(host.coreGflops(), host.coreSource()).ofRank(cores.workers(), setup.slowdownOf(world.rank()),
                crew.ranksOn(world.hostName()).size(), crew.cores(world.hostName()));
    }

    /** What the hosts are, with their peaks, measured where they are not known; in the order of {@link Crew#hosts}. On rank 0. */
    public List<HostGear> hosts() {
        exchange.first(new Order.Describe());
        return described();
    }

    private List<HostGear> described() {
        boolean first = crew.localIndex(world.rank()) == 0;
        if (first) {
            kernels.measurePeak();
        }
        exchange.barrier();
        kernels.measurePeak();
        List<HostGear> all = exchange.all(HostGear.here(world.hostName(), node.machine(), kernels));
        return crew.hosts().stream().map(host -> all.get(crew.ranksOn(host).getFirst())).toList();
    }

    /** Looks at all hosts; on rank 0. */
    public List<InspectedHost> inspect(Look look) {
        exchange.first(new Order.Inspect(look));
        return inspected(look);
    }

    private List<InspectedHost> inspected(Look look) {
        HostProbe probe = new HostProbe(Build.version(), Build.identity());
        return new Inspection(world, exchange, crew).hosts(() -> look == Look.BRIEF ? probe.glance()
                : probe.look(look == Look.WITH_RATES ? Optional.of(node.options()) : Optional.empty()));
    }

    /** Measures messages between hosts, or between the ranks of the host where there is but one; on rank 0. */
    public List<PairTest.Timing> pairs() {
        exchange.first(new Order.Pairs());
        return new Inspection(world, exchange, crew).pairs();
    }

    /** Measures messages between these ranks once more, one pair after the other; on rank 0. */
    public List<PairTest.Timing> pairsAgain(List<PairRounds.Pair> pairs) {
        exchange.first(new Order.PairsAgain(List.copyOf(pairs)));
        return new Inspection(world, exchange, crew).pairsAgain(pairs);
    }

    /** This rank's host, as far as it is known without measuring; from any thread. */
    public HostGear host() {
        return HostGear.here(crew.ranks().get(world.rank()).host(), node.machine(), kernels);
    }

    /** Lets the other ranks go; on rank 0. */
    void end(int exitCode) {
        exchange.first(new Order.End(exitCode));
    }

    /**
     * Carries out orders until the run is over; on all ranks but 0.
     *
     * @return the exit code
     */
    int follow() {
        while (true) {
            world.activity().phase("waiting for rank 0", -1);
            switch (exchange.<Order>first(null)) {
                case Order.Calibrate order -> calibrate(order);
                case Order.Sites order -> solver.useSites(order.siteOf());
                case Order.Solve order -> solved(order.hplCase());
                case Order.Describe ignored -> described();
                case Order.Inspect order -> inspected(order.look());
                case Order.Pairs ignored -> new Inspection(world, exchange, crew).pairs();
                case Order.PairsAgain order -> new Inspection(world, exchange, crew).pairsAgain(order.pairs());
                case Order.End end -> {
                    return end.exitCode();
                }
            }
        }
    }

    @Override
    public void close() {
        solver.close();
    }

    /** Passes on to whoever listens at the moment. */
    private static final class Progress implements SolveListener {
        private volatile SolveListener listener = SolveListener.NONE;

        @Override
        public void factored(HplCase hplCase, int columns, long nanos) {
            listener.factored(hplCase, columns, nanos);
        }

        @Override
        public void solved(CaseResult result) {
            listener.solved(result);
        }
    }
}
