package hplhetero.bench;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.map.Maps;
import hplhetero.hpl.plan.predict.AdaptiveReplay;
import hplhetero.hpl.plan.predict.AdaptiveReplay.AdaptedRun;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.Slowdown.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A random run in virtual time, some of whose ranks become slower or faster once.
 *
 * @param cluster   the ranks at the start, and the links
 * @param n         order of A
 * @param nb        block size
 * @param grid      rows of ranks
 * @param slowdowns how the speed of each rank changes, indexed by rank
 * @param words     the changes, for people
 */
record ChangingCase(Cluster cluster, int n, int nb, List<List<Integer>> grid, List<Slowdown> slowdowns, String words) {
    private static final int LEAST_RANKS = 2;
    private static final int MOST_RANKS = 64;
    private static final int LEAST_N = 20_000;
    private static final int MOST_N = 200_000;
    private static final int NB = 192;
    private static final int MOST_CHANGING = 3;
    /** Largest factor by which a rank becomes slower or faster. */
    private static final double MOST_FACTOR = 2;
    /** Share of the run's time within which ranks change: later there is little left to lose. */
    private static final double CHANGES_WITHIN = 0.9;
    /** Operations of an update's product in the time of passing over one of its elements, and of moving one of a row. */
    private static final double OPERATIONS_PER_ELEMENT = 20;
    private static final double UPDATES_PER_PANEL_RATE = 4;
    private static final int MOST_WORKERS_LOG = 3;

    /**
     * Makes a random case: 2 to 64 ranks of 1 to 8 workers of 20 to 60 GFLOPS, equal or up to four times as fast as the slowest, on the
     * grid on which a weighted map is predicted to be fastest; N = 20,000 to 200,000; links of 10 to 100 Gbit/s. One to three ranks change
     * by a factor of 1/2 to 2.
     */
    static ChangingCase random(RandomGenerator random) {
        int ranks = (int) Math.round(between(random, LEAST_RANKS, MOST_RANKS));
        Cluster cluster = cluster(random, ranks);
        int n = (int) Math.round(between(random, LEAST_N, MOST_N));
        ChangingCase steady = IntStream.rangeClosed(1, (int) Math.sqrt(ranks)).filter(p -> ranks % p == 0)
                .mapToObj(p -> new ChangingCase(cluster, n, NB, placed(cluster, n, p), List.of(), ""))
                .min(Comparator.comparingDouble(ChangingCase::withoutMoves)).orElseThrow();
        return steady.changing(random, steady.withoutMoves());
    }

    private static List<List<Integer>> placed(Cluster cluster, int n, int p) {
        return maps(cluster, n, NB).placed(IntStream.range(0, cluster.size()).boxed().toList(), p, cluster.size() / p);
    }

