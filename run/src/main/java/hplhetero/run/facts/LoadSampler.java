package hplhetero.run.facts;

import hplhetero.run.facts.HostFacts.Busy;
import hplhetero.run.facts.HostFacts.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Reads from {@code /proc} which cores are busy, and with which processes. Interrupts are left out. Linux counts them for the processor,
 * and also as part of the process that they interrupted.
 */
final class LoadSampler {
    /** The set that stands for all hardware threads. */
    static final Set<Integer> EVERYWHERE = Set.of();

    /** Ticks of processor time a second, the unit of the times in /proc whatever the kernel's own clock is (USER_HZ). */
    private static final double TICKS_PER_SECOND = 100;
    private static final int MOST_SHOWN_PROCESSES = 3;
    /** Number of cores that a process must take to be worth naming. */
    private static final double LEAST_SHOWN_CORES = 0.05;
    /** Columns of /proc/stat that count busy time: user, nice, system. */
    private static final int[] BUSY_COLUMNS = {1, 2, 3};
    private static final int STEAL_COLUMN = 8;
    private static final Pattern BLANKS = Pattern.compile(" +");
    /** Index of user time among the fields of /proc/PID/stat behind the process's name, which may have blanks in it. */
    private static final int USER_TIME_FIELD = 11;
    private static final int SYSTEM_TIME_FIELD = 12;
    private static final int PROCESSOR_FIELD = 36;

    private final SystemFiles files;
    private final LongSupplier nanoTime;

    /**
     * The times of hardware threads and of some processes so far.
     *
     * @param nanos  time of the reading, by the sampler's clock, in nanoseconds
     * @param busy   ticks that each hardware thread was busy, by its number
     * @param stolen ticks of each hardware thread that other virtual machines took, by its number
     * @param ticks  ticks that each process took, by the process's number
     */
    record Times(long nanos, Map<Integer, Long> busy, Map<Integer, Long> stolen, Map<Long, Long> ticks) {
    }

    /** A process: its name, its ticks so far, and the hardware thread where it ran last; -1 where that is not known. */
    private record Process(String name, long ticks, int cpu) {
    }

    LoadSampler(SystemFiles files, LongSupplier nanoTime) {
        this.files = files;
        this.nanoTime = nanoTime;
    }

    /** Returns the times, so far, of all processes and of all hardware threads. */
    Times all() {
        Set<Long> pids = new HashSet<>();
        files.in("proc", "[0-9]*").forEach(process -> pids.add(Long.parseLong(process.substring("proc/".length()))));
        return of(pids);
    }

    /**
     * Returns the times, so far, of the processes with these numbers and of all hardware threads. A process that has ended has no times.
     */
    Times of(Set<Long> pids) {
        Map<Integer, Long> busy = new HashMap<>();
        Map<Integer, Long> stolen = new HashMap<>();
        for (String line : files.lines("proc/stat")) {
            if (line.startsWith("cpu") && Character.isDigit(line.charAt("cpu".length()))) {
                String[] columns = BLANKS.split(line);
                int cpu = Integer.parseInt(columns[0].substring("cpu".length()));
                long sum = 0;
                for (int column : BUSY_COLUMNS) {
                    sum += column(columns, column);
                }
                busy.put(cpu, sum);
                stolen.put(cpu, column(columns, STEAL_COLUMN));
            }
        }
        Map<Long, Long> ticks = new HashMap<>();
        for (long pid : pids) {
            Process process = process(pid);
            if (process != null) {
                ticks.put(pid, process.ticks);
            }
        }
        return new Times(nanoTime.getAsLong(), busy, stolen, ticks);
    }

    private static long column(String[] columns, int index) {
        return index < columns.length ? Long.parseLong(columns[index]) : 0;
    }

    /** Returns the process with this number; null where there is none. */
    private Process process(long pid) {
        String stat = files.text("proc/" + pid + "/stat");
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        if (open <= 0 || close <= open) {
            return null;
        }
        String[] fields = stat.substring(close + 1).strip().split(" ");
        long ticks = Long.parseLong(fields[USER_TIME_FIELD]) + Long.parseLong(fields[SYSTEM_TIME_FIELD]);
        return new Process(stat.substring(open + 1, close), ticks,
                fields.length > PROCESSOR_FIELD ? Integer.parseInt(fields[PROCESSOR_FIELD]) : -1);
    }

    /** Returns whether the system tells anything of its processors. */
    static boolean knows(Times times) {
        return !times.busy.isEmpty();
    }

    /**
     * Returns what others than this program's processes took of some hardware threads between two readings.
     *
     * @param own  whether a process is this program's; its times are in both {@code first} and {@code last}, or it began meanwhile
     * @param cpus hardware threads that count; {@link #EVERYWHERE}: all
     */
    Load between(Times first, Times last, LongPredicate own, Set<Integer> cpus) {
        double perCore = 1e9 / (TICKS_PER_SECOND * Math.max(1, last.nanos - first.nanos));
        long ours = last.ticks.keySet().stream().filter(pid -> took(first, last, pid) > 0 && own.test(pid))
                .mapToLong(pid -> took(first, last, pid)).sum();
        return new Load(average(), Math.max(0, sum(last.busy, cpus) - sum(first.busy, cpus) - ours) * perCore,
                (sum(last.stolen, cpus) - sum(first.stolen, cpus)) * perCore, List.of());
    }

    /** Returns the number of cores that the processes of {@code last} used between two readings. */
    static double cores(Times first, Times last) {
        return last.ticks.keySet().stream().mapToLong(pid -> took(first, last, pid)).sum() * 1e9
                / (TICKS_PER_SECOND * Math.max(1, last.nanos - first.nanos));
    }

    private static long sum(Map<Integer, Long> ticks, Set<Integer> cpus) {
        return ticks.entrySet().stream().filter(one -> cpus.isEmpty() || cpus.contains(one.getKey())).mapToLong(Map.Entry::getValue).sum();
    }

    private static long took(Times first, Times last, long pid) {
        return last.ticks.get(pid) - first.ticks.getOrDefault(pid, 0L);
    }

    /** Returns the processes, other than this program's, that took most of the hardware threads {@code cpus}. */
    List<Busy> busiest(Times first, Times last, LongPredicate own, Set<Integer> cpus) {
        double perCore = 1e9 / (TICKS_PER_SECOND * Math.max(1, last.nanos - first.nanos));
        List<Busy> others = new ArrayList<>();
        for (long pid : last.ticks.keySet()) {
            double cores = took(first, last, pid) * perCore;
            Process process = cores > LEAST_SHOWN_CORES && !own.test(pid) ? process(pid) : null;
            if (process != null && (cpus.isEmpty() || process.cpu < 0 || cpus.contains(process.cpu))) {
                others.add(new Busy(pid, process.name, cores));
            }
        }
        others.sort(Comparator.comparingDouble(Busy::cores).reversed());
        return List.copyOf(others.subList(0, Math.min(MOST_SHOWN_PROCESSES, others.size())));
    }

    /**
     * Returns a test that tells by a process's number whether it has the same command line as this process. Such processes are the other
     * ones that inspect hosts.
     */
    LongPredicate alike() {
        String own = files.text("proc/self/cmdline");
        return pid -> files.text("proc/" + pid + "/cmdline").equals(own);
    }

    private double average() {
        try {
            return Double.parseDouble(files.text("proc/loadavg").split(" ")[0]);
        } catch (NumberFormatException notLinux) {
            return -1;
        }
    }
}
