package hplhetero.hpl.calibrate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What a message of one size takes between hosts, and who sits with whom by that. The same on all ranks. */
public final class HostLinks {
    /**
     * Hosts are at one site when a message takes up to so many times what it takes between the fastest pair: more than noise
     * and unlike interfaces make of it, less than a link that is worth sparing.
     */
    private static final double SAME_SITE_FACTOR = 3;

    /** So many links are worth a second measurement, and one for each group where there are more groups, but not too many. */
    private static final int FEWEST_SUSPICIOUS = 6;
    private static final int MOST_SUSPICIOUS = 32;

    private final double[][] seconds;

    /** Two hosts, a &lt; b. */
    record Pair(int a, int b) {
    }

    HostLinks(int hosts) {
        seconds = new double[hosts][hosts];
        for (double[] row : seconds) {
            Arrays.fill(row, Double.MAX_VALUE);
        }
    }

    /**
     * Whom host i of {@code hosts} meets in a round of a tournament in which after {@code hosts - 1} rounds (one more if
     * they are odd in number) all have met; -1 where it rests.
     */
    public static int opponent(int i, int round, int hosts) {
        int last = (hosts + 1) / 2 * 2 - 1;
        int other;
        if (i == last) {
            // the one that meets itself: 2 other = round
            other = round % 2 == 0 ? round / 2 : (round + last) / 2;
        } else {
            other = Math.floorMod(round - i, last);
            other = other == i ? last : other;
        }
        return other < hosts ? other : -1;
    }

    /** A measurement as text. */
    static String line(int a, int b, double seconds) {
        return a + " " + b + " " + seconds + "\n";
    }

    /** Takes lines; of several measurements the fastest counts. */
    void add(String lines) {
        lines.lines().map(line -> line.split(" ")).forEach(line -> {
            int a = Integer.parseInt(line[0]);
            int b = Integer.parseInt(line[1]);
            seconds[a][b] = Math.min(seconds[a][b], Double.parseDouble(line[2]));
            seconds[b][a] = seconds[a][b];
        });
    }

    /** For each host the first host that is linked to it by fast links, directly or over others. */
    int[] groups() {
        double fast = SAME_SITE_FACTOR * Arrays.stream(seconds).flatMapToDouble(Arrays::stream).min().orElse(0);
        int[] group = IntStream.range(0, seconds.length).toArray();
        for (int a = 0; a < group.length; a++) {
            for (int b = 0; b < a; b++) {
                if (seconds[a][b] <= fast && group[a] != group[b]) {
                    int from = Math.max(group[a], group[b]);
                    int to = Math.min(group[a], group[b]);
                    Arrays.setAll(group, h -> group[h] == from ? to : group[h]);
                }
            }
        }
        return group;
    }

    /** One host of each group. */
    int[] firstOfGroups() {
        return IntStream.of(groups()).distinct().toArray();
    }

    /** The fastest link between each two groups, where one was measured: the fastest of these. */
    List<Pair> suspicious() {
        int[] group = groups();
        Map<Pair, Pair> fastest = new HashMap<>();
        for (int a = 0; a < group.length; a++) {
            for (int b = a + 1; b < group.length; b++) {
                if (group[a] != group[b] && seconds[a][b] < Double.MAX_VALUE) {
                    fastest.merge(new Pair(Math.min(group[a], group[b]), Math.max(group[a], group[b])), new Pair(a, b),
                            (one, other) -> seconds(one) <= seconds(other) ? one : other);
                }
            }
        }
        return fastest.values().stream().sorted(Comparator.comparingDouble(this::seconds).thenComparing(Pair::a).thenComparing(Pair::b))
                .limit(Math.clamp(firstOfGroups().length - 1, FEWEST_SUSPICIOUS, MOST_SUSPICIOUS)).toList();
    }

    private double seconds(Pair pair) {
        return seconds[pair.a][pair.b];
    }
}
