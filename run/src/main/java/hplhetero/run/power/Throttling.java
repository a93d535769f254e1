package hplhetero.run.power;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Counts how often cores or packages were slowed for heat or power. It reads the counters of x86 ({@code thermal_throttle}), the cooling
 * devices of boards that lower a processor's clock, and the flags of the Raspberry Pi's firmware. Owner: one thread at a time.
 */
final class Throttling {
    /** Prefixes of the types of cooling devices that slow a processor. Other devices are fans, batteries and displays. */
    private static final List<String> SLOWING = List.of("thermal-cpufreq", "cpufreq-", "thermal-cpuidle", "Processor", "intel_powerclamp");
    private static final String FIRMWARE = "sys/devices/platform/soc/soc:firmware/get_throttled";
    /** Flags of the firmware that tell the present: clock capped, throttled, at the soft limit of temperature. */
    private static final long FIRMWARE_NOW = 0b1110;
    /** Flags of the firmware that tell whether one of {@link #FIRMWARE_NOW} was ever set since the start of the system. */
    private static final long FIRMWARE_EVER = FIRMWARE_NOW << 16;

    /** Counters of slowed cores and packages. */
    private final SysfsFile[] counters;
    /** States of cooling devices, above 0 while they slow a processor. */
    private final SysfsFile[] states;
    private final Optional<SysfsFile> firmware;
    /** Value of each counter at the last sample, indexed as {@link #counters}. */
    private final long[] counted;
    /** Whether each cooling device slowed at the last sample, indexed as {@link #states}. */
    private final boolean[] slowed;
    /** Flags of the firmware at the last sample. */
    private long firmwareFlags;
    /** Number of times something was slowed since {@link #begin}. */
    private long times;
    /** Whether something was slowed at the last sample, or between the last two. */
    private boolean slowing;

    private Throttling(List<SysfsFile> counters, List<SysfsFile> states, Optional<SysfsFile> firmware) {
        this.counters = counters.toArray(SysfsFile[]::new);
        this.states = states.toArray(SysfsFile[]::new);
        this.firmware = firmware;
        counted = new long[counters.size()];
        slowed = new boolean[states.size()];
    }

    /**
     * Returns the counters of a host; empty where nothing counts.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     * @param cpus one hardware thread of each core in use
     */
    static Optional<Throttling> of(Path root, List<Integer> cpus) {
        List<SysfsFile> counters = new ArrayList<>();
        Set<String> packages = new HashSet<>();
        for (int cpu : cpus) {
            Path folder = root.resolve("sys/devices/system/cpu/cpu" + cpu);
            SysfsFile.of(folder.resolve("thermal_throttle/core_throttle_count")).ifPresent(counters::add);
            // read once a package, because each core of a package has the same counter
            if (packages.add(SysfsFile.text(folder.resolve("topology/physical_package_id")))) {
                SysfsFile.of(folder.resolve("thermal_throttle/package_throttle_count")).ifPresent(counters::add);
            }
        }
        List<SysfsFile> states = cooling(root.resolve("sys/class/thermal"));
        Optional<SysfsFile> firmware = SysfsFile.ofHexadecimal(root.resolve(FIRMWARE));
        return counters.isEmpty() && states.isEmpty() && firmware.isEmpty() ? Optional.empty()
                : Optional.of(new Throttling(counters, states, firmware));
    }

    private static List<SysfsFile> cooling(Path thermal) {
        List<SysfsFile> states = new ArrayList<>();
        for (Path device : SysfsFile.in(thermal, "cooling_device[0-9]*")) {
            String type = SysfsFile.text(device.resolve("type"));
            if (SLOWING.stream().anyMatch(type::startsWith)) {
                SysfsFile.of(device.resolve("cur_state")).ifPresent(states::add);
            }
        }
        return states;
    }

    /** Begins to count from 0, because a new test begins. */
    void begin() {
        times = 0;
        slowing = false;
        for (int i = 0; i < counters.length; i++) {
            counted[i] = counters[i].read();
        }
        // a device that slows already counts at the first sample
        Arrays.fill(slowed, false);
        firmwareFlags = firmware.isPresent() ? firmware.get().read() & FIRMWARE_EVER : 0;
    }

    /** Adds how often cores or packages were slowed since the last sample. */
    void sample() {
        long before = times;
        boolean now = addCounters();
        if (firmware.isPresent()) {
            long flags = firmware.get().read();
            firmware(flags);
            now |= flags != Reading.UNKNOWN && (flags & FIRMWARE_NOW) != 0;
        }
        slowing = now || times > before;
    }

    /** Adds what counters and cooling devices tell, and returns whether a device slows cores now. */
    private boolean addCounters() {
        boolean any = false;
        for (int i = 0; i < counters.length; i++) {
            long now = counters[i].read();
            if (now != Reading.UNKNOWN && counted[i] != Reading.UNKNOWN) {
                times += Math.max(0, now - counted[i]);
            }
            counted[i] = now;
        }
        for (int i = 0; i < states.length; i++) {
            boolean now = states[i].read() > 0;
            times += now && !slowed[i] ? 1 : 0;
            slowed[i] = now;
            any |= now;
        }
        return any;
    }

    private void firmware(long flags) {
        if (flags != Reading.UNKNOWN) {
            boolean began = (flags & FIRMWARE_NOW) != 0 && (firmwareFlags & FIRMWARE_NOW) == 0;
            // the flag was set and cleared between two samples
            boolean passed = (flags & FIRMWARE_NOW) == 0 && (flags & FIRMWARE_EVER & ~firmwareFlags) != 0;
            times += began || passed ? 1 : 0;
            firmwareFlags = flags;
        }
    }

    /** Returns whether cores or packages were slowed at the last {@link #sample}, or since the sample before it. */
    boolean isSlowing() {
        return slowing;
    }

    /** Returns how often cores or packages were slowed between {@link #begin} and the last {@link #sample}. */
    long times() {
        return times;
    }
}
