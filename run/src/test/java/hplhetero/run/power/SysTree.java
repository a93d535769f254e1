package hplhetero.run.power;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A folder that looks as {@code /} of a machine does: files of one line, as the kernel's documentation of sysfs has them. */
record SysTree(Path root) {
    /** Of an Intel processor: 2^32 steps of 2^-14 J. */
    static final long RANGE = 262143328850L;

    /** Numbers take the place of others without the file ever being empty: whoever reads it meanwhile has the one or the other. */
    SysTree file(String path, Object content) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            if (content instanceof Number) {
                Files.writeString(file, String.format("%-24s%n", content), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } else {
                Files.writeString(file, content + "\n");
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A zone of the class powercap. */
    SysTree zone(String number, String name, long microjoules) {
        return file("sys/class/powercap/intel-rapl:" + number + "/name", name)
                .file("sys/class/powercap/intel-rapl:" + number + "/max_energy_range_uj", RANGE).energy(number, microjoules);
    }

    SysTree energy(String number, long microjoules) {
        return file("sys/class/powercap/intel-rapl:" + number + "/energy_uj", microjoules);
    }

    /** A file of a chip of the class hwmon. */
    SysTree hwmon(int number, String file, Object content) {
        return file("sys/class/hwmon/hwmon" + number + "/" + file, content);
    }

    /** A memory controller of EDAC: how many errors it has corrected, and how many it could not. */
    SysTree memoryErrors(int controller, long corrected, long uncorrected) {
        String folder = "sys/devices/system/edac/mc/mc" + controller;
        return file(folder + "/ce_count", corrected).file(folder + "/ue_count", uncorrected);
    }

    /** A counter of the one port of an InfiniBand adapter. */
    SysTree port(String counter, long value) {
        return file("sys/class/infiniband/mlx5_0/ports/1/counters/" + counter, value);
    }

    /** A network interface that is a device: errors and dropped packets that it has received. */
    SysTree netDevice(String name, long errors, long dropped) {
        String folder = "sys/class/net/" + name;
        return file(folder + "/device/vendor", "0x15b3").file(folder + "/statistics/rx_errors", errors)
                .file(folder + "/statistics/rx_dropped", dropped);
    }

    SysTree clock(int cpu, long kilohertz) {
        return file("sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_cur_freq", kilohertz);
    }

    SysTree throttle(int cpu, int itsPackage, long core, long all) {
        return file("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", itsPackage)
                .file("sys/devices/system/cpu/cpu" + cpu + "/thermal_throttle/core_throttle_count", core)
                .file("sys/devices/system/cpu/cpu" + cpu + "/thermal_throttle/package_throttle_count", all);
    }
}
