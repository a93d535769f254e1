package hplhetero.run.facts;

import java.util.Set;

/**
 * This program's part of a host.
 *
 * @param processes the numbers of the program's processes on the host
 * @param cpus      the hardware threads that they may use; empty: all, or not known
 */
public record OwnPart(Set<Long> processes, Set<Integer> cpus) {
    public OwnPart {
        processes = Set.copyOf(processes);
        cpus = Set.copyOf(cpus);
    }
}
