package hplhetero.results.html;

import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.RateSample;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.Resumption;
import hplhetero.hpl.result.StepTests;
import hplhetero.hpl.result.StepsDone;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.results.Balance;
import hplhetero.results.Balance.RankSpeed;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.RunDescription.Peak;
import hplhetero.results.RunDescription.Provider;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs whose figures follow from a few numbers, so that a test knows what must be drawn of them. */
final class Runs {
    static final int N = 8000;
    static final int NB = 160;
    static final int PANELS = N / NB;
    /** Shares of a rank's time: the phases of a run are these all the time, more waiting on slower ones. */
    private static final Map<Phase, Double> SHARES = shares();

    private Runs() {
    }

    private static Map<Phase, Double> shares() {
        Map<Phase, Double> shares = new EnumMap<>(Phase.class);
        shares.put(Phase.FACTORIZATION, 0.05);
        shares.put(Phase.PIVOTING, 0.02);
        shares.put(Phase.BROADCAST, 0.04);
        shares.put(Phase.SWAP, 0.03);
        shares.put(Phase.PACK, 0.01);
        shares.put(Phase.DTRSM, 0.03);
        shares.put(Phase.DGEMM, 0.70);
        shares.put(Phase.SOLVE, 0.01);
        return shares;
    }

    /** Of rank r, the share of its time that it waits: what its phases leave. */
    static double waiting(int rank) {
        return 1 - busy(rank);
    }

    private static double busy(int rank) {
        return SHARES.values().stream().mapToDouble(Double::doubleValue).sum() * (1 - 0.02 * (rank % 4));
    }

    static HplCase hplCase(int n, int nb, int p, int q) {
        return Samples.hplCase(n, nb, p, q, 16);
    }

    /** A test with all that can be known of it. */
    static TestResult full(HplCase hplCase, double gflops, int workers) {
        double seconds = hplCase.flops() / 1e9 / gflops;
        int ranks = hplCase.p() * hplCase.q();
        CaseResult result = new CaseResult(hplCase, CheckStatus.PASSED, Samples.START, Samples.START, seconds,
                Optional.of(new Residual(8.4e-4, 1e-15, 9.2, 8.8, 5.1, 40.2, 0.5, 0)), false,
                IntStream.range(0, ranks).mapToObj(rank -> rank(rank, ranks, workers, seconds)).toList(), "", Optional.empty(), 1.41,
                StepsDone.NONE, Optional.of(series(hplCase, ranks, workers, seconds)), List.of(), 0, Resumption.NONE, StepTests.NONE,
                Adaptation.NONE);
        return new TestResult(result, Optional.of(balance(gflops, ranks)), predicted(hplCase, seconds));
    }

    private static RankReport rank(int rank, int ranks, int workers, double seconds) {
        Map<Phase, Double> spent = new EnumMap<>(Phase.class);
        SHARES.forEach((phase, share) -> spent.put(phase, share * busy(rank) / busy(0) * workers * seconds));
        spent.put(Phase.WAITING, waiting(rank) * workers * seconds);
        return new RankReport(rank, "node" + rank, workers, 1.0 / ranks, spent);
    }

