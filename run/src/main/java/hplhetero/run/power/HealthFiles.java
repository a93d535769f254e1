package hplhetero.run.power;

import hplhetero.ffm.CLibrary;
import hplhetero.hpl.result.HealthQuantity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjDoubleConsumer;

/**
 * The files in which Linux tells of memory, of memory errors (EDAC) and of errors of network ports. They stay open. Owner: one thread at a
 * time.
 */
final class HealthFiles {
    private static final String MEMORY = "sys/devices/system/edac/mc";
    private static final String INFINIBAND = "sys/class/infiniband";
    private static final String NET = "sys/class/net";
    /** Counters of a port of InfiniBand that count what a good link does not do. */
    private static final List<String> PORT_ERRORS = List.of("symbol_error", "port_rcv_errors", "link_error_recovery",
            "local_link_integrity_errors", "excessive_buffer_overrun_errors");
    /** The most network interfaces that are watched. Hosts of containers have hundreds. */
    private static final int MOST_INTERFACES = 16;
    private static final double BYTES_PER_KIB = 1024;

    private final Optional<KeyedFile> available;
    private final Map<HealthQuantity, CounterSum> counters = new EnumMap<>(HealthQuantity.class);
    private final double pageBytes;

    private HealthFiles(Path root, Gpus gpus) {
        available = KeyedFile.of(root.resolve("proc/meminfo"), "MemAvailable:");
        pageBytes = CLibrary.pageBytes();
        count(HealthQuantity.SWAPPED, KeyedFile.of(root.resolve("proc/vmstat"), "pswpout").stream().toList());
        List<SysfsFile> corrected = new ArrayList<>();
        List<SysfsFile> uncorrected = new ArrayList<>();
        for (Path controller : SysfsFile.in(root.resolve(MEMORY), "mc[0-9]*")) {
            SysfsFile.of(controller.resolve("ce_count")).ifPresent(corrected::add);
            SysfsFile.of(controller.resolve("ue_count")).ifPresent(uncorrected::add);
        }
        count(HealthQuantity.CORRECTED_ERRORS, corrected);
        count(HealthQuantity.UNCORRECTED_ERRORS, uncorrected);
        count(HealthQuantity.GPU_CORRECTED_ERRORS, gpus.corrected());
        count(HealthQuantity.GPU_UNCORRECTED_ERRORS, gpus.uncorrected());
        links(root);
    }

    /**
     * Finds the files of a host.
     *
     * @param root the folder that holds {@code proc} and {@code sys}
     * @param gpus the host's GPUs, whose memory errors are counted too
     */
    static HealthFiles of(Path root, Gpus gpus) {
        return new HealthFiles(root, gpus);
    }

    private void count(HealthQuantity quantity, List<? extends Reading> readings) {
        if (!readings.isEmpty()) {
            counters.put(quantity, new CounterSum(readings));
        }
    }

    private void links(Path root) {
        List<SysfsFile> errors = new ArrayList<>();
        List<SysfsFile> downs = new ArrayList<>();
        List<SysfsFile> drops = new ArrayList<>();
        for (Path device : SysfsFile.in(root.resolve(INFINIBAND), "*")) {
            for (Path port : SysfsFile.in(device.resolve("ports"), "[0-9]*")) {
                PORT_ERRORS.forEach(name -> SysfsFile.of(port.resolve("counters/" + name)).ifPresent(errors::add));
                SysfsFile.of(port.resolve("counters/link_downed")).ifPresent(downs::add);
            }
        }
        for (Path port : interfaces(root.resolve(NET))) {
            for (String way : List.of("rx", "tx")) {
                SysfsFile.of(port.resolve("statistics/" + way + "_errors")).ifPresent(errors::add);
                SysfsFile.of(port.resolve("statistics/" + way + "_dropped")).ifPresent(drops::add);
            }
            SysfsFile.of(port.resolve("carrier_down_count")).ifPresent(downs::add);
        }
        count(HealthQuantity.LINK_ERRORS, errors);
        count(HealthQuantity.LINK_DOWNS, downs);
        count(HealthQuantity.LINK_DROPS, drops);
    }

    /** Returns the interfaces that are devices; where there are none, as in a container, all but the loopback. */
    private static List<Path> interfaces(Path net) {
        List<Path> all = SysfsFile.in(net, "*").stream().filter(port -> !port.getFileName().toString().equals("lo")).toList();
        List<Path> devices = all.stream().filter(port -> Files.exists(port.resolve("device"))).toList();
        return (devices.isEmpty() ? all : devices).stream().limit(MOST_INTERFACES).toList();
    }

    /** Returns whether the host has any of these files. */
    boolean knowsAnything() {
        return available.isPresent() || !counters.isEmpty();
    }

    /** Begins to count from 0, because a new test begins. */
    void begin() {
        counters.values().forEach(CounterSum::begin);
    }

    /** Reads the files, and hands over the value of each quantity that the host tells. */
    void read(ObjDoubleConsumer<HealthQuantity> to) {
        double kibibytes = available.map(KeyedFile::read).filter(value -> value != Reading.UNKNOWN).map(Long::doubleValue)
                .orElse(Double.NaN);
        to.accept(HealthQuantity.FREE_MEMORY, kibibytes * BYTES_PER_KIB);
        counters.forEach((quantity, counter) -> to.accept(quantity,
                counter.read() * (quantity == HealthQuantity.SWAPPED ? pageBytes : 1)));
    }
}
