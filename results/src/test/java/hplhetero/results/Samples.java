package hplhetero.results;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.RateSample;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.Resumption;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.result.StepSpan;
import hplhetero.hpl.result.StepTests;
import hplhetero.hpl.result.StepTrial;
import hplhetero.hpl.result.StepsDone;
import hplhetero.hpl.result.TimeSeries;
import hplhetero.hpl.result.TimeSeries.RankSeries;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.netlib.NetlibReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Netlib's sample outputs, and the results and parameters they came from. */
public final class Samples {
    public static final Instant START = Instant.parse("2026-11-20T12:36:20Z");
    public static final RunDescription.Provider VECTOR = new RunDescription.Provider("vector", "plain Java, 512 bits", 105.2,
            "fastest of 3 in the contest");

    private Samples() {
    }

    public static List<String> lines(String resource) {
        try (InputStream in = Samples.class.getResourceAsStream("/" + resource)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The values of sample.HPL.dat. */
    public static SweepParameters parameters(double threshold) {
        return new SweepParameters(List.of(30, 200), List.of(3, 16), ProcessMapping.ROW_MAJOR, List.of(2, 1),
                List.of(2, 4), List.of(Factorization.CROUT), List.of(4), List.of(2), List.of(Factorization.RIGHT),
                List.of(BroadcastAlgorithm.RING), List.of(0), SwapAlgorithm.MIX, 64, true, true, true, 8, threshold);
    }

    public static HplCase hplCase(int n, int nb, int p, int q, double threshold) {
        return new HplCase(n, nb, p, q, ProcessMapping.ROW_MAJOR, 0, BroadcastAlgorithm.RING,
                new PanelVariant(Factorization.RIGHT, 2, Factorization.CROUT, 4), SwapAlgorithm.MIX, 64, true,
                new MapSpec.Cyclic(), threshold);
    }

    /** A test that took as long as its rate says. */
    public static CaseResult result(HplCase hplCase, CheckStatus status, double gflops, Residual residual, Instant start) {
        return new CaseResult(hplCase, status, start, start, hplCase.flops() / 1e9 / gflops,
                Optional.ofNullable(residual), false, ranks(hplCase.ranks()), "", Optional.empty(), 1.41, StepsDone.NONE,
                Optional.empty(), List.of(), 0, Resumption.NONE, StepTests.NONE,
                Adaptation.NONE);
    }

    public static CaseResult passed(int n, int nb, int p, int q, double gflops, double scaled) {
        return result(hplCase(n, nb, p, q, 16), CheckStatus.PASSED, gflops,
                new Residual(scaled, 1e-15, 9.2, 8.8, 5.1, 40.2, 0.5, 0), START);
    }

    public static CaseResult skipped(String note) {
        return new CaseResult(hplCase(200000, 192, 1, 2, 16), CheckStatus.SKIPPED, null, null, 0, Optional.empty(),
                false, List.of(), note);
    }

    /** The tests of sample.out. */
    public static List<CaseResult> sample() {
        return List.of(passed(30, 3, 2, 2, 8.1174e-03, 8.37963983e-03), passed(30, 16, 2, 2, 4.9289e-02, 1.39660664e-02),
                passed(200, 3, 2, 2, 1.6567, 7.05199519e-03), passed(200, 16, 2, 2, 2.1799, 8.33926416e-03),
                passed(30, 3, 1, 4, 6.5725e-02, 1.25694597e-02), passed(30, 16, 1, 4, 2.9734e-01, 1.81558863e-02),
                passed(200, 3, 1, 4, 3.0198, 7.89151843e-03), passed(200, 16, 1, 4, 6.0816, 6.49231303e-03));
    }

    /** The test of sample-failed.out. */
    public static CaseResult failed() {
        return result(hplCase(30, 3, 2, 2, 1e-9), CheckStatus.FAILED, 3.5521e-02, new Residual(8.37963983e-03, 1.3e-15,
                9.188914, 8.832031, 5.140926, 40.186649, 0.495219, 0), START);
    }

    /** The test of sample-unchecked.out. */
    public static CaseResult unchecked() {
        return result(hplCase(30, 3, 2, 2, 0), CheckStatus.UNCHECKED, 2.8310e-02, null, START.plusSeconds(1));
    }

    /** The last test of sample.out before it is checked. */
    public static CaseResult checking() {
        return result(hplCase(200, 16, 1, 4, 16), CheckStatus.CHECKING, 6.0816, null, START);
    }

    public static List<RankReport> ranks(int ranks) {
        return IntStream.range(0, ranks).mapToObj(rank -> {
            Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
            seconds.put(Phase.DGEMM, 1e-4 * (rank + 1));
            seconds.put(Phase.WAITING, 2e-4);
            return new RankReport(rank, "node" + rank, 1, 1.0 / ranks, seconds);
        }).toList();
    }

    public static RunDescription.Host host(String name, List<Integer> ranks) {
        return new RunDescription.Host(name, "Debian 12", "AMD EPYC 9B45", "Zen 5", 2, 8L << 30, "Temurin 25.0.3", VECTOR, ranks, 1, "");
    }

    public static RunDescription run() {
        return new RunDescription("0.1.0", List.of(host("node1", List.of(0, 1, 2, 3))), "local", "cyclic",
                Optional.of(new RunDescription.Peak(250.6, "2 cores x 125.3 GFLOPS, FMA peak measured")),
                List.of("OPENBLAS_CORETYPE=Haswell"), List.of("line 23, BCAST 9: not one of 0..5"), List.of(), 1.9);
    }

    public static String printed(Consumer<PrintStream> body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        body.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public static Sweep sweep(RunDescription run, SweepParameters parameters, List<CaseResult> results) {
        return new Sweep(run, parameters, results.size(), results.stream().map(TestResult::of).toList());
    }

    public static Sweep sweep(SweepParameters parameters, List<CaseResult> results) {
        return sweep(run(), parameters, results);
    }

    /** What every sink hears of a sweep that is not interrupted. */
    public static void tell(ReportSink sink, Sweep sweep) {
        try {
            sink.begins(new Sweep(sweep.run(), sweep.parameters(), sweep.requestedTests(), List.of()));
            for (int i = 0; i < sweep.tests().size(); i++) {
                sink.finished(sweep.tests().get(i), new Sweep(sweep.run(), sweep.parameters(), sweep.requestedTests(),
                        sweep.tests().subList(0, i + 1)));
            }
            sink.ends(sweep);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String netlibText(SweepParameters parameters, List<CaseResult> results) {
        return netlibText(sweep(parameters, results));
    }

    public static String netlibText(Sweep sweep) {
        return printed(out -> tell(new NetlibReport(out, ZoneOffset.UTC), sweep));
    }

    /** A test of 13 panels on 2 ranks, the second of which took no part in a third of the time, and what had been predicted of it. */
    public static TestResult recorded() {
        CaseResult plain = passed(200, 16, 1, 2, 2.5, 1e-3);
        List<Integer> after = IntStream.concat(IntStream.rangeClosed(1, 13), IntStream.of(13)).boxed().toList();
        List<RankSeries> ranks = IntStream.range(0, 2).mapToObj(rank -> {
            List<Double> seconds = IntStream.rangeClosed(1, after.size()).mapToObj(i -> plain.seconds() * i / after.size()).toList();
            Map<Phase, List<Double>> worked = new EnumMap<>(Phase.class);
            for (Phase phase : Phase.values()) {
                if (phase != Phase.WAITING) {
                    double share = phase == Phase.DGEMM ? 0.7 / (1 + rank) : phase == Phase.PIVOTING ? 0.1 : 0;
                    worked.put(phase, seconds.stream().map(s -> share * s).toList());
                }
            }
            double unit = seconds.getFirst() / 8;
            return new RankSeries(rank, seconds, worked, List.of(new Span(0, 0, Phase.PIVOTING, unit, 2 * unit),
                    new Span(0, 0, Phase.DGEMM, 2 * unit, 7 * unit), new Span(6, 0, Phase.DGEMM, seconds.get(5) + unit,
                    seconds.get(6)), new Span(11, 0, Phase.SWAP, seconds.get(10), seconds.get(11))));
        }).toList();
        CaseResult result = plain.withTimeSeries(new TimeSeries(13, after, ranks));
        return new TestResult(result, Optional.empty(), ranks.getFirst().seconds().stream().map(s -> 0.9 * s).toList());
    }

    /** A second on two hosts, one of which was measured and got hot; of the other nothing is known. */
    public static CaseResult metered() {
        return passed(200, 3, 1, 2, 5, 1e-3).withPower(List.of(new HostPower("node0", 0.0125, "RAPL: package (not the whole node)", 3123.5,
                1890, 12, 3400)));
    }

    /** The same, on hosts that were both measured. */
    public static CaseResult meteredWholly() {
        return passed(200, 3, 1, 2, 5, 1e-3).withPower(List.of(new HostPower("node0", 0.0125, "hwmon: power_meter", 3123.5, 3100, 0, 3400),
                new HostPower("node1", 0.03, "hwmon: power_meter", Double.NaN, Double.NaN, 1, Double.NaN, 88.4,
                        new HostLoad(2, 0.5, 0.25, "cc1 (pid 7, 0.5)")).withHealth(health()))).withCompiler(0.125);
    }

    /** A host that got hot and slow in its third span of five seconds, of which one value could not be read. */
    public static HealthSeries health() {
        return new HealthSeries(List.of(5.0, 10.0, 15.0, 16.0), Map.of(HealthQuantity.CLOCK, List.of(3400.0, Double.NaN, 1200.0, 1300.0),
                HealthQuantity.LEAST_CLOCK, List.of(3390.5, 3380.0, 1100.0, 1250.0),
                HealthQuantity.TEMPERATURE, List.of(70.0, 88.5, 96.25, 95.0), HealthQuantity.THROTTLED, List.of(0.0, 1.0, 6.0, 7.0),
                HealthQuantity.FREE_MEMORY, List.of(8e9, 2e9, 3e9, 3e9), HealthQuantity.SWAPPED, List.of(0.0, 0.0, 4096.0, 8192.0)));
    }

    /** A test in which an error was found while it ran, and put right. */
    public static CaseResult corrected() {
        return passed(1000, 64, 2, 2, 5, 1e-3).withStepTests(new StepTests(VerifySteps.ALL, 16, 15, List.of(new StepFinding(
                StepFinding.Kind.ROW, START, 4, 5, 3, "node1", 363, 506, Double.NaN, 3.4e-11, 1)),
                List.of("3:4:update:62")));
    }

    /** A test that an error has ended. */
    public static CaseResult ended() {
        StepTests tests = new StepTests(VerifySteps.SAMPLE, 2, 1, List.of(new StepFinding(StepFinding.Kind.PANEL, START, 0, 11, 2, "node1",
                -1, -1, 0.125, 1e-13, 0)), List.of());
        return passed(1000, 64, 2, 2, 5, 1e-3).withStepTests(tests).endedBy(tests.reason());
    }

    /** A test of 50 panels on 4 ranks, the last of which became slow; some of its columns went to the others, one of which came back. */
    public static CaseResult moved() {
        CaseResult plain = passed(8000, 160, 1, 4, 120, 1e-3);
        List<Integer> kappa = IntStream.range(0, 51).map(j -> j == 23 ? 0 : j == 31 ? 1 : j == 39 ? 2 : j % 4).boxed().toList();
        List<RateSample> rates = List.of(new RateSample(10, List.of(31.0, 30.5, 30.0, 30.0)),
                new RateSample(20, List.of(31.0, 30.5, 30.0, 15.25)), new RateSample(35, List.of(30.0, 29.0, 29.0, 26.0)),
                new RateSample(49, List.of(12.0, Double.NaN, Double.NaN, 11.0)));
        List<MapMove> moves = List.of(new MapMove(20, 1.5, 0.08, 4, 28_672_000, List.of(8, 8, 8, 7), List.of(10, 9, 9, 3),
                "rank 3 at 0.5 of its rate"), new MapMove(35, 2.25, 0.0125, 1, 3_072_000, List.of(5, 4, 5, 2), List.of(4, 4, 5, 3),
                "rank 3 at 0.9 of its rate"));
        return new CaseResult(plain.hplCase().with(new Rebalance(true, 0.15)), plain.status(), plain.start(), plain.end(), plain.seconds(),
                plain.residual(), false, plain.ranks(), "").withWarmUp(1.5).withAdaptation(new Adaptation(true, "", rates, moves, kappa));
    }

    /** The test of {@link #moved} on ranks that kept their speed, so that rates were watched and nothing moved. */
    public static CaseResult watched() {
        CaseResult moved = moved();
        return moved.withAdaptation(new Adaptation(true, "", moved.adaptation().rates().subList(0, 1), List.of(), List.of()));
    }

    /** A test whose map could not follow although that was asked for. */
    public static CaseResult unwatched() {
        return moved().withAdaptation(new Adaptation(false, "the map stays: a device holds \n columns", List.of(), List.of(), List.of()));
    }

    /** A test whose broadcasts and row swaps the program chose. */
    public static CaseResult chosen() {
        StepChoice ring = new StepChoice(BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX);
        StepChoice wide = new StepChoice(BroadcastAlgorithm.LONG, SwapAlgorithm.MIX);
        StepChoice far = new StepChoice(BroadcastAlgorithm.LONG, SwapAlgorithm.SPREAD_ROLL);
        CaseResult plain = passed(1600, 4, 2, 2, 2.5, 1e-3);
        return new CaseResult(plain.hplCase().with(new StepChoices(Free.BOTH, List.of(new StepPhase(ring, List.of(wide)),
                new StepPhase(far, List.of())), "predicted")), plain.status(), plain.start(), plain.end(), plain.seconds(),
                plain.residual(), false, plain.ranks(), "").withSteps(new StepsDone(List.of(new StepSpan(0, 39, ring),
                new StepSpan(40, 43, wide), new StepSpan(44, 60, ring), new StepSpan(61, 199, wide), new StepSpan(200, 399, far)),
                List.of(new StepTrial(40, 4, wide, ring, 0.25, -0.125, 0.0625, true),
                        new StepTrial(300, 8, ring, far, 0.1, 0.02, 0.0625, false),
                        new StepTrial(350, 4, ring, far, 0.75, -0.0625, 0.125, false))));
    }
}
