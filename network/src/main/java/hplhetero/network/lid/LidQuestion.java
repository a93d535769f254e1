package hplhetero.network.lid;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.List;

/**
 * What paths are to be chosen for.
 *
 * @param placement of the ranks, on a fat tree
 * @param patterns  what they send, the most important first: in each stage of one, all its messages are under way at once
 * @param paths     of the fabric's, the first so many may be used: with InfiniBand, 2^LMC
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

    /** With all of the fabric's paths. */
    public static LidQuestion of(Placement placement, List<? extends Traffic> patterns) {
        return new LidQuestion(placement, List.copyOf(patterns), placement.fabric().paths());
    }
}
