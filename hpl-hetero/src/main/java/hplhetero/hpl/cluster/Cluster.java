package hplhetero.hpl.cluster;

import java.util.List;

/**
 * What is known of the ranks of a run and of the network between them, measured or read from a file.
 *
 * @param ranks   one profile a rank, by rank
 * @param network the links between them
 * @param origin  where the numbers come from and of when they are, for people
 */
public record Cluster(List<RankProfile> ranks, Network network, String origin) {

    public Cluster {
        ranks = List.copyOf(ranks);
        if (ranks.isEmpty() || network.hostOf().size() != ranks.size()) {
            throw new IllegalArgumentException("ranks=" + ranks.size() + " network=" + network.hostOf().size()
                    + ": must be at least one rank, and a host for each");
        }
    }

    /** Number of ranks. */
    public int size() {
        return ranks.size();
    }
}
