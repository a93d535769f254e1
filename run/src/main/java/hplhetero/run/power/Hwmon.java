package hplhetero.run.power;

import hplhetero.run.power.PowerSource.Coverage;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Sensors by the kernel's hwmon class (Documentation/hwmon/sysfs-interface.rst): {@code energyN_input} counts uJ, {@code powerN_average}
 * and {@code powerN_input} tell uW. For ina3221 the product of {@code inN_input} (mV) and {@code currN_input} (mA) is used. A chip's name
 * and the label of an input tell what the input measures. Inputs that measure a part of what another one measures are left out.
 */
final class Hwmon {
    private static final String CLASS = "sys/class/hwmon";
    private static final double MICRO = 1e-6;

    /** Chips that measure the whole system: ACPI's meter, by its specification, and IBM's meters of whole machines. */
    private static final Set<String> HOST_CHIPS = Set.of("power_meter", "ibmaem", "ibmpex");
    private static final Set<String> CPU_CHIPS = Set.of("amd_energy", "fam15h_power", "zenpower");
    private static final Set<String> GPU_CHIPS = Set.of("amdgpu", "nouveau", "i915", "xe");
    /** Prefixes of the names of chips that boards have in their supply lines. */
    private static final List<String> BOARD_CHIPS = List.of("ina2", "ina3", "ltc29", "max34", "scmi", "apm_xgene");
    /** Labels of the line that feeds all others on Nvidia's boards, from the oldest name on. */
    private static final Set<String> SUPPLY_LABELS = Set.of("VDD_IN", "POM_5V_IN", "SYS_VIN", "SYS_VIN_HV", "VIN_SYS_5V0");
    private static final String MODULE = "Module";

    /** An input of a chip. */
    private record Input(Path folder, String chip, String label, EnergyPart part) {
    }

    private Hwmon() {
    }

    /**
     * Returns the sources of this machine's chips, by the part of the host that they cover.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     */
    static Map<Coverage, PowerSource> find(Path root) {
        Map<Coverage, List<Input>> inputs = new EnumMap<>(Coverage.class);
        for (Path folder : folders(root.resolve(CLASS))) {
            String chip = SysfsFile.text(folder.resolve("name"));
            List<Input> its = inputs(folder, chip);
            if (!its.isEmpty()) {
                coverage(folder, chip, its).ifPresent(covered -> inputs.computeIfAbsent(covered, any -> new ArrayList<>()).addAll(its));
            }
        }
        Map<Coverage, PowerSource> sources = new EnumMap<>(Coverage.class);
        inputs.forEach((coverage, all) -> sources.put(coverage, source(coverage, all)));
        return sources;
    }

    private static Optional<Coverage> coverage(Path folder, String chip, List<Input> inputs) {
        if (HOST_CHIPS.contains(chip)) {
            // Grace reports its sockets, and parts of them, by meters of this kind
            boolean sockets = inputs.stream().anyMatch(input -> input.label().contains("Socket"));
            return Optional.of(sockets ? Coverage.CPUS : Coverage.HOST);
        }
        if (CPU_CHIPS.contains(chip)) {
            return Optional.of(Coverage.CPUS);
        }
        if (GPU_CHIPS.contains(chip)) {
            // on a processor with graphics in it, amdgpu tells the whole package, which RAPL has too
            boolean card = !chip.equals("amdgpu") || SysfsFile.text(folder.resolve("device/board_info")).matches("type : (cem|oam)");
            return card ? Optional.of(Coverage.GPUS) : Optional.empty();
        }
        return BOARD_CHIPS.stream().anyMatch(chip::startsWith) ? Optional.of(Coverage.BOARD) : Optional.empty();
    }

    private static PowerSource source(Coverage coverage, List<Input> all) {
        List<Input> supply = all.stream().filter(input -> SUPPLY_LABELS.contains(input.label())).toList();
        List<Input> modules = all.stream().filter(input -> input.label().startsWith(MODULE)).toList();
        List<Input> sockets = all.stream().filter(input -> input.label().matches("(Grace|Esocket).*")).toList();
        List<Input> taken = !supply.isEmpty() ? supply : !modules.isEmpty() ? modules : !sockets.isEmpty() ? sockets : all;
        Map<String, List<String>> labels = taken.stream().collect(Collectors.groupingBy(Input::chip, TreeMap::new,
                Collectors.mapping(Input::label, Collectors.toList())));
        String words = labels.entrySet().stream().map(e -> e.getKey() + labelled(e.getValue())).collect(Collectors.joining(", "));
        return new PowerSource(!supply.isEmpty() ? Coverage.HOST : coverage, "hwmon: " + words, taken.stream().map(Input::part).toList());
    }

    /** Returns the labels in words, such as {@code  VDD_IN}, or {@code  (3 inputs)} where inputs have no labels. */
    private static String labelled(List<String> labels) {
        List<String> told = labels.stream().filter(label -> !label.isEmpty()).toList();
        return told.size() == 1 ? " " + told.getFirst() : labels.size() == 1 ? "" : " (" + labels.size() + " inputs)";
    }

    /** Returns the inputs of a chip: its counters where it has any, else its meters. */
    private static List<Input> inputs(Path folder, String chip) {
        List<Input> counters = new ArrayList<>();
        List<Input> meters = new ArrayList<>();
        for (Path file : files(folder, "{energy,power}[0-9]*_{input,average}")) {
            String name = file.getFileName().toString();
            String channel = name.substring(0, name.indexOf('_'));
            // where a chip has both, the average includes what happened between two samples
            boolean worse = name.endsWith("_input") && Files.isReadable(folder.resolve(channel + "_average"));
            if (!worse) {
                SysfsFile.of(file).ifPresent(number -> (name.startsWith("energy") ? counters : meters)
                        .add(new Input(folder, chip, label(folder, channel), name.startsWith("energy")
                                ? new EnergyPart.Counter(number, MICRO, 0) : new EnergyPart.Meter(number, MICRO))));
            }
        }
        if (chip.equals("ina3221") && meters.isEmpty()) {
            return products(folder, chip);
        }
        return counters.isEmpty() ? meters : counters;
    }

    /** Returns meters that multiply voltage and current: mV times mA are uW. */
    private static List<Input> products(Path folder, String chip) {
        List<Input> meters = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            Optional<SysfsFile> volts = SysfsFile.of(folder.resolve("in" + i + "_input"));
            Optional<SysfsFile> amperes = SysfsFile.of(folder.resolve("curr" + i + "_input"));
            if (volts.isPresent() && amperes.isPresent()) {
                meters.add(new Input(folder, chip, label(folder, "in" + i), new EnergyPart.Meter(
                        () -> product(volts.get().read(), amperes.get().read()), MICRO)));
            }
        }
        return meters;
    }

    private static long product(long a, long b) {
        return a == Reading.UNKNOWN || b == Reading.UNKNOWN ? Reading.UNKNOWN : a * b;
    }

    private static String label(Path folder, String channel) {
        String label = SysfsFile.text(folder.resolve(channel + "_label"));
        return label.isEmpty() ? SysfsFile.text(folder.resolve(channel + "_oem_info")) : label;
    }

    private static Set<Path> folders(Path hwmon) {
        return files(hwmon, "hwmon[0-9]*");
    }

    private static Set<Path> files(Path folder, String pattern) {
        Set<Path> files = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, pattern)) {
            all.forEach(files::add);
        } catch (IOException | DirectoryIteratorException none) {
            return Set.of();
        }
        return files;
    }
}
