package hplhetero.results.burnin;

import java.util.List;

/**
 * Runs of HPL on one host alone, one after another.
 *
 * @param host name of the host
 * @param kind what hosts of the same kind have in common, in words for people: processor, cores, memory, GPUs; empty where not known
 * @param runs the runs that ended, oldest first
 * @param end  why there are no further runs, such as that the host died or no longer answers; empty where the burn-in simply ended
 * @param note what is worth knowing of how HPL ran there, in words for people; empty where nothing is
 */
public record HostRuns(String host, String kind, List<HostRun> runs, String end, String note) {
    public HostRuns {
        runs = List.copyOf(runs);
    }

    /** Makes the runs of a host of which there is no note. */
    public HostRuns(String host, String kind, List<HostRun> runs, String end) {
        this(host, kind, runs, end, "");
    }

    /** Returns the median rate of the runs with a right result, in 10^9 operations a second; NaN where there is none. */
    public double gflops() {
        return Robust.median(runs.stream().filter(run -> run.passed() && run.faults() == 0).mapToDouble(HostRun::gflops).toArray());
    }
}
