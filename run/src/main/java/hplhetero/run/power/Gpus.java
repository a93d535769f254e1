package hplhetero.run.power;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a host's GPUs tell of their health. Each list has a reading for each GPU, or each sensor of a GPU, that tells it.
 *
 * @param megahertz   clocks in MHz
 * @param celsius     temperatures in degrees Celsius
 * @param slowed      1 while a GPU is slowed for heat or by its power supply, else 0
 * @param corrected   counters of memory errors that were corrected
 * @param uncorrected counters of memory errors that could not be corrected
 */
record Gpus(List<Reading> megahertz, List<Reading> celsius, List<Reading> slowed, List<Reading> corrected, List<Reading> uncorrected) {
    /** The driver of AMD's GPUs, by its name among hwmon's chips. */
    private static final String AMD = "amdgpu";
    private static final long MILLI = 1000;
    private static final long MEGA = 1_000_000;

    /** Makes the record of GPUs that are still to be found. */
    Gpus() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /**
     * Returns the GPUs of a host: Nvidia's by NVML, AMD's by the files of their driver.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     * @param nvml the name of Nvidia's library
     */
    static Gpus find(Path root, String nvml) {
        Gpus all = new Gpus();
        Nvml.addHealth(nvml, all);
        for (Path chip : SysfsFile.in(root.resolve("sys/class/hwmon"), "hwmon[0-9]*")) {
            if (SysfsFile.text(chip.resolve("name")).equals(AMD)) {
                all.addAmd(chip);
            }
        }
        return all;
    }

    private void addAmd(Path chip) {
        SysfsFile.in(chip, "temp[0-9]*_input").forEach(file -> SysfsFile.of(file).ifPresent(sensor ->
                celsius.add(divided(sensor, MILLI))));
        SysfsFile.of(chip.resolve("freq1_input")).ifPresent(clock -> megahertz.add(divided(clock, MEGA)));
        Path errors = chip.resolve("device/ras/umc_err_count");
        KeyedFile.of(errors, "ce:").ifPresent(corrected::add);
        KeyedFile.of(errors, "ue:").ifPresent(uncorrected::add);
    }

    private static Reading divided(Reading reading, long divisor) {
        return () -> {
            long value = reading.read();
            return value == Reading.UNKNOWN ? Reading.UNKNOWN : value / divisor;
        };
    }

    /** Returns the lowest clock now, in MHz; NaN where no GPU tells its clock. */
    double leastMegahertz() {
        return known(megahertz).stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    /** Returns the highest temperature now, in degrees Celsius; NaN where no GPU tells any. */
    double hottest() {
        return known(celsius).stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** Returns 1 if a GPU is slowed now, 0 if none is; NaN where no GPU tells. */
    double isSlowed() {
        return known(slowed).stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    private static List<Double> known(List<Reading> readings) {
        List<Double> values = new ArrayList<>();
        for (Reading reading : readings) {
            long value = reading.read();
            if (value != Reading.UNKNOWN) {
                values.add((double) value);
            }
        }
        return values;
    }
}
