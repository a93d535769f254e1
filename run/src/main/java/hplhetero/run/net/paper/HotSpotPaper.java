package hplhetero.run.net.paper;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.lid.SixSteps;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.Simulator;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Figures 8 and 9 of Naruse and others: alltoall of 1 MiB on nodes of a 6-ary 2-tree with 30 nodes. Ranks go by a ring. Messages
 * of this size wait for their receivers (rendezvous). There is one rank a node, where the paper had eight. The paper's method and its
 * node-wise rival number the ranks as the paper's step 1 does. Single LIDs and colouring leave ranks in the order of the nodes.
 */
final class HotSpotPaper {
    private static final FatTree TREE = PaperPlacements.hotSpots(6, 5);
    private static final Algorithm RING = Algorithms.of(Collective.ALLTOALL, "ring");
    /** The LID methods of the paper, and ours. */
    private static final List<LidMethod> METHODS = List.of(LidMethod.SINGLE, LidMethod.NODE_WISE, LidMethod.PAPER, LidMethod.COLOURING);
    private static final long BYTES = 1 << 20;
    private static final int JOBS = 1000;
    private static final int JOB_NODES = 16;
    private static final int LEAST_NODES = 3;
    private static final int SEED = 42;
    private static final double MEGA = 1e6;
    /** Bandwidth of the slowest job with a single LID as the paper's text tells, in MB/s. */
    private static final double LOWEST = 888;
    private static final double HIGHEST = 1690;
    private static final double MEAN = 1198;
    /** Share of the best bandwidth from which on a bandwidth counts as equally good. */
    private static final double AS_GOOD = 0.99;
    /** Greatest relative difference from the paper's value at which a value counts as equal. */
    private static final double NEAR = 0.05;

    /** Bandwidth of each random job in MB/s, ascending, by method. */
    private final Map<LidMethod, double[]> random = new EnumMap<>(LidMethod.class);
    /** Bandwidth on the first nodes in MB/s, by method; index i is that of {@link #LEAST_NODES} + i nodes. */
    private final Map<LidMethod, double[]> consecutive = new EnumMap<>(LidMethod.class);

    /** Simulates {@value #JOBS} random jobs for figure 8, and all jobs of figure 9. */
    HotSpotPaper() {
        this(JOBS);
    }

    /**
     * Simulates all jobs of the figures.
     *
     * @param jobs number of random jobs of figure 8
     */
    HotSpotPaper(int jobs) {
        Random nodes = new Random(SEED);
        List<Placement> placements = IntStream.range(0, jobs).mapToObj(_ -> PaperPlacements.random(TREE, JOB_NODES, nodes)).toList();
        for (LidMethod method : METHODS) {
            random.put(method, Arrays.stream(bandwidths(method, jobs, placements::get)).sorted().toArray());
            consecutive.put(method, bandwidths(method, TREE.nodes() - LEAST_NODES + 1,
                    i -> Placement.of(TREE, IntStream.range(0, LEAST_NODES + i).toArray())));
        }
    }

    private static double[] bandwidths(LidMethod method, int jobs, IntFunction<Placement> placement) {
        return IntStream.range(0, jobs).parallel().mapToDouble(job -> bandwidth(method, placement.apply(job))).toArray();
    }

    /**
     * Returns the bandwidth that the paper's figure 7 defines, in MB/s: what a node receives from others divided by the time of the last
     * rank.
     */
    private static double bandwidth(LidMethod method, Placement nodes) {
        boolean numbered = method == LidMethod.NODE_WISE || method == LidMethod.PAPER;
        Placement ranks = numbered ? nodes.permuted(SixSteps.order(nodes)) : nodes;
        Traffic alltoall = RING.traffic(ranks.ranks(), BYTES, 0);
        Placement over = ranks.over(method.choose(LidQuestion.of(ranks, List.of(alltoall))).table());
        return BYTES * (ranks.ranks() - 1) / new Simulator(over, Machines.DDR).run(alltoall).seconds() / MEGA;
    }

