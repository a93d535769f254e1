package hplhetero.run.facts;

import hplhetero.run.facts.HostFacts.ClockGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the cores' clocks, and what governs them (Linux, cpufreq and thermal_throttle). */
final class Clocks {
    private static final double KILOHERTZ_PER_GIGAHERTZ = 1e6;

    private final SystemFiles files;

    Clocks(SystemFiles files) {
        this.files = files;
    }

    /** Returns the hardware threads in groups of equal clock policy. There may be hundreds of policies, so equal ones share a group. */
    List<ClockGroup> groups() {
        Map<ClockGroup, List<Double>> current = new LinkedHashMap<>();
        for (String policy : files.in("sys/devices/system/cpu/cpufreq", "policy*")) {
            ClockGroup kind = new ClockGroup(0, files.text(policy + "/scaling_governor"), files.text(policy + "/scaling_driver"), 0,
                    gigahertz(policy + "/scaling_max_freq"), gigahertz(policy + "/cpuinfo_max_freq"));
            int threads = Math.max(1, files.text(policy + "/affected_cpus").split(" ").length);
            for (int t = 0; t < threads; t++) {
                current.computeIfAbsent(kind, k -> new ArrayList<>()).add(gigahertz(policy + "/scaling_cur_freq"));
            }
        }
        List<ClockGroup> groups = new ArrayList<>();
        current.forEach((kind, now) -> groups.add(new ClockGroup(now.size(), kind.governor(), kind.driver(),
                now.stream().mapToDouble(Double::doubleValue).average().orElseThrow(), kind.limitGigahertz(), kind.maxGigahertz())));
        return groups;
    }

    /** Returns how many times cores were slowed for heat since the start of the system; -1 where the system does not tell. */
    long throttles() {
        long sum = -1;
        for (String cpu : files.in("sys/devices/system/cpu", "cpu[0-9]*")) {
            long count = files.number(cpu + "/thermal_throttle/core_throttle_count").orElse(-1);
            sum = count < 0 ? sum : Math.max(0, sum) + count;
        }
        return sum;
    }

    private double gigahertz(String file) {
        return files.number(file).orElse(0) / KILOHERTZ_PER_GIGAHERTZ;
    }
}
