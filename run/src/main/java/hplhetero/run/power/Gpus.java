package hplhetero.run.power;

import hplhetero.hpl.result.HealthQuantity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjDoubleConsumer;

/**
 * What a host's GPUs tell of their health. Each list has a reading for each GPU, or each sensor of a GPU, that tells it.
 *
 * @param megahertz   clocks in MHz
 * @param celsius     temperatures in degrees Celsius
 * @param reasons     the reasons why a GPU of Nvidia has lowered its clock, as bits of NVML
 * @param corrected   counters of memory errors that were corrected
 * @param uncorrected counters of memory errors that could not be corrected
 * @param links       the links to the host; a GPU's number is its place in this list, those of Nvidia first
 */
record Gpus(List<Reading> megahertz, List<Reading> celsius, List<Reading> reasons, List<Reading> corrected, List<Reading> uncorrected,
            List<GpuLink> links) {
    /**
     * The bits of NVML that stand for the reasons of each quantity. Reasons for {@link HealthQuantity#GPU_THROTTLED} are no choice:
     * slowdown by hardware or software for heat, and by the power supply.
     */
    static final Map<HealthQuantity, Long> REASONS = Map.of(HealthQuantity.GPU_THROTTLED, 0x8L | 0x20 | 0x40 | 0x80,
            HealthQuantity.GPU_HEAT, 0x20L | 0x40, HealthQuantity.GPU_POWER_BRAKE, 0x80L, HealthQuantity.GPU_POWER_LIMIT, 0x4L);
    /** The driver of AMD's GPUs, by its name among hwmon's chips. */
    private static final String AMD = "amdgpu";
    private static final long MILLI = 1000;
    private static final long MEGA = 1_000_000;

    /** Makes the record of GPUs that are still to be found. */
    Gpus() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
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
        links.add(GpuLink.ofDevice(chip.resolve("device")));
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

    /**
     * Returns 1 if a GPU has lowered its clock now for one of the reasons that a quantity counts, 0 if none has; NaN where no GPU tells.
     *
     * @param quantity a key of {@link #REASONS}
     */
    double isLowered(HealthQuantity quantity) {
        long bits = REASONS.get(quantity);
        return known(reasons).stream().mapToDouble(now -> (now.longValue() & bits) == 0 ? 0 : 1).max().orElse(Double.NaN);
    }

    /** Hands over the state of the link that is the furthest below what it can be; nothing where no GPU tells of its link. */
    void readLink(ObjDoubleConsumer<HealthQuantity> to) {
        GpuLink.State worst = null;
        int number = 0;
        for (int i = 0; i < links.size(); i++) {
            Optional<GpuLink.State> state = links.get(i).read();
            if (state.isPresent() && (worst == null || state.get().share() < worst.share())) {
                worst = state.get();
                number = i;
            }
        }
        if (worst != null) {
            to.accept(HealthQuantity.GPU_LINK, number);
            to.accept(HealthQuantity.GPU_LINK_GENERATION, worst.generation());
            to.accept(HealthQuantity.GPU_LINK_WIDTH, worst.width());
            to.accept(HealthQuantity.GPU_LINK_MOST_GENERATION, worst.mostGeneration());
            to.accept(HealthQuantity.GPU_LINK_MOST_WIDTH, worst.mostWidth());
        }
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
