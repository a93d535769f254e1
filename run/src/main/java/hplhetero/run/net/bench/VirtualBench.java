package hplhetero.run.net.bench;

import hplhetero.comm.select.AgreedTime;
import hplhetero.comm.select.CallSequence;
import hplhetero.comm.select.ChoiceKey;
import hplhetero.comm.select.Selection;
import hplhetero.comm.select.Selector;
import hplhetero.comm.select.SizeClass;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.simulate.Simulation;
import hplhetero.network.simulate.Simulator;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** A benchmark in virtual time, where each call of an algorithm takes equally long. */
final class VirtualBench {
    /** Number of ranks that are simulated for an estimate. */
    private static final int FEW_RANKS = 64;
    /** How many times {@link #FEW_RANKS} there must be for an estimate to be worth its time. */
    private static final int WORTH_AN_ESTIMATE = 4;
    /**
     * The greatest factor by which time grows with twice as many ranks: all send to all at once, and each message shares links with the
     * others.
     */
    private static final double MOST_GROWTH = 16;
    /** The least time of a step, in seconds, so that chance is not taken for growth. */
    private static final double NOISE_SECONDS = 2e-3;

    private final BenchRequest request;
    private final Placement placement;
    private final Simulator simulator;
    private final Selector selector;
    /** Number of simulations done by the current report. */
    private long simulated;

    /**
     * Makes a benchmark that has simulated nothing yet.
     *
     * @param request   what is to be benchmarked
     * @param placement where the ranks sit
     * @throws hplhetero.input.text.InputException when what is known was learnt elsewhere, or an algorithm does not exist
     */
    VirtualBench(BenchRequest request, Placement placement) {
        this.request = request;
        this.placement = placement;
        simulator = new Simulator(placement, request.costs().cost());
        selector = request.selector(placement);
    }

    /** Returns the selector, which has learnt from all calls so far. */
    Selector selector() {
        return selector;
    }

    /** Returns the number of simulations: each algorithm at each size. */
    long steps() {
        return request.bytes().size()
                * request.collectives().stream().mapToLong(collective -> selector.algorithms(collective).size()).sum();
    }

    /**
     * Returns the seconds that all simulations will take at least, judged by each algorithm's time among {@link #FEW_RANKS} ranks and among
     * twice as many. Returns 0 where there are too few ranks for an estimate to be worth it, or the two do not have the same algorithms.
     */
    double expectedSeconds() {
        if (placement.ranks() < WORTH_AN_ESTIMATE * FEW_RANKS) {
            return 0;
        }
        double doublings = Math.log((double) placement.ranks() / (2 * FEW_RANKS)) / Math.log(2);
        // the first simulation is slow, because the compiler has not seen the simulator yet, and is not counted
        seconds(FEW_RANKS);
        List<Double> few = seconds(FEW_RANKS);
        List<Double> twice = seconds(2 * FEW_RANKS);
        return few.size() != twice.size() ? 0 : IntStream.range(0, few.size()).mapToDouble(i ->
                twice.get(i) * Math.pow(Math.clamp(twice.get(i) / Math.max(few.get(i), NOISE_SECONDS), 1, MOST_GROWTH), doublings)).sum();
    }

    /** Returns the real seconds that each step takes among the first ranks. */
    private List<Double> seconds(int ranks) {
        int[] nodes = IntStream.range(0, ranks).map(placement::nodeOf).toArray();
        int[] slots = IntStream.range(0, ranks).map(placement::slotOf).toArray();
        List<Double> seconds = new ArrayList<>();
        long[] before = {System.nanoTime()};
        new VirtualBench(request, Placement.of(placement.fabric(), nodes, slots)).report(step -> {
            long now = System.nanoTime();
            seconds.add((now - before[0]) * 1e-9);
            before[0] = now;
        });
        return seconds;
    }

    /**
     * Runs the benchmark and returns its report.
     *
     * @param done is told how many of the {@link #steps} are done
     */
    BenchReport report(LongConsumer done) {
        simulated = 0;
        List<BenchReport.Part> parts = new ArrayList<>();
        for (Collective collective : request.collectives()) {
            for (long bytes : request.bytes()) {
                parts.add(part(collective, bytes, done));
            }
        }
        return new BenchReport(BenchReport.SCHEMA, placement.toString(), "virtual time", request.costs().words(), placement.ranks(),
                request.calls(), parts);
    }

    private BenchReport.Part part(Collective collective, long bytes, LongConsumer done) {
        List<Algorithm> algorithms = selector.algorithms(collective);
        List<Simulation> runs = new ArrayList<>();
        for (Algorithm each : algorithms) {
            runs.add(simulator.run(each.traffic(placement.ranks(), bytes, 0)));
            done.accept(++simulated);
        }
        Selection selection = selector.selection(collective, bytes, 0);
        List<BenchReport.Single> singles = IntStream.range(0, runs.size()).mapToObj(i -> new BenchReport.Single(algorithms.get(i).label(),
                selection.candidates().get(i).predicted(), runs.get(i).seconds())).toList();
        AgreedTime agreed = AgreedTime.of(collective);
        CallSequence sequence = CallSequence.of(selection, request.calls(), CallSequence.Times.steady(
                runs.stream().mapToDouble(Simulation::seconds).toArray(),
                runs.stream().mapToDouble(run -> agreed.of(run.meanSeconds(), run.seconds())).toArray()));
        return new BenchReport.Part(collective.label(), bytes, singles, new BenchReport.Selected(sequence.seconds(),
                sequence.learningCalls(), sequence.learningSeconds(),
                selection.choice(new ChoiceKey(collective, "world", SizeClass.of(bytes)))));
    }
}