    /** Returns the figures, in the order of the paper. */
    List<Figure> figures() {
        return List.of(
                new Figure("hotspot-8", "Alltoall of 1 MiB on 16 random of 30 nodes (figure 8), virtual time", "job, by bandwidth",
                        IntStream.rangeClosed(1, random.get(LidMethod.SINGLE).length).asDoubleStream().toArray(), "MB/s", series(random)),
                new Figure("hotspot-9", "Alltoall of 1 MiB on the first of 30 nodes (figure 9), virtual time", "nodes",
                        IntStream.rangeClosed(LEAST_NODES, TREE.nodes()).asDoubleStream().toArray(), "MB/s", series(consecutive)));
    }

    private static List<Figure.Series> series(Map<LidMethod, double[]> bandwidths) {
        List<Figure.Series> series = new ArrayList<>();
        bandwidths.forEach((method, values) -> series.add(new Figure.Series(method.label(), values)));
        return series;
    }

    /** Returns what the paper says of its figures, and whether the figures here show it too. */
    List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        double[] single = random.get(LidMethod.SINGLE);
        claims.add(new Claim("hot spots 8", "with one LID 888 to 1,690 MB/s, by the nodes of the job", near(single[0], LOWEST)
                && near(single[single.length - 1], HIGHEST), range(LidMethod.SINGLE)));
        claims.add(new Claim("hot spots 8", "1,198 MB/s on average", near(mean(single), MEAN), number(mean(single))));
        double slower = slower(LidMethod.NODE_WISE);
        claims.add(new Claim("hot spots 8", "with a LID for each node some 5 % of the jobs are slower", slower > 0.03 && slower < 0.08,
                String.format(Locale.ROOT, "%.1f %%; ", 100 * slower) + range(LidMethod.NODE_WISE)));
        claims.add(new Claim("hot spots 8", "the paper's method: always some 1,700 MB/s", slower(LidMethod.PAPER) == 0,
                range(LidMethod.PAPER)
                + "; colouring, without the paper's step 1: " + range(LidMethod.COLOURING)));
        claims.add(new Claim("hot spots 9", "one LID, and one for each node: slower from 12 nodes on, except for multiples of 6",
                dips(LidMethod.SINGLE) && dips(LidMethod.NODE_WISE), "with 13 to 17 nodes "
                        + number(consecutive(LidMethod.SINGLE, 13)) + " to " + number(consecutive(LidMethod.SINGLE, 17))));
        double least = Arrays.stream(consecutive.get(LidMethod.PAPER)).min().orElseThrow();
        claims.add(new Claim("hot spots 9", "the paper's method: always some 1,700 MB/s", least >= AS_GOOD * best(),
                "at least " + number(least)
                + "; colouring " + number(Arrays.stream(consecutive.get(LidMethod.COLOURING)).min().orElseThrow())));
        return claims;
    }

    private double consecutive(LidMethod method, int nodes) {
        return consecutive.get(method)[nodes - LEAST_NODES];
    }

    /** Returns whether exactly the node counts above 12 that are no multiples of 6 are slower. */
    private boolean dips(LidMethod method) {
        return IntStream.rangeClosed(LEAST_NODES, TREE.nodes())
                .allMatch(nodes -> consecutive(method, nodes) < AS_GOOD * best() == (nodes > 12 && nodes % 6 != 0));
    }

    private double best() {
        return random.values().stream().flatMapToDouble(Arrays::stream).max().orElseThrow();
    }

    /** Returns the share of the random jobs that are slower than the best. */
    private double slower(LidMethod method) {
        return Arrays.stream(random.get(method)).map(value -> value < AS_GOOD * best() ? 1 : 0).average().orElseThrow();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static boolean near(double value, double ofPaper) {
        return Math.abs(value / ofPaper - 1) <= NEAR;
    }

    private String range(LidMethod method) {
        double[] values = random.get(method);
        return number(values[0]) + " to " + number(values[values.length - 1]);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
