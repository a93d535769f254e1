package hplhetero.run.net.paper;

import hplhetero.network.model.AlltoallModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Figures 2 to 4 of Nanri, Sugiyama and Morie: jobs of three shapes on FX10. */
final class TorusPaper {
    private static final int[][] SHAPES = {{4, 3, 2}, {8, 3, 1}, {4, 3, 4}};
    private static final List<String> LABELS = AlltoallModel.TORUS.stream().map(AlltoallModel::label).toList();
    private static final int LEAST_LOG2 = 6;
    private static final int MOST_LOG2 = 20;
    private static final long LARGE_BYTES = 256 << 10;
    private static final double NEAR = 1.05;
    private static final double MICRO = 1e6;

    /** The runs of each shape: a list for each shape, indexed by message size. */
    private final List<List<Run>> runs;

    /** Simulates all runs of the figures, on several cores. */
    TorusPaper() {
        runs = Arrays.stream(SHAPES).map(shape -> IntStream.rangeClosed(LEAST_LOG2, MOST_LOG2).parallel()
                .mapToObj(log -> Run.of(Machines.fx10(shape[0], shape[1], shape[2]), Machines.FX10, LABELS, 1L << log)).toList()).toList();
    }

    /** Returns the figures, in the order of the paper: one for each shape. */
    List<Figure> figures() {
        return IntStream.range(0, SHAPES.length).mapToObj(this::figure).toList();
    }

    private static String shape(int i) {
        return SHAPES[i][0] + "x" + SHAPES[i][1] + "x" + SHAPES[i][2];
    }

    private Figure figure(int i) {
        List<Figure.Series> series = new ArrayList<>();
        series.add(series("Topo", i, run -> Run.mean(run.withTopology())));
        series.add(series("Notopo", i, run -> Run.mean(run.withoutTopology())));
        series.add(series("Nomodel", i, run -> Run.mean(run.withoutModel())));
        LABELS.forEach(label -> series.add(series(label, i, run -> run.of(label))));
        series.add(series("this program", i, run -> Run.mean(run.ours())));
        return new Figure("torus-" + (i + 2), "Alltoall on " + shape(i) + " of FX10 (figure " + (i + 2) + "), virtual time",
                "bytes to each rank",
                runs.get(i).stream().mapToDouble(Run::bytes).toArray(), "time [us]", series);
    }

    private Figure.Series series(String title, int shape, ToDoubleFunction<Run> seconds) {
        return new Figure.Series(title, runs.get(shape).stream().mapToDouble(run -> seconds.applyAsDouble(run) * MICRO).toArray());
    }

    /** Returns what the paper says of its figures, and whether the figures here show it too. */
    List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        double alike = sameOrder(0, 1);
        claims.add(new Claim("torus 2, 3", "4x3x2 and 8x3x1: the order of the algorithms is nearly the same", alike >= 0.9,
                percent(alike) + " of the pairs of algorithms keep their order"));
        double other = sameOrder(0, 2);
        claims.add(new Claim("torus 4", "4x3x4: a little different, no great change", other >= 0.8 && other <= alike,
                percent(other) + " of the pairs keep it"));
        double topology = most(run -> Math.abs(Run.mean(run.withTopology()) / Run.mean(run.withoutTopology()) - 1), 0);
        claims.add(new Claim("torus 2-4", "Topo and Notopo: no difference", topology <= NEAR - 1,
                "at most " + percent(topology) + " apart"));
        double large = most(run -> Math.max(Run.mean(run.withTopology()), Run.mean(run.withoutTopology())) / run.best(), LARGE_BYTES);
        claims.add(new Claim("torus 2-4", "from 256 KB on, Topo and Notopo are nearly as fast as the fastest", large <= NEAR,
                "at most " + factor(large)));
        double gain = least(run -> Run.mean(run.withoutModel()) / Run.mean(run.withTopology()), LARGE_BYTES);
        boolean bruck = all(run -> run.of("bruck") > 2 * run.best(), LARGE_BYTES);
        claims.add(new Claim("torus 2-4", "at large sizes Nomodel is slower, because it tries Bruck", gain > 1 && bruck,
                "at least " + factor(gain) + "; Bruck " + (bruck ? "always" : "not always") + " over twice the fastest"));
        double small = mostBelow(run -> Run.mean(run.withTopology()) / run.best());
        claims.add(new Claim("torus 2-4", "at small sizes all selections take up to about 1.5 times the fastest", small >= 1.2
                && small <= 1.8,
                "up to " + factor(small)));
        double simple = mostBelow(run -> run.of("simple-spread") / run.best());
        claims.add(new Claim("torus 2-4", "the reason: Simple Spread, which does not suit small messages, is tried", simple > 2,
                "it takes up to " + factor(simple) + " the fastest"));
        return claims;
    }

    /** Returns the share of pairs of algorithms, over all sizes, that are in the same order on two shapes. */
    private double sameOrder(int a, int b) {
        int same = 0;
        int pairs = 0;
        for (int size = 0; size < runs.get(a).size(); size++) {
            double[] first = runs.get(a).get(size).seconds();
            double[] second = runs.get(b).get(size).seconds();
            for (int i = 0; i < first.length; i++) {
                for (int j = 0; j < i; j++) {
                    pairs++;
                    same += (first[i] - first[j]) * (second[i] - second[j]) > 0 ? 1 : 0;
                }
            }
        }
        return (double) same / pairs;
    }

    private double most(ToDoubleFunction<Run> of, long fromBytes) {
        return runs.stream().flatMap(List::stream).filter(run -> run.bytes() >= fromBytes).mapToDouble(of).max().orElseThrow();
    }

    private double mostBelow(ToDoubleFunction<Run> of) {
        return runs.stream().flatMap(List::stream).filter(run -> run.bytes() < LARGE_BYTES).mapToDouble(of).max().orElseThrow();
    }

    private double least(ToDoubleFunction<Run> of, long fromBytes) {
        return runs.stream().flatMap(List::stream).filter(run -> run.bytes() >= fromBytes).mapToDouble(of).min().orElseThrow();
    }

    private boolean all(Predicate<Run> of, long fromBytes) {
        return runs.stream().flatMap(List::stream).filter(run -> run.bytes() >= fromBytes).allMatch(of);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String factor(double value) {
        return String.format(Locale.ROOT, "%.2f times", value);
    }
}
