package hplhetero.hpl.calibrate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The seconds that messages of one size take between hosts, and the grouping of hosts into sites by these times. Equal on all ranks. */
public final class HostLinks {
    /**
     * Factor by which a message may take longer than between the fastest pair, while its two hosts still count as one site. It is more than
     * noise and unlike interfaces cause, and less than a link that is worth sparing.
     */
    private static final double SAME_SITE_FACTOR = 3;

    /**
     * Least number of links that may be measured a second time. With more groups of hosts one link for each group but the first is measured
     * again, up to {@link #MOST_SUSPICIOUS}.
     */
    private static final int FEWEST_SUSPICIOUS = 6;
    private static final int MOST_SUSPICIOUS = 32;

    private final double[][] seconds;

    /** A pair of hosts, a &lt; b. */
    record Pair(int a, int b) {
    }

    HostLinks(int hosts) {
        seconds = new double[hosts][hosts];
        for (double[] row : seconds) {
            Arrays.fill(row, Double.MAX_VALUE);
        }
    }

    /**
     * Returns the host that a host meets in a round of a tournament in which all hosts meet each other once. The tournament takes
     * {@code hosts - 1} rounds, or one more if {@code hosts} is odd.
     *
     * @param i     number of the host that asks, 0 .. hosts - 1
     * @param round number of the round, from 0
     * @param hosts number of hosts
     * @return number of the other host, or -1 where host {@code i} rests in this round
     */
    public static int opponent(int i, int round, int hosts) {
        int last = (hosts + 1) / 2 * 2 - 1;
        int other;
        if (i == last) {
            // the last host meets the one that would meet itself: 2 other = round (mod last)
            other = round % 2 == 0 ? round / 2 : (round + last) / 2;
        } else {
            other = Math.floorMod(round - i, last);
            other = other == i ? last : other;
        }
        return other < hosts ? other : -1;
    }

    /**
     * Returns the measured time of messages between two hosts as a line of text, which {@link #add} reads.
     *
     * @param a       number of one host
     * @param b       number of the other host
     * @param seconds seconds that a message takes
     */
    static String line(int a, int b, double seconds) {
        return a + " " + b + " " + seconds + "\n";
    }

    /**
     * Adds measured times of messages between hosts. Of several measurements of one pair the fastest counts.
     *
     * @param lines the measurements, one in a line as {@link #line} writes it
     */
    void add(String lines) {
        lines.lines().map(line -> line.split(" ")).forEach(line -> {
            int a = Integer.parseInt(line[0]);
            int b = Integer.parseInt(line[1]);
            seconds[a][b] = Math.min(seconds[a][b], Double.parseDouble(line[2]));
            seconds[b][a] = seconds[a][b];
        });
    }

    /**
     * Returns for each host the first host of its group, indexed by host. Two hosts are in one group when fast links connect them, directly
     * or through other hosts.
     */
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

    /** Returns the number of the first host of each group of hosts that fast links connect, ascending. */
    int[] firstOfGroups() {
        return IntStream.of(groups()).distinct().toArray();
    }

    /**
     * Returns the links to measure a second time: for each two groups the fastest measured link between them. The fastest links come first.
     * Their number is limited, see {@link #FEWEST_SUSPICIOUS}.
     */
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
