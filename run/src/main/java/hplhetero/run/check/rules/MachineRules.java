package hplhetero.run.check.rules;

import hplhetero.run.facts.HostFacts.Busy;
import hplhetero.run.facts.HostFacts.Limits;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostFacts.Processor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The rules for load, cores, limits and time of each host. */
final class MachineRules {
    /** Cores that other processes may take. Less is what every system takes now and then. */
    private static final double MOST_OTHER_LOAD_CORES = 0.5;
    private static final double MOST_CLOCK_SKEW_SECONDS = 1;
    /** Open files for each rank of a run: a socket or two for each other rank, and the program's own. */
    private static final long FILES_PER_RANK = 4;
    private static final long LEAST_FILES = 256;
    private static final long MIB = 1 << 20;

    private MachineRules() {
    }

    /** Returns what is wrong with the load, cores, limits and time of the hosts. */
    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        int ranks = evidence.hosts().stream().mapToInt(CheckedHost::ranks).sum();
        loads(found, evidence.hosts());
        for (CheckedHost host : evidence.hosts()) {
            cores(found, host);
            limits(found, host.name(), host.facts().limits(), ranks);
        }
        time(found, evidence);
        return found;
    }

    /**
     * Checks the load of each kernel once, because hosts that share a kernel see the same load.
     *
     * @param found receives the problems
     * @param hosts the hosts that were inspected
     */
    static void loads(List<Problem> found, List<CheckedHost> hosts) {
        Groups.byKernel(hosts).values().forEach(there -> load(found, Groups.names(there), there.getFirst().facts().load()));
    }

    private static void load(List<Problem> found, String host, Load load) {
        if (load.otherCores() > MOST_OTHER_LOAD_CORES) {
            String busiest = load.busiest().stream().map(Busy::text).collect(Collectors.joining(", "));
            found.add(Problem.trouble(host, Units.format("other load: %.1f core(s)", load.otherCores())
                    + (busiest.isEmpty() ? "" : ": " + busiest),
                    "end these programs or wait for their end: every rank waits for the slowest rank"));
        }
        if (load.stolenCores() > MOST_OTHER_LOAD_CORES) {
            found.add(Problem.trouble(host, Units.format("the physical machine gives %.1f core(s) of this virtual machine to others",
                    load.stolenCores()),
                    "wait, or take a virtual machine with cores of its own"));
        }
    }

    private static void cores(List<Problem> found, CheckedHost host) {
        Processor processor = host.facts().processor();
        if (host.ranks() > processor.usableCores()) {
            found.add(Problem.trouble(host.name(), "ranks=" + host.ranks() + " on cores=" + processor.usableCores()
                    + ": ranks take turns on the cores",
                    "start at most " + processor.usableCores() + " rank(s) there"));
        }
    }

    private static void limits(List<Problem> found, String host, Limits limits, int ranks) {
        if (!limits.fabrics().isEmpty() && limits.lockedBytes() != Long.MAX_VALUE) {
            found.add(Problem.trouble(host, "locked memory is limited to " + limits.lockedBytes() / MIB + " MiB, but " + limits.fabrics()
                    .getFirst()
                    + " must lock the memory that it sends from",
                    "set 'memlock unlimited' in /etc/security/limits.conf, and LimitMEMLOCK=infinity for slurmd"));
        }
        long files = Math.max(LEAST_FILES, FILES_PER_RANK * ranks);
        if (limits.openFiles() < files) {
            found.add(Problem.trouble(host, "open files are limited to " + limits.openFiles() + ", too few for ranks=" + ranks,
                    "raise the limit: ulimit -n " + files
                    + ", or 'nofile' in /etc/security/limits.conf"));
        }
    }

    private static void time(List<Problem> found, Evidence evidence) {
        double first = evidence.hosts().stream().mapToDouble(CheckedHost::clockAheadSeconds).min().orElse(0);
        double last = evidence.hosts().stream().mapToDouble(CheckedHost::clockAheadSeconds).max().orElse(0);
        if (last - first > MOST_CLOCK_SKEW_SECONDS) {
            String each = evidence.hosts().stream().filter(host -> Math.abs(host.clockAheadSeconds()) > MOST_CLOCK_SKEW_SECONDS)
                    .map(host -> host.name() + Units.format(" %+.1f s", host.clockAheadSeconds())).collect(Collectors.joining(", "));
            found.add(Problem.trouble("hosts", Units.format("clocks are %.1f s apart", last - first) + (each.isEmpty() ? "" : ": " + each),
                    "set up NTP: 'timedatectl set-ntp true', or chrony"));
        }
    }
}
