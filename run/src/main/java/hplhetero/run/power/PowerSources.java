package hplhetero.run.power;

import hplhetero.run.power.PowerSource.Coverage;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Chooses what measures a host: what sees the most of it, and nothing twice. */
final class PowerSources {
    private PowerSources() {
    }

    /**
     * A meter of the whole node alone; else the processors' counters, with those of graphics cards, which do not overlap; else what a
     * board's sensors see. Cards alone are nothing: they do not compute. Empty where there is nothing.
     *
     * @param root the folder under which {@code proc} and {@code sys} are
     * @param nvml the name of Nvidia's library
     */
    static Optional<PowerSource> find(Path root, String nvml) {
        Map<Coverage, PowerSource> hwmon = Hwmon.find(root);
        // a board's supply line is the whole board
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