    /** Returns a random number whose logarithm is spread evenly. */
    private static double between(RandomGenerator random, double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    private static Cluster cluster(RandomGenerator random, int ranks) {
        int workers = 1 << random.nextInt(MOST_WORKERS_LOG + 1);
        double base = workers * between(random, 20, 60);
        boolean alike = random.nextBoolean();
        double[] gflops = IntStream.range(0, ranks).mapToDouble(_ -> base * (alike ? 1 : between(random, 1, 4))).toArray();
        PairCost link = new PairCost(between(random, 3e-6, 3e-5), 1 / between(random, 1.25e9, 1.25e10));
        List<RankProfile> profiles = IntStream.range(0, ranks).mapToObj(rank -> profile(rank, gflops[rank], workers)).toList();
        return new Cluster(profiles, new Network(Map.of(PairClass.OTHER_HOST, link), IntStream.range(0, ranks).boxed().toList(),
                Collections.nCopies(ranks, 0)), "random");
    }

    private static RankProfile profile(int rank, double gflops, int workers) {
        double perOperation = 1e-9 / gflops;
        double perElement = OPERATIONS_PER_ELEMENT * perOperation;
        PanelCost panel = PanelCost.constant(gflops / UPDATES_PER_PANEL_RATE / workers);
        return new RankProfile(rank, "host" + rank, workers, new UpdateCost(2e-5, perElement, perElement, perOperation, perElement,
                perOperation), workers == 1 ? panel : panel.sharedBy(workers), Long.MAX_VALUE, Peak.UNKNOWN, 0);
    }

    private ChangingCase changing(RandomGenerator random, double seconds) {
        List<Slowdown> all = new ArrayList<>(Collections.nCopies(cluster.size(), Slowdown.NONE));
        List<Integer> ranks = new ArrayList<>(IntStream.range(0, cluster.size()).boxed().toList());
        Collections.shuffle(ranks, random);
        int count = Math.min(cluster.size(), 1 + random.nextInt(MOST_CHANGING));
        List<String> said = new ArrayList<>();
        for (int rank : ranks.subList(0, count)) {
            double factor = between(random, 1 / MOST_FACTOR, MOST_FACTOR);
            double at = seconds * CHANGES_WITHIN * random.nextDouble();
            all.set(rank, new Slowdown(MOST_FACTOR, List.of(new Change(at, true, MOST_FACTOR * factor))));
            said.add(String.format(Locale.ROOT, "%d x %.2f at %.0f %%", rank, factor, 100 * at / seconds));
        }
        return new ChangingCase(cluster, n, nb, grid, all, String.join(", ", said));
    }

    /** Returns the seconds of the run on the map of the start. */
    double withoutMoves() {
        RunReplay replay = model().replayOfParts(n, nb, map(new double[cluster.size()]));
        replay.runUntil(0, 0, StopSignal.NEVER);
        return replay.solve();
    }

    /**
     * Returns the run whose map follows its ranks.
     *
     * @param measuring turns the seconds for an operation of each rank, indexed by rank, into measured ones
     */
    AdaptedRun following(Rebalance rebalance, UnaryOperator<double[]> measuring) {
        return AdaptiveReplay.run(cluster, Predict.VARIANT, slowdowns, n, nb, map(new double[cluster.size()]), rebalance, measuring);
    }

    /** Returns the run that knows beforehand when ranks change, and pays for its moves. */
    AdaptedRun knowing(Rebalance rebalance) {
        return AdaptiveReplay.knowing(cluster, Predict.VARIANT, slowdowns, n, nb, map(new double[cluster.size()]), rebalance);
    }

    /** Returns the seconds of a run that has the planner's map for the new speeds as soon as a rank changes. Its moves take no time. */
    double ideal() {
        double[] changes = slowdowns.stream().flatMap(slowdown -> slowdown.changes().stream()).mapToDouble(Change::at).sorted().toArray();
        int panels = Math.ceilDiv(n, nb);
        int done = 0;
        double begin = 0;
        RunReplay part = null;
        while (done < panels) {
            double now = begin;
            double next = Arrays.stream(changes).filter(at -> at > now).min().orElse(Double.POSITIVE_INFINITY);
            double[] at = new double[cluster.size()];
            Arrays.fill(at, begin);
            RunReplay replay = model().replayOfParts(n, nb, map(at));
            done = replay.runUntil(done, begin, _ -> replay.seconds() >= next);
            begin = replay.seconds();
            part = replay;
        }
        return part.solve();
    }

    private TimeModel model() {
        return new TimeModel(cluster, Predict.VARIANT).with(slowdowns);
    }

    /** Returns the planner's map for the speeds that ranks have at some moment: seconds since the start, indexed by rank. */
    private MapSpec.Explicit map(double[] at) {
        Cluster then = slowdowns.isEmpty() ? cluster : cluster.with(profile -> {
            double factor = slowdowns.get(profile.rank()).sinceStart(0, at[profile.rank()]);
            return profile.times(factor);
        });
        return maps(then, n, nb).weighted(grid).orElseThrow();
    }

    private static Maps maps(Cluster cluster, int n, int nb) {
        long[] unlimited = new long[cluster.size()];
        Arrays.fill(unlimited, Long.MAX_VALUE);
        return new Maps(n, nb, StepCost.of(cluster, nb), unlimited);
    }
}
