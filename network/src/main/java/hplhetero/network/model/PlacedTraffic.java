package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/** A traffic, and which ranks of a placement its ranks are. Immutable. */
public final class PlacedTraffic {
    private final Traffic traffic;
    private final int[] ranks;

    private PlacedTraffic(Traffic traffic, int[] ranks) {
        this.traffic = Objects.requireNonNull(traffic, "traffic");
        this.ranks = ranks;
        if (ranks.length != traffic.ranks()) {
            throw new IllegalArgumentException(traffic.name() + ": ranks=" + traffic.ranks() + " placed=" + ranks.length
                    + ": must be as many");
        }
        int[] sorted = Arrays.stream(ranks).sorted().toArray();
        for (int i = 0; i < sorted.length; i++) {
            if (sorted[i] < 0 || i > 0 && sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException(traffic.name() + ": rank=" + sorted[i] + ": must be >= 0, and each once");
            }
        }
    }

    /** Its ranks are those of the placement. */
    public static PlacedTraffic of(Traffic traffic) {
        return new PlacedTraffic(traffic, IntStream.range(0, traffic.ranks()).toArray());
    }

    /** Of a sub-communicator: rank i of the traffic is rank {@code ranks[i]} of the placement. */
    public static PlacedTraffic of(Traffic traffic, int... ranks) {
        return new PlacedTraffic(traffic, ranks.clone());
    }

    public Traffic traffic() {
        return traffic;
    }

    /** The placement's rank. */
    public int rank(int trafficRank) {
        return ranks[trafficRank];
    }

    /** The greatest of the placement's ranks. */
    int last() {
        return Arrays.stream(ranks).max().orElseThrow();
    }

    /** Whether all ranks of a placement take part under their own numbers. */
    boolean isWhole(int placed) {
        return ranks.length == placed && IntStream.range(0, placed).allMatch(rank -> ranks[rank] == rank);
    }
}
