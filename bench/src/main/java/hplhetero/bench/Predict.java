package hplhetero.bench;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.FmaPeak;
import hplhetero.blas.slowed.SlowedKernels;
import hplhetero.comm.Communicator;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.calibrate.Calibration;
import hplhetero.hpl.calibrate.CalibrationRequest;
import hplhetero.hpl.calibrate.ClusterStore;
import hplhetero.hpl.calibrate.MeasurementRepeats;
import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.calibrate.RankClasses;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of how well the time model predicts runs and ranks plans. It measures ranks, prices a plan with the time model and runs the
 * plan, by the same steps as a run that plans for itself. It does so with ten plans of each N.
 */
@Command(name = "bench/predict", mixinStandardHelpOptions = true, sortOptions = false,
        header = "How well does the time model predict runs and rank plans?")
final class Predict implements Callable<Integer> {
    static final PanelVariant PANEL = new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 4);
    static final SolveVariant VARIANT = new SolveVariant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX, 64);
    private static final double THRESHOLD = 16;

    @Option(names = "-N", split = ",", defaultValue = "8000,10000,12000", description = "Orders (default ${DEFAULT-VALUE}).")
    private List<Integer> orders;

    @Option(names = "--nb", split = ",", defaultValue = "128,192,256", description = "Block sizes (default ${DEFAULT-VALUE}).")
    private List<Integer> nbs;

    @Option(names = "--emulate-slowdown", split = ",", defaultValue = "2,2,2,4",
            description = "A factor for each rank, 1: not slowed (default ${DEFAULT-VALUE}).")
    private List<Double> slowdown;

    @Option(names = "--workers", defaultValue = "1", description = "Threads of each rank (default ${DEFAULT-VALUE}).")
    private int workers;

    @Option(names = "--blas", defaultValue = "auto", description = "Kernels (default ${DEFAULT-VALUE}).")
    private String blas;

    @Option(names = "--seconds", defaultValue = "3",
            description = "To measure ranks and links before each plan (default ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--runs", defaultValue = "1", description = "Rounds; medians count (default ${DEFAULT-VALUE}).")
    private int runs;

    private DenseKernels kernels;
    /** The FMA peak of one core that is not slowed, in GFLOPS. */
    private double corePeak;
    private final List<List<PricedPlan>> plans = new ArrayList<>();
    private final List<List<Double>> measured = new ArrayList<>();

    public static void main(String[] args) {
        Program.run(new Predict(), args);
    }

    @Override
    public Integer call() {
        Program.requirePositive("--runs", List.of(runs));
        kernels = Blas.select(blas, BlasOptions.defaults()).kernels();
        corePeak = FmaPeak.measure();
        ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(t -> t.name().equals("local")).findFirst().orElseThrow().open(TransportOptions.usual(end -> { }))
                .run(slowdown.size(), this::rank);
        for (int n : orders) {
            report(n);
        }
        return 0;
    }

    /** Runs all plans on one rank, as every rank does; rank 0 keeps the results. */
    private int rank(Communicator world) {
        DenseKernels slowed = SlowedKernels.of(kernels, slowdown.get(world.rank()));
        try (HplSolver solver = new HplSolver(world, slowed, workers, SolveListener.NONE)) {
            Cluster first = calibrate(world, slowed, solver);
            List<PricedPlan> all = orders.stream().flatMap(n -> PricedPlan.ten(first, n, nbs).stream()).toList();
            if (world.rank() == 0) {
                start(first, all.size());
            }
            for (int run = 0; run < runs; run++) {
                for (int i = 0; i < all.size(); i++) {
                    PricedPlan plan = again(all.get(i), calibrate(world, slowed, solver));
                    CaseResult result = solver.solve(hplCase(plan.n(), plan.nb(), plan.p(), plan.q(), plan.map()));
                    if (world.rank() == 0) {
                        finished(i, plan, result);
                    }
                }
            }
        }
        return 0;
    }

    /** Measures ranks and links by the same steps as a run. Equal peaks tell which ranks are of one kind. */
    private Cluster calibrate(Communicator world, DenseKernels slowed, HplSolver solver) {
        HplCase next = hplCase(Collections.max(orders), Collections.max(nbs), 1, slowdown.size(), new MapSpec.Cyclic());
        Peak peak = new Peak(workers * corePeak / slowdown.get(world.rank()), "FMA peak measured");
        CalibrationRequest request = new CalibrationRequest(next, nbs, Long.MAX_VALUE, peak,
                MeasuringTime.thorough(seconds, MeasurementRepeats.BRIEF));
        Cluster cluster = new Calibration(world, slowed, solver.pool(), solver.panelPlaces(), request,
                () -> solver.warmUp(next, Double.POSITIVE_INFINITY), what -> { }).run(ClusterStore.NONE);
        return new Cluster(RankClasses.peersAveraged(cluster.ranks(), Collections.max(nbs)), cluster.network(), cluster.origin());
    }

    /** Returns the plan of the same name for ranks that were just measured; where there is none, the earlier plan. */
    private PricedPlan again(PricedPlan plan, Cluster cluster) {
        return PricedPlan.ten(cluster, plan.n(), nbs).stream().filter(p -> p.name().equals(plan.name())).findFirst().orElse(plan);
    }

    private void start(Cluster cluster, int count) {
        System.out.println("# kernels " + kernels.name() + ", slowed " + slowdown + ", " + workers + " worker(s) a rank");
        cluster.ranks().forEach(r -> System.out.println("# " + r));
        System.out.println("# " + cluster.network().links());
        for (int i = 0; i < count; i++) {
            plans.add(new ArrayList<>());
            measured.add(new ArrayList<>());
        }
    }

    private void finished(int number, PricedPlan plan, CaseResult result) {
        if (result.status() != CheckStatus.PASSED) {
            throw new IllegalStateException(plan.name() + ": " + result.status() + " " + result.note());
        }
        plans.get(number).add(plan);
        measured.get(number).add(result.seconds());
        System.err.printf(Locale.ROOT, "bench: N=%d %s: predicted %.3f s, measured %.3f s%n", plan.n(), plan.name(),
                plan.prediction().seconds(), result.seconds());
    }

    private static HplCase hplCase(int n, int nb, int p, int q, MapSpec map) {
        return new HplCase(n, nb, p, q, ProcessMapping.ROW_MAJOR, VARIANT.depth(), VARIANT.broadcast(), PANEL, VARIANT.swap(),
                VARIANT.swapThreshold(), true, map, THRESHOLD);
    }

    private void report(int n) {
        List<PricedPlan.Outcome> outcomes = IntStream.range(0, plans.size())
                .mapToObj(i -> PricedPlan.Outcome.of(plans.get(i), measured.get(i)))
                .filter(o -> o.n() == n).toList();
        System.out.printf(Locale.ROOT,
                "%n|     N | plan | predicted s | measured s | predicted / measured |%n|------:|---|---:|---:|---:|%n");
        for (PricedPlan.Outcome o : outcomes) {
            System.out.printf(Locale.ROOT, "| %5d | %s | %.3f | %.3f | %s |%n", n, o.name(), o.predicted(), o.measured(),
                    o.ratio().text(3));
        }
        System.out.println();
        System.out.println(PricedPlan.Ranking.of(outcomes).sentence());
    }
}
