package hplhetero.run.power;

import hplhetero.run.power.PowerSource.Coverage;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The counters of Intel's and AMD's processors, by the kernel's powercap class (Documentation/power/powercap/powercap.rst): zones
 * {@code intel-rapl:I} of packages, and below them {@code intel-rapl:I:J} of their memory, cores and graphics.
 *
 * <p>Cores and graphics are parts of the package, so they are left out. So is psys, which some laptops have beside the package and which
 * counts the package again. Memory is not in the package.
 */
final class Rapl {
    private static final String CLASS = "sys/class/powercap";
    private static final double MICROJOULE = 1e-6;

    private Rapl() {
    }

    /**
     * Returns the counters of packages and memory; empty where there are no such zones, or none of a package that may be read.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     */
    static Optional<PowerSource> find(Path root) {
        List<EnergyPart> packages = new ArrayList<>();
        List<EnergyPart> memory = new ArrayList<>();
        // names seen already, because two drivers may report the same package
        Set<String> seen = new HashSet<>();
        for (Path zone : zones(root)) {
            String name = SysfsFile.text(zone.resolve("name"));
            boolean ofPackage = name.startsWith("package");
            boolean ofMemory = name.equals("dram");
            String which = ofMemory ? parent(zone) + name : name;
            if ((ofPackage || ofMemory) && seen.add(which)) {
                counter(zone).ifPresent((ofPackage ? packages : memory)::add);
            }
        }
        if (packages.isEmpty()) {
            return Optional.empty();
        }
        String words = "RAPL: " + (packages.size() == 1 ? "package" : packages.size() + " packages") + (memory.isEmpty() ? ""
                : " and memory");
        List<EnergyPart> all = new ArrayList<>(packages);
        all.addAll(memory);
        return Optional.of(new PowerSource(Coverage.CPUS, words, all));
    }

    /**
     * Returns why counters that exist cannot be read, for people; empty where there is no such counter.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     */
    static Optional<String> refusal(Path root) {
        return zones(root).stream().map(zone -> zone.resolve("energy_uj")).filter(file -> Files.exists(file) && !Files.isReadable(file))
                .findFirst().map(file -> "RAPL: " + file + " can be read by root only: make it readable at boot (docs/energy.md), "
                        + "or give --watts");
    }

    /** Returns the zones of all levels, ascending. The class has a link for each zone. */
    private static Set<Path> zones(Path root) {
        Set<Path> zones = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root.resolve(CLASS), "intel-rapl:*")) {
            all.forEach(zones::add);
        } catch (IOException | DirectoryIteratorException none) {
            return Set.of();
        }
        return zones;
    }

    /** Returns the name of a zone's parent: intel-rapl:0 for intel-rapl:0:1. */
    private static String parent(Path zone) {
        String name = zone.getFileName().toString();
        return name.substring(0, name.lastIndexOf(':'));
    }

    private static Optional<EnergyPart> counter(Path zone) {
        return SysfsFile.of(zone.resolve("energy_uj")).map(file -> new EnergyPart.Counter(file, MICROJOULE,
                SysfsFile.of(zone.resolve("max_energy_range_uj")).map(range -> {
                    long most = range.read();
                    range.close();
                    return most;
                }).orElse(0L)));
    }
}
