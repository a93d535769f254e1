package hplhetero.run.power;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The temperature of a host's processors, by their own sensors: those of hwmon's chips, else the thermal zones of boards. Owner: one thread
 * at a time.
 */
final class Temperature {
    /** Names of hwmon's drivers for sensors within processors: Intel, AMD, boards. */
    private static final String CHIPS = "coretemp|k10temp|zenpower|cpu_thermal|soc_thermal|apm_xgene|scpi_sensors";
    /** Types of thermal zones that are processors. */
    private static final String ZONES = "x86_pkg_temp|.*cpu.*|.*soc.*|.*big.*|.*little.*";
    private static final double MILLI = 1e-3;

    private final SysfsFile[] sensors;
    /** Highest temperature since {@link #begin}, in thousandths of a degree Celsius. */
    private long highest;
    /** Highest temperature of the last sample, in thousandths of a degree Celsius. */
    private long last = Reading.UNKNOWN;

    private Temperature(List<SysfsFile> sensors) {
        this.sensors = sensors.toArray(SysfsFile[]::new);
    }

    /**
     * Returns the temperature sensors of a host; empty where no sensor tells anything.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     */
    static Optional<Temperature> of(Path root) {
        List<SysfsFile> sensors = sensors(root.resolve("sys/class/hwmon"), "hwmon[0-9]*", "name", CHIPS, "temp[0-9]*_input");
        if (sensors.isEmpty()) {
            sensors = sensors(root.resolve("sys/class/thermal"), "thermal_zone[0-9]*", "type", ZONES, "temp");
        }
        return sensors.isEmpty() ? Optional.empty() : Optional.of(new Temperature(sensors));
    }

    private static List<SysfsFile> sensors(Path folder, String devices, String word, String words, String files) {
        List<SysfsFile> found = new ArrayList<>();
        for (Path device : SysfsFile.in(folder, devices)) {
            if (SysfsFile.text(device.resolve(word)).matches(words)) {
                SysfsFile.in(device, files).forEach(file -> SysfsFile.of(file).ifPresent(found::add));
            }
        }
        return found;
    }

    /** Forgets the highest temperature so far, because a new test begins. */
    void begin() {
        highest = Reading.UNKNOWN;
    }

    /** Reads all sensors, and notes the highest temperature. */
    void sample() {
        last = Reading.UNKNOWN;
        for (SysfsFile sensor : sensors) {
            last = Math.max(last, sensor.read());
        }
        highest = Math.max(highest, last);
    }

    /** Returns the highest temperature of the last {@link #sample}, in degrees Celsius; NaN where no sensor told any. */
    double last() {
        return celsius(last);
    }

    /** Returns the highest temperature since {@link #begin}, in degrees Celsius; NaN where no sensor told any. */
    double highest() {
        return celsius(highest);
    }

    private static double celsius(long milli) {
        return milli == Reading.UNKNOWN ? Double.NaN : milli * MILLI;
    }
}
