package hplhetero.bench;

import hplhetero.bench.report.Spread;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.map.Maps;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A plan to run one N, with the time model's prediction.
 *
 * @param n          order of A
 * @param nb         block size
 * @param p          process rows
 * @param q          process columns
 * @param kind       kind of the map
 * @param map        map that says which rank owns which block
 * @param prediction prediction of the time model
 */
record PricedPlan(int n, int nb, int p, int q, String kind, MapSpec.Explicit map, Prediction prediction) {
    private static final int TEN = 10;

    /** Returns the plan's name for people. */
    String name() {
        return p + " x " + q + " " + kind + " NB=" + nb;
    }

    /**
     * Returns ten plans that differ in grid, map and block size, as far as the number of ranks allows.
     *
     * @param nbs block sizes, the first ones for most plans
     */
    static List<PricedPlan> ten(Cluster cluster, int n, List<Integer> nbs) {
        int ranks = cluster.size();
        int rows = IntStream.rangeClosed(1, (int) Math.sqrt(ranks)).filter(p -> ranks % p == 0).max().orElseThrow();
        List<PricedPlan> plans = new ArrayList<>();
        for (int p : new int[] {1, rows}) {
            for (int nb : nbs) {
                for (String kind : List.of("weighted", "cyclic", "cells")) {
                    of(cluster, n, nb, p, kind).filter(plan -> !plans.contains(plan)).ifPresent(plans::add);
                }
            }
        }
        of(cluster, n, nbs.getFirst(), ranks, "weighted").filter(plan -> !plans.contains(plan)).ifPresent(plans::add);
        return spread(plans);
    }

    /** Returns ten plans at equal distances from the whole list. */
    private static List<PricedPlan> spread(List<PricedPlan> plans) {
        int count = Math.min(TEN, plans.size());
        return IntStream.range(0, count).mapToObj(i -> plans.get(count == 1 ? 0 : i * (plans.size() - 1) / (count - 1))).toList();
    }

    private static Optional<PricedPlan> of(Cluster cluster, int n, int nb, int p, String kind) {
        int ranks = cluster.size();
        long[] capacity = new long[ranks];
        Arrays.fill(capacity, Long.MAX_VALUE);
        Maps maps = new Maps(n, nb, StepCost.of(cluster, nb), capacity);
        List<List<Integer>> grid = maps.placed(IntStream.range(0, ranks).boxed().toList(), p, ranks / p);
        Optional<MapSpec.Explicit> map = switch (kind) {
            case "cyclic" -> maps.cyclic(grid);
            case "cells" -> maps.cells(grid);
            default -> maps.weighted(grid);
        };
        return map.map(m -> new PricedPlan(n, nb, p, ranks / p, kind, m, TimeModel.price(cluster, n, nb, m, Predict.VARIANT)));
    }

    /**
     * A plan that was run, perhaps several times, where each run was measured and priced anew.
     *
     * @param n         order of A
     * @param name      name of the plan
     * @param predicted median of the predictions, in seconds
     * @param measured  median of the measurements, in seconds
     * @param ratio     ratio of predicted to measured within one run
     */
    record Outcome(int n, String name, double predicted, double measured, Spread ratio) {

        /**
         * Returns the outcome of a plan's runs.
         *
         * @param plans    the plan as it was priced for each run
         * @param measured seconds of each run, as many as {@code plans}, at least one
         */
        static Outcome of(List<PricedPlan> plans, List<Double> measured) {
            List<Double> predicted = plans.stream().map(plan -> plan.prediction.seconds()).toList();
            List<Double> ratios = IntStream.range(0, measured.size()).mapToObj(i -> predicted.get(i) / measured.get(i)).toList();
            return new Outcome(plans.getFirst().n, plans.getFirst().name(), Spread.of(predicted).median(), Spread.of(measured).median(),
                    Spread.of(ratios));
        }
    }

    /**
     * A measure of how well predictions order plans.
     *
     * @param pairs  number of pairs of plans whose measured times differ by more than 3 %
     * @param right  number of these pairs that the predictions order rightly
     * @param worst  largest relative error of a plan's median ratio of predicted to measured
     * @param within number of plans whose median ratio is within 5 % of 1
     * @param plans  number of all plans
     */
    record Ranking(int pairs, int right, double worst, int within, int plans) {
        private static final double DIFFERENT = 1.03;
        private static final double NEAR = 0.05;

        static Ranking of(List<Outcome> outcomes) {
            int pairs = 0;
            int right = 0;
            for (Outcome a : outcomes) {
                for (Outcome b : outcomes) {
                    if (b.measured > DIFFERENT * a.measured) {
                        pairs++;
                        right += a.predicted < b.predicted ? 1 : 0;
                    }
                }
            }
            List<Double> errors = outcomes.stream().map(o -> Math.abs(o.ratio.median() - 1)).toList();
            return new Ranking(pairs, right, errors.stream().mapToDouble(Double::doubleValue).max().orElse(0),
                    (int) errors.stream().filter(e -> e <= NEAR).count(), outcomes.size());
        }

        String sentence() {
            return String.format(Locale.ROOT, "%d of %d predictions within 5 %%, the worst is off by %.1f %%; of %d pairs that differ by"
                    + " more than 3 %%, %d are ranked rightly", within, plans, 100 * worst, pairs, right);
        }
    }
}
