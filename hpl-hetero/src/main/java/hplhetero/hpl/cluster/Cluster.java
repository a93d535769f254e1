package hplhetero.hpl.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What is known of the ranks of a run and of the network between them, measured or read from a file.
 *
 * @param ranks   profile of each rank, by rank
 * @param network the links between them
 * @param origin  where and when the numbers were found, for people
 */
public record Cluster(List<RankProfile> ranks, Network network, String origin) {

    /**
     * Checks that the network has these ranks.
     *
     * @throws IllegalArgumentException when there is no rank, or the network does not have one host for each rank
     */
    public Cluster {
        ranks = List.copyOf(ranks);
        if (ranks.isEmpty() || network.hostOf().size() != ranks.size()) {
            throw new IllegalArgumentException("ranks=" + ranks.size() + " network=" + network.hostOf().size()
                    + ": must be at least one rank, and a host for each");
        }
    }

    /** Returns the number of ranks. */
    public int size() {
        return ranks.size();
    }

    /**
     * Returns a cluster of the ranks of this one, connected by another network.
     *
     * @param other the network, with as many ranks
     */
    public Cluster on(Network other) {
        return new Cluster(ranks, other, origin);
    }

    /**
     * Returns a cluster of some of these ranks only, numbered anew from 0.
     *
     * @param kept numbers of the ranks that stay; the first becomes rank 0
     */
    public Cluster keeping(List<Integer> kept) {
        List<RankProfile> profiles = new ArrayList<>();
        for (int rank : kept) {
            profiles.add(ranks.get(rank).numbered(profiles.size()));
        }
        return new Cluster(profiles, network.keeping(kept), origin);
    }

    /** Returns this cluster with each rank's profile replaced by what {@code change} makes of it. */
    public Cluster with(UnaryOperator<RankProfile> change) {
        return new Cluster(ranks.stream().map(change).toList(), network, origin);
    }
}
