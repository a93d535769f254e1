package hplhetero.bench;

import hplhetero.bench.report.Spread;
import hplhetero.hpl.plan.predict.AdaptiveReplay.AdaptedRun;
import hplhetero.hpl.problem.Rebalance;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of how much of the time that changing ranks cost is regained by a map that follows them, over random runs in virtual time.
 * There are two yardsticks. A run that knew all beforehand moves columns as soon as a rank changes, pays for that, and has no more room.
 * The ideal run has the planner's map for the new speeds as soon as a rank changes, and moves for nothing.
 */
@Command(name = "bench/adapt", mixinStandardHelpOptions = true, sortOptions = false,
        header = "How much is regained by a map that follows ranks whose speed changes?")
final class Adapt implements Callable<Integer> {
    /** Share of a yardstick's time that must be lost for the share that is regained to mean something. */
    private static final double LEAST_LOSS = 0.02;
    private static final double GOAL_MEDIAN = 0.8;
    private static final double GOAL_NINE_OF_TEN = 0.6;
    private static final double GOAL_LONGEST = 1.02;

    @Option(names = "--cases", defaultValue = "200", description = "Random runs (default ${DEFAULT-VALUE}).")
    private int cases = 200;

    @Option(names = "--seed", defaultValue = "64", description = "Of the first run; the next has the next seed (default ${DEFAULT-VALUE}).")
    private long seed = 64;

    @Option(names = "--room", defaultValue = "0.15",
            description = "Share of a rank's columns for which it has further memory (default ${DEFAULT-VALUE}).")
    private double room = Rebalance.USUAL_ROOM;

    @Option(names = "--noise", defaultValue = "0.02",
            description = "Standard deviation of measured rates, as a share of the rate (default ${DEFAULT-VALUE}).")
    private double noise = 0.02;

    private final PrintStream out;

    Adapt() {
        this(System.out);
    }

    Adapt(PrintStream out) {
        this.out = out;
    }

    /**
     * The outcome of a random run.
     *
     * @param seed    seed of the run
     * @param one     the run
     * @param steady  seconds on the map of the start
     * @param adapted the run whose map followed its ranks
     * @param knowing seconds of the run that knew all beforehand
     * @param ideal   seconds of the ideal run
     */
    private record Outcome(long seed, ChangingCase one, double steady, AdaptedRun adapted, double knowing, double ideal) {

        static Outcome of(long seed, Rebalance rebalance, double noise) {
            RandomGenerator random = new SplittableRandom(seed);
            ChangingCase one = ChangingCase.random(random);
            UnaryOperator<double[]> measuring = seconds -> IntStream.range(0, seconds.length)
                    .mapToDouble(rank -> seconds[rank] * Math.exp(noise * random.nextGaussian())).toArray();
            return new Outcome(seed, one, one.withoutMoves(), one.following(rebalance, measuring),
                    one.knowing(rebalance).seconds(), one.ideal());
        }

        /** Returns the seconds that are lost against a yardstick, as a share of its seconds. */
        double lost(double yardstick) {
            return steady / yardstick - 1;
        }

        /** Returns the share of the seconds lost against a yardstick that is regained. */
        double regained(double yardstick) {
            return (steady - adapted.seconds()) / (steady - yardstick);
        }

        double ratio() {
            return adapted.seconds() / steady;
        }
    }

    public static void main(String[] args) {
        Program.run(new Adapt(), args);
    }

    @Override
    public Integer call() {
        Program.requirePositive("--cases", List.of(cases));
        Rebalance rebalance = new Rebalance(true, room);
        line("# seeds %d..%d, room %.2f, noise %.3f", seed, seed + cases - 1, room, noise);
        line("| seed | P x Q | N | changes | without s | following s | knowing s | ideal s | moves | columns | regained |");
        line("|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|");
        List<Outcome> all = IntStream.range(0, cases).mapToObj(i -> Outcome.of(seed + i, rebalance, noise)).toList();
        all.forEach(this::row);
        return judged(all) ? 0 : 1;
    }

    private void row(Outcome one) {
        line("| %d | %d x %d | %d | %s | %.4g | %.4g | %.4g | %.4g | %d | %d | %s |", one.seed, one.one.grid().size(),
                one.one.grid().getFirst().size(), one.one.n(), one.one.words(), one.steady, one.adapted.seconds(), one.knowing,
                one.ideal,
                one.adapted.adaptation().moves().size(),
                one.adapted.adaptation().moves().stream().mapToInt(move -> move.columns()).sum(),
                one.lost(one.knowing) < LEAST_LOSS ? "-"
                        : String.format(Locale.ROOT, "%.0f %%", 100 * one.regained(one.knowing)));
    }

    private boolean judged(List<Outcome> all) {
        boolean reached = told(all, "a run that knew all beforehand", Outcome::knowing);
        told(all, "the ideal run", Outcome::ideal);
        double longest = all.stream().mapToDouble(Outcome::ratio).max().orElseThrow();
        line("The run that adapting makes longest: %.4f times as long (goal: at most %.2f).", longest, GOAL_LONGEST);
        return reached && longest <= GOAL_LONGEST;
    }

    /** Tells how much of the time that is lost against a yardstick is regained. Returns whether that reaches the goals. */
    private boolean told(List<Outcome> all, String yardstick, ToDoubleFunction<Outcome> seconds) {
        List<Double> regained = all.stream().filter(one -> one.lost(seconds.applyAsDouble(one)) >= LEAST_LOSS)
                .map(one -> one.regained(seconds.applyAsDouble(one))).sorted().toList();
        double median = regained.isEmpty() ? Double.NaN : Spread.of(regained).median();
        double nine = regained.isEmpty() ? Double.NaN : regained.get(regained.size() / 10);
        double share = all.stream().mapToDouble(one -> (one.steady - one.adapted.seconds()) / seconds.applyAsDouble(one)).sum()
                / all.stream().mapToDouble(one -> one.lost(seconds.applyAsDouble(one))).sum();
        line("%nOf %d runs, %d lose at least %.0f %% against %s.", all.size(), regained.size(), 100 * LEAST_LOSS, yardstick);
        line("Of the lost time, these regain %.0f %% in the median, and at least %.0f %% in nine of ten (goals: %.0f %%, %.0f %%); "
                + "all runs together %.0f %%.", 100 * median, 100 * nine, 100 * GOAL_MEDIAN, 100 * GOAL_NINE_OF_TEN, 100 * share);
        return median >= GOAL_MEDIAN && nine >= GOAL_NINE_OF_TEN;
    }

    private void line(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }
}
