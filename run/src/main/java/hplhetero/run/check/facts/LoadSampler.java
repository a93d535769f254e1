package hplhetero.run.check.facts;

import hplhetero.run.check.facts.HostFacts.Busy;
import hplhetero.run.check.facts.HostFacts.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cores that others than this program take, from {@code /proc}. Processes with the same command line as this one are this
 * program too: the other ranks, or the others that look at hosts.
 */
final class LoadSampler {
    /** Of the times in /proc, whatever the kernel's own clock is (USER_HZ). */
    private static final double TICKS_PER_SECOND = 100;
    private static final int MOST_SHOWN_PROCESSES = 3;
    /** A process that takes less is not worth naming. */
    private static final double LEAST_SHOWN_CORES = 0.05;
    /** Columns of /proc/stat: user nice system idle iowait irq softirq steal. */
    private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7};
    private static final int STEAL_FIELD = 8;
    /** Fields of /proc/PID/stat behind the name, which may have blanks in it. */
    private static final int USER_TIME_FIELD = 11;
    private static final int SYSTEM_TIME_FIELD = 12;

    private final SystemFiles files;

    /**
     * Times so far.
     *
     * @param busy   of all cores, in ticks
     * @param stolen by other virtual machines
     * @param ticks  of each process
     * @param names  of each process
     */
    record Snapshot(long busy, long stolen, Map<Long, Long> ticks, Map<Long, String> names) {
    }

    LoadSampler(SystemFiles files) {
        this.files = files;
    }

    Snapshot snapshot() {
        Map<Long, Long> ticks = new HashMap<>();
        Map<Long, String> names = new HashMap<>();
        for (String process : files.in("proc", "[0-9]*")) {
            String stat = files.text(process + "/stat");
            int open = stat.indexOf('(');
            int close = stat.lastIndexOf(')');
            if (open > 0 && close > open) {
                long pid = Long.parseLong(process.substring("proc/".length()));
                String[] fields = stat.substring(close + 1).strip().split(" ");
                ticks.put(pid, Long.parseLong(fields[USER_TIME_FIELD]) + Long.parseLong(fields[SYSTEM_TIME_FIELD]));
                names.put(pid, stat.substring(open + 1, close));
            }
        }
        String[] all = files.lines("proc/stat").stream().findFirst().orElse("").split(" +");
        long busy = 0;
        for (int column : BUSY_FIELDS) {
            busy += column(all, column);
        }
        return new Snapshot(busy, column(all, STEAL_FIELD), ticks, names);
    }

    private static long column(String[] columns, int index) {
        return index < columns.length ? Long.parseLong(columns[index]) : 0;
    }

    /** What was taken between two snapshots. */
    Load between(Snapshot first, Snapshot last, double seconds) {
        double perCore = 1 / (TICKS_PER_SECOND * seconds);
        String own = files.text("proc/self/cmdline");
        long ours = 0;
        List<Busy> others = new ArrayList<>();
        for (Map.Entry<Long, Long> process : last.ticks().entrySet()) {
            long pid = process.getKey();
            long took = process.getValue() - first.ticks().getOrDefault(pid, 0L);
            if (took > 0 && files.text("proc/" + pid + "/cmdline").equals(own)) {
                ours += took;
            } else if (took * perCore > LEAST_SHOWN_CORES) {
                others.add(new Busy(pid, last.names().get(pid), took * perCore));
            }
        }
        others.sort(Comparator.comparingDouble(Busy::cores).reversed());
        return new Load(average(), Math.max(0, last.busy() - first.busy() - ours) * perCore, (last.stolen() - first.stolen()) * perCore,
                others.subList(0, Math.min(MOST_SHOWN_PROCESSES, others.size())));
    }

    private double average() {
        try {
            return Double.parseDouble(files.text("proc/loadavg").split(" ")[0]);
        } catch (NumberFormatException notLinux) {
            return -1;
        }
    }
}