    /** Of a rate that falls a little towards the end. */
    static TimeSeries series(HplCase c, int ranks, int workers, double seconds) {
        int panels = Math.ceilDiv(c.n(), c.nb());
        List<Integer> after = IntStream.rangeClosed(1, panels).boxed().toList();
        double[] times = times(c, seconds);
        List<RankSeries> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Map<Phase, List<Double>> spent = new EnumMap<>(Phase.class);
            double busy = busy(rank) / busy(0);
            SHARES.forEach((phase, share) -> {
                if (phase != Phase.SOLVE) {
                    spent.put(phase, IntStream.range(0, panels).mapToObj(i -> times[i] * share * busy * workers).toList());
                }
            });
            all.add(new RankSeries(rank, IntStream.range(0, panels).mapToObj(i -> times[i]).toList(), spent,
                    spans(rank, workers, panels, times)));
        }
        return new TimeSeries(panels, after, all);
    }

    /** The last panel is finished at 99 % of the time; a panel's rate falls to a half as it nears the end. */
    private static double[] times(HplCase c, double seconds) {
        int panels = Math.ceilDiv(c.n(), c.nb());
        double[] times = new double[panels];
        double sum = 0;
        for (int i = 0; i < panels; i++) {
            double left = c.n() - (double) i * c.nb();
            sum += left * left * (1 + 0.6 * i / panels) + (i % 7 == 3 ? 0.03 * c.n() * (double) c.n() : 0);
            times[i] = sum;
        }
        for (int i = 0; i < panels; i++) {
            times[i] *= 0.99 * seconds / sum;
        }
        return times;
    }

    private static List<Double> predicted(HplCase c, double seconds) {
        int panels = Math.ceilDiv(c.n(), c.nb());
        return IntStream.rangeClosed(1, panels).mapToObj(i -> 0.93 * seconds * (1 - Math.pow(1 - i / (panels + 1.0), 2.8))).toList();
    }

    private static List<Span> spans(int rank, int workers, int panels, double[] times) {
        List<Span> spans = new ArrayList<>();
        for (int step : new int[] {1, panels / 2, panels - 3}) {
            double begin = times[step - 1];
            double length = times[step] - begin;
            for (int worker = 0; worker < workers; worker++) {
                double at = begin + length * 0.02 * rank;
                if (worker == 0 && rank == step % 4) {
                    spans.add(new Span(step, 0, Phase.FACTORIZATION, at, at + 0.2 * length));
                    spans.add(new Span(step, 0, Phase.PIVOTING, at + 0.2 * length, at + 0.24 * length));
                    at += 0.24 * length;
                } else if (worker == 0) {
                    spans.add(new Span(step, 0, Phase.BROADCAST, at, at + 0.05 * length));
                    at += 0.05 * length;
                }
                spans.add(new Span(step, worker, Phase.SWAP, at + 0.05 * length, at + 0.12 * length));
                spans.add(new Span(step, worker, Phase.DTRSM, at + 0.12 * length, at + 0.16 * length));
                spans.add(new Span(step, worker, Phase.DGEMM, at + 0.16 * length, at + 0.45 * length));
                spans.add(new Span(step, worker, Phase.DGEMM, at + 0.46 * length, at + 0.7 * length));
            }
        }
        return spans;
    }

    /** The ideal is a quarter above what was reached; all lost shares sum to the rest. */
    private static Balance balance(double gflops, int ranks) {
        Map<Loss, Double> lostShares = new EnumMap<>(Loss.class);
        lostShares.put(Loss.IMBALANCE, 0.03);
        lostShares.put(Loss.UPDATE, -0.02);
        lostShares.put(Loss.PANEL, 0.06);
        lostShares.put(Loss.BROADCAST, 0.04);
        lostShares.put(Loss.SWAP, 0.02);
        lostShares.put(Loss.SOLVE, 0.01);
        lostShares.put(Loss.WAITING, 0.06);
        return new Balance("measured just now", 0.8, gflops / 0.8, 0.8, lostShares, Double.NaN, IntStream.range(0, ranks)
                .mapToObj(rank -> new RankSpeed(rank, gflops / 0.8 / ranks, 0.02, Double.NaN, "")).toList());
    }

    static Host host(String name, List<Integer> ranks, int workers) {
        return new Host(name, "Debian GNU/Linux 12", "AMD EPYC 9B45", "Zen 5", 2, 8L << 30, "Temurin 25.0.3", new Provider("native",
                "OpenBLAS 0.3.31, SkylakeX kernels", 70.2, "fastest of 3 in the contest"), ranks, workers,
                workers == 1 ? "" : "each worker bound to a core");
    }

    static RunDescription run(int ranks, int workers, double peak) {
        List<Host> hosts = IntStream.range(0, ranks).mapToObj(rank -> host("node" + rank, List.of(rank), workers)).toList();
        return new RunDescription("0.1.0", hosts, "mpi (Open MPI 4.1.4)", "planned", Optional.of(new Peak(peak,
                "2 core(s) x 70.2 GFLOPS, FMA peak measured")), List.of("OPENBLAS_CORETYPE=Haswell"), List.of(
                "the map was planned by what the ranks reached"), List.of(), 1.9);
    }

    /** Three fast ranks and a slow one in a row of the grid, one of which owns fewer blocks. */
    static Sweep threeAndOne() {
        HplCase c = hplCase(N, NB, 1, 4).with(new MapSpec.Weighted(List.of(), List.of(2.0, 2.0, 2.0, 1.0)));
        TestResult test = full(c, 120, 2);
        CaseResult result = test.result().withPower(List.of(new HostPower("node0", 900, "RAPL: packages and memory", 3100, 2700, 0),
                new HostPower("node1", 250, "RAPL: packages and memory", 3050, 2650, 2),
                new HostPower("node2", 300, "RAPL: packages and memory", 3050, 3000, 0),
                new HostPower("node3", 300, "RAPL: packages and memory", 3050, 3000, 0)));
        RunDescription run = run(4, 2, 200);
        return new Sweep(new RunDescription(run.version(), run.hosts(), run.transport(), run.map(), run.peak(), run.clearedEnvironment(),
                run.notes(), List.of(Slowdown.NONE, Slowdown.NONE, Slowdown.NONE, new Slowdown(2)), run.calibrationSeconds()),
                Samples.parameters(16), 1,
                List.of(new TestResult(result, test.balance(), test.predicted())));
    }

    /** Four ranks of which the last became slow, and whose map followed. */
    static Sweep moved() {
        TestResult test = full(hplCase(N, NB, 1, 4), 120, 2);
        CaseResult moved = Samples.moved();
        CaseResult solved = test.result();
        CaseResult result = new CaseResult(moved.hplCase(), solved.status(), solved.start(), solved.end(), solved.seconds(),
                solved.residual(), false, solved.ranks(), "").withTimeSeries(solved.timeSeries().orElseThrow())
                .withAdaptation(moved.adaptation());
        return new Sweep(run(4, 2, 200), Samples.parameters(16), 1, List.of(new TestResult(result, test.balance(), List.of())));
    }

    /** A row of ranks, one of which, with the number {@code slow}, falls to half its rate after a third of the columns. */
    static Sweep watched(int ranks, int slow) {
        TestResult test = full(hplCase(20_000, 100, 1, ranks), 30.0 * ranks, 1);
        List<RateSample> rates = IntStream.rangeClosed(1, 19).mapToObj(i -> new RateSample(10 * i, IntStream.range(0, ranks)
                .mapToObj(rank -> (30 - rank % 3) * (rank == slow && i > 6 ? 0.5 : 1) * (i == 19 ? 0.3 + 0.1 * (rank % 5) : 1)).toList()))
                .toList();
        CaseResult result = test.result().withAdaptation(new Adaptation(true, "", rates, List.of(), List.of()));
        return new Sweep(run(ranks, 1, 40.0 * ranks), Samples.parameters(16), 1,
                List.of(new TestResult(result, test.balance(), test.predicted())));
    }

    /** Hosts of which the last got hot and slow after half of the run, and the first told nothing. */
    static Sweep heated(int hosts) {
        TestResult test = full(hplCase(N, NB, 1, hosts), 60, 1);
        List<HostPower> power = IntStream.range(0, hosts).mapToObj(host -> {
            boolean hot = host == hosts - 1;
            List<Double> seconds = List.of(5.0, 10.0, 15.0, 20.0);
            return HostPower.unknown("node" + host).withHealth(host == 0 ? HealthSeries.NONE : new HealthSeries(seconds, Map.of(
                    HealthQuantity.CLOCK, seconds.stream().map(s -> hot && s > 10 ? 1500.0 : 3000 - 10.0 * (host % 3)).toList(),
                    HealthQuantity.TEMPERATURE, seconds.stream().map(s -> hot ? 95.0 : 70.0 + host % 3).toList())));
        }).toList();
        return new Sweep(run(hosts, 1, 40.0 * hosts), Samples.parameters(16), 1,
                List.of(new TestResult(test.result().withPower(power), test.balance(), test.predicted())));
    }

    /** Hosts and notes whose names have no end and no blank. */
    static Sweep longNames() {
        String name = "compute-node-with-a-fully-qualified-name.department.university.example";
        TestResult test = full(hplCase(N, NB, 1, 4), 120, 2);
        CaseResult r = test.result();
        List<RankReport> ranks = r.ranks().stream().map(rank -> new RankReport(rank.rank(), name + rank.rank(), rank.workers(),
                rank.blockShare(), rank.seconds())).toList();
        RunDescription run = new RunDescription("0.1.0", List.of(host(name, List.of(0, 1, 2, 3), 2)), "x".repeat(90), "y".repeat(90),
                Optional.of(new Peak(200, "z".repeat(90))), List.of(), List.of("n".repeat(200)), List.of(), 0);
        return new Sweep(run, Samples.parameters(16), 1, List.of(new TestResult(new CaseResult(r.hplCase(), r.status(), r.start(), r.end(),
                r.seconds(), r.residual(), false, ranks, "").withTimeSeries(r.timeSeries().orElseThrow()), test.balance(),
                test.predicted())));
    }

    /** Three NBs at four Ns. */
    static Sweep sweep() {
        List<TestResult> tests = new ArrayList<>();
        for (int n : new int[] {2000, 4000, 6000, 8000}) {
            for (int nb : new int[] {64, 128, 256}) {
                TestResult test = full(hplCase(n, nb, 2, 2), 130.0 * n / (n + 1500) * (nb == 128 ? 1 : nb == 64 ? 0.9 : 0.96), 1);
                tests.add(test);
            }
        }
        return new Sweep(run(4, 1, 140), Samples.parameters(16), tests.size(), tests);
    }

    /** NB=64 at 100 GFLOPS and once more at another rate, and NB=128 once at one. */
    static Sweep repeated(double again, double other) {
        List<TestResult> tests = List.of(full(hplCase(4000, 64, 2, 2), 100, 1), full(hplCase(4000, 128, 2, 2), other, 1),
                full(hplCase(4000, 64, 2, 2), again, 1));
        return new Sweep(run(4, 1, 140), Samples.parameters(16), tests.size(), tests);
    }

    /** One rank that nothing was measured of, and a residual too large. */
    static Sweep failed() {
        CaseResult solved = full(hplCase(2000, 128, 1, 1), 60, 2).result();
        CaseResult result = new CaseResult(solved.hplCase(), CheckStatus.FAILED, solved.start(), solved.end(), solved.seconds(),
                Optional.of(new Residual(1.2e9, 1, 9, 8, 5, 40, 0.5, 0)), false, solved.ranks(), "");
        return new Sweep(run(1, 2, 140), Samples.parameters(16), 1, List.of(TestResult.of(result)));
    }

    /** Of four tests the second was solved when the run ended. */
    static Sweep brokenOff() {
        CaseResult solved = full(hplCase(4000, 128, 2, 2), 90, 1).result();
        CaseResult open = new CaseResult(solved.hplCase(), CheckStatus.CHECKING, solved.start(), solved.end(), solved.seconds(),
                Optional.empty(), false, solved.ranks(), "", Optional.empty(), 1, StepsDone.NONE, solved.timeSeries(), List.of(), 0,
                Resumption.NONE, StepTests.NONE,
                Adaptation.NONE);
        return new Sweep(run(4, 1, 140), Samples.parameters(16), 4, List.of(full(hplCase(2000, 128, 2, 2), 60, 1),
                new TestResult(open, Optional.empty(), List.of())));
    }

    /** A grid of hosts with eight ranks each. */
    static Sweep many(int p, int q) {
        TestResult test = full(hplCase(20_000, 100, p, q), 30.0 * p * q, 1);
        List<Host> hosts = IntStream.range(0, p * q / 8).mapToObj(host -> host("rack1-node" + host,
                IntStream.range(8 * host, 8 * host + 8).boxed().toList(), 1)).toList();
        RunDescription run = run(1, 1, 40.0 * p * q);
        return new Sweep(new RunDescription(run.version(), hosts, run.transport(), "cyclic", run.peak(), List.of(), List.of(), List.of(),
                0), Samples.parameters(16), 1, List.of(test));
    }
}
