package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.RankProfile;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The glance at one rank whose rates are known from an earlier run: a few updates, done while all other ranks do theirs. It shows whether
 * ranks still compare as they did; how fast all of them are together does not matter to a map.
 *
 * @param slower    seconds of the updates, divided by those that the known rates predict
 * @param variation (slowest - fastest) / median of the updates
 */
record Glance(double slower, double variation) {
    /** Number of updates that a rank does in a glance, the first of which is not timed. */
    static final int UPDATES = 4;
    /** Seconds that an update takes on the slowest rank, roughly. */
    private static final double UPDATE_SECONDS = 0.012;
    private static final int LEAST_ORDER = 256;
    private static final int MOST_ORDER = 2048;
    /** Relative change of the ratio between two ranks' rates up to which the known rates are taken. */
    private static final double MOST_CHANGE = 0.10;

    /** Returns the glance at a rank whose updates took these seconds, at least one, where the known rates predict {@code predicted}. */
    static Glance of(List<Double> seconds, double predicted) {
        return new Glance(CostFit.median(seconds) / predicted, CostFit.spread(seconds));
    }

    /**
     * Returns the order of the matrix on which to glance, such that an update takes the slowest rank a hundredth of a second.
     *
     * @param kept all ranks with their known rates
     * @param nb   block size of the updates
     */
    static int order(List<RankProfile> kept, int nb) {
        double slowest = kept.stream().mapToDouble(rank -> rank.update().gflops(1000, 1000, nb)).min().orElseThrow();
        double order = Math.sqrt(UPDATE_SECONDS * slowest * 1e9 / (2 * nb));
        return (int) Math.max(2 * nb, Math.clamp(order, LEAST_ORDER, MOST_ORDER));
    }

    /**
     * Returns which rank has changed, for people, such as "rank 3 on node2 is 25 % slower than when it was measured, relative to the other
     * ranks". Returns empty where the ratios between all ranks are as they were within 10 %, or within what the ranks vary now.
     *
     * @param kept    all ranks with their known rates
     * @param glances a glance at each of them, in the same order
     */
    static Optional<String> change(List<RankProfile> kept, List<Glance> glances) {
        double noise = glances.stream().mapToDouble(Glance::variation).max().orElse(0);
        double middle = CostFit.median(glances.stream().map(Glance::slower).toList());
        RankProfile odd = Collections.max(kept, Comparator.comparingDouble(rank -> apart(glances, rank, middle)));
        double least = glances.stream().mapToDouble(Glance::slower).min().orElseThrow();
        double most = glances.stream().mapToDouble(Glance::slower).max().orElseThrow();
        if (most / least <= 1 + Math.max(MOST_CHANGE, noise)) {
            return Optional.empty();
        }
        double rate = middle / glances.get(odd.rank()).slower;
        return Optional.of(String.format(Locale.ROOT, "rank %d on %s is %.0f %% %s than when it was measured, relative to the other ranks",
                odd.rank(), odd.host(), 100 * Math.abs(rate - 1), rate < 1 ? "slower" : "faster"));
    }

    private static double apart(List<Glance> glances, RankProfile rank, double middle) {
        return Math.abs(Math.log(glances.get(rank.rank()).slower / middle));
    }

    /** Returns this glance as a text that {@link #parse} reads. */
    String text() {
        return Stream.of(slower, variation).map(String::valueOf).collect(Collectors.joining(" "));
    }

    static Glance parse(String text) {
        String[] numbers = text.split(" ");
        return new Glance(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
    }
}
