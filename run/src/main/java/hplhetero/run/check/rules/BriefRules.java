package hplhetero.run.check.rules;

import hplhetero.run.check.rules.Problem.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The rules applied before each run. They report only what is wrong, and look only at what takes no time to see. */
public final class BriefRules {
    private BriefRules() {
    }

    /**
     * What a run will ask of a host.
     *
     * @param host  the host as it is now
     * @param bytes bytes of memory that the host's ranks will take together
     */
    public record Demand(CheckedHost host, long bytes) {
    }

    /**
     * Returns what is wrong with the hosts for a run.
     *
     * @param n       order of the matrix that takes the memory
     * @param demands what the run will ask of each host
     */
    public static List<Problem> of(int n, List<Demand> demands) {
        Evidence evidence = new Evidence(demands.stream().map(Demand::host).toList(), Map.of(), List.of(), List.of(), 0);
        List<Problem> found = new ArrayList<>();
        // skipped on one host: what has no room there is refused anyway, and desktops usually have swap in use
        if (demands.size() > 1) {
            ProgramRules.machines(found, evidence.hosts());
            memory(found, n, demands);
            found.addAll(MemoryRules.swap(evidence));
        }
        MachineRules.loads(found, evidence.hosts());
        ClockRules.of(evidence).stream().filter(problem -> problem.severity() == Severity.TROUBLE).forEach(found::add);
        return found;
    }

    /**
     * Checks the memory of each host, and of hosts that share a kernel together, because each of those reports the whole memory as its own.
     */
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
                    MemoryRules.remedy(largest, "")));
        }
    }
}
