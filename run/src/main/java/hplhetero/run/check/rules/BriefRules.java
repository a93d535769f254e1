package hplhetero.run.check.rules;

import hplhetero.run.check.rules.Problem.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What is looked at before each run: only what is wrong, and what takes no time to see. */
public final class BriefRules {
    private BriefRules() {
    }

    /**
     * What a run will ask of a host.
     *
     * @param host  as it is now
     * @param bytes of memory that its ranks will take together
     */
    public record Demand(CheckedHost host, long bytes) {
    }

    /** @param n order of the matrix that takes this memory */
    public static List<Problem> of(int n, List<Demand> demands) {
        Evidence evidence = new Evidence(demands.stream().map(Demand::host).toList(), Map.of(), List.of(), List.of(), 0);
        List<Problem> found = new ArrayList<>();
        // on one host, what has no room is refused, and swap in use is what desktops have
        if (demands.size() > 1) {
            ProgramRules.machines(found, evidence.hosts());
            memory(found, n, demands);
            found.addAll(MemoryRules.swap(evidence));
        }
        MachineRules.loads(found, evidence.hosts());
        ClockRules.of(evidence).stream().filter(trouble -> trouble.severity() == Severity.TROUBLE).forEach(found::add);
        return found;
    }

    /** Of each host, and of those that share a kernel together: each of them tells of all its memory. */
    private static void memory(List<Problem> found, int n, List<Demand> demands) {
        for (Demand demand : demands) {
            fits(found, n, List.of(demand), demand.host().facts().memory().available());
        }
        Collection<List<CheckedHost>> kernels = Groups.byKernel(demands.stream().map(Demand::host).toList()).values();
        for (List<CheckedHost> there : kernels) {
            if (there.size() > 1) {
                fits(found, n, demands.stream().filter(demand -> there.contains(demand.host())).toList(), there.getFirst().facts().memory()
                        .free());
            }
        }
    }

    private static void fits(List<Problem> found, int n, List<Demand> together, long available) {
        long needed = together.stream().mapToLong(Demand::bytes).sum();
        if (needed > available) {
            long largest = (long) (n * Math.sqrt((double) available / needed));
            found.add(Problem.trouble(Groups.names(together.stream().map(Demand::host).toList()), "N=" + n + " needs " + Units.gib(needed)
                    + ", "
                    + Units.gib(available) + " available" + (together.size() > 1 ? " on this one machine" : ""),
                    "choose N <= " + largest / 100 * 100 + ", or free memory there"));
        }
    }
}
