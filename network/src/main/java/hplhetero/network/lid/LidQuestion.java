package hplhetero.network.lid;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.List;

/**
 * The question for which paths are chosen.
 *
 * @param placement place of the ranks, on a fat tree
 * @param patterns  what the ranks send, the most important pattern first; all messages of one stage are under way at once
 * @param paths     number of the fabric's paths that may be used, counted from path 0: with InfiniBand, 2^LMC
 */
public record LidQuestion(Placement placement, List<Traffic> patterns, int paths) {

    public LidQuestion {
        patterns = List.copyOf(patterns);
        if (paths < 1 || paths > placement.fabric().paths()) {
            throw new IllegalArgumentException("paths=" + paths + ": " + placement.fabric().name() + " has 1.."
                    + placement.fabric().paths());
        }
        for (Traffic pattern : patterns) {
            if (pattern.ranks() != placement.ranks()) {
                throw new IllegalArgumentException("pattern=" + pattern.name() + " of ranks=" + pattern.ranks() + ": placed are "
                        + placement.ranks());
            }
        }
    }

    /**
     * Returns the input for a choice of paths in which each rank may send to each other rank by any of the fabric's paths. A path is one of
     * the routes to a node; with InfiniBand, that of one of the node's LIDs.
     *
     * @param placement nodes of the ranks, on a fat tree
     * @param patterns  what the ranks send, the most important pattern first; all messages of one stage are under way at once
     * @throws IllegalArgumentException when a pattern has another number of ranks than the placement
     */
    public static LidQuestion of(Placement placement, List<? extends Traffic> patterns) {
        return new LidQuestion(placement, List.copyOf(patterns), placement.fabric().paths());
    }
}
