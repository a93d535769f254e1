package hplhetero.results.burnin;

import java.util.List;

/**
 * HPL over a group of hosts, which solved it together some times.
 *
 * @param hosts   names of the hosts, two or more
 * @param n       order of the matrix; 0 where no run ended
 * @param runs    number of runs that ended
 * @param gflops  median rate of the runs with a right result, in 10^9 operations a second; NaN where there is none
 * @param problem why HPL failed; empty where it did not
 */
public record GroupSolve(List<String> hosts, int n, int runs, double gflops, String problem) {
    public GroupSolve {
        hosts = List.copyOf(hosts);
    }

    /**
     * Returns what the runs of a group say.
     *
     * @param hosts names of the hosts
     * @param runs  their common runs, with the reason why there are no further ones, where it is a fault
     */
    public static GroupSolve of(List<String> hosts, HostRuns runs) {
        long wrong = runs.runs().stream().filter(run -> !run.passed()).count();
        String problem = !runs.end().isEmpty() ? runs.end() : wrong == 0 ? "" : "wrong results: " + wrong + " of " + runs.runs().size();
        return new GroupSolve(hosts, runs.runs().isEmpty() ? 0 : runs.runs().getFirst().n(), runs.runs().size(), runs.gflops(), problem);
    }
}
