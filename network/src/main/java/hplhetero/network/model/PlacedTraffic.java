package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/** A traffic together with the rank of a placement that each of its ranks is. Immutable. */
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

    /**
     * Returns a traffic, that is the messages of a collective in stages, for ranks that have the same numbers in the traffic as in the
     * placement on which it is to be priced or simulated: rank i is rank i.
     */
    public static PlacedTraffic of(Traffic traffic) {
        return new PlacedTraffic(traffic, IntStream.range(0, traffic.ranks()).toArray());
    }

    /**
     * Returns a traffic, that is the messages of a collective in stages, for some of the ranks of a placement, such as those of a
     * sub-communicator.
     *
     * @param traffic the messages, between ranks that are numbered from 0
     * @param ranks   number in the placement, from 0, of each rank of the traffic, indexed by the traffic's rank
     * @throws IllegalArgumentException when {@code ranks} has not one entry for each rank, or has a negative or repeated one
     */
    public static PlacedTraffic of(Traffic traffic, int... ranks) {
        return new PlacedTraffic(traffic, ranks.clone());
    }

    /**
     * Returns the messages of the collective, in stages. Ranks are numbered 0 .. {@link Traffic#ranks} - 1 there; {@link #rank} gives their
     * numbers in the placement.
     */
    public Traffic traffic() {
        return traffic;
    }

    /**
     * Returns the number, from 0, that the placement gives to a rank of the traffic.
     *
     * @param trafficRank number of the rank within the traffic, 0 .. {@link Traffic#ranks} - 1
     */
    public int rank(int trafficRank) {
        return ranks[trafficRank];
    }

    /** Returns the greatest number that a rank of the traffic has in the placement. */
    int last() {
        return Arrays.stream(ranks).max().orElseThrow();
    }

    /**
     * Returns whether the traffic has as many ranks as the placement, and each has the same number in both.
     *
     * @param placed number of ranks of the placement
     */
    boolean isWhole(int placed) {
        return ranks.length == placed && IntStream.range(0, placed).allMatch(rank -> ranks[rank] == rank);
    }
}
