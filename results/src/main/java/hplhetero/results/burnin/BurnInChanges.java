package hplhetero.results.burnin;

import java.time.Instant;
import java.util.List;

/**
 * What changed since an earlier burn-in.
 *
 * @param since when the earlier burn-in began
 * @param hosts the hosts of this burn-in in its order, then those that only the earlier one has
 * @param kinds kinds of which enough hosts are in both burn-ins to tell what all of them share
 */
public record BurnInChanges(Instant since, List<HostChange> hosts, List<HostChange> kinds) {
    public BurnInChanges {
        hosts = List.copyOf(hosts);
        kinds = List.copyOf(kinds);
    }

    /** Returns whether a host or a kind has become so much slower that it is bad. */
    public boolean isBad() {
        return hosts.stream().anyMatch(HostChange::isBad) || kinds.stream().anyMatch(HostChange::isBad);
    }
}
