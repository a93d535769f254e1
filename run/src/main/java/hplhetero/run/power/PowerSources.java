package hplhetero.run.power;

import hplhetero.run.power.PowerSource.Coverage;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Chooses the sources that measure a host: those that see the most of it, and no part twice. */
final class PowerSources {
    private PowerSources() {
    }

    /**
     * Returns a meter of the whole node alone, where there is one. Else the processors' counters with those of graphics cards, which do not
     * overlap. Else what a board's sensors measure. Counters of cards alone are not taken. Empty where there is nothing.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     * @param nvml the name of Nvidia's library
     */
    static Optional<PowerSource> find(Path root, String nvml) {
        Map<Coverage, PowerSource> hwmon = Hwmon.find(root);
        // a board's supply line counts as the whole host
        Optional<PowerSource> host = hwmon.values().stream().filter(source -> source.coverage() == Coverage.HOST).findFirst();
        if (host.isPresent()) {
            return host;
        }
        Optional<PowerSource> cpus = Rapl.find(root).or(() -> Optional.ofNullable(hwmon.get(Coverage.CPUS)));
        if (cpus.isEmpty()) {
            return Optional.ofNullable(hwmon.get(Coverage.BOARD));
        }
        return joined(joined(cpus, Nvml.find(nvml)), Optional.ofNullable(hwmon.get(Coverage.GPUS)));
    }

    private static Optional<PowerSource> joined(Optional<PowerSource> one, Optional<PowerSource> other) {
        return one.isPresent() && other.isPresent() ? Optional.of(one.get().and(other.get())) : one.or(() -> other);
    }
}
