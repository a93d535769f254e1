package hplhetero.run.facts;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads which memory modules a host has: from the records of its firmware, which only root may read, else from the kernel's driver for
 * memory errors (EDAC).
 *
 * @param files the files of the host's kernel
 */
record MemoryModules(SystemFiles files) {
    // Fields of a record of type 17, "Memory Device" (SMBIOS 3.7, section 7.18): offset in bytes, little-endian.
    private static final int LENGTH = 0x01;
    private static final int SIZE = 0x0c;
    private static final int TYPE = 0x12;
    private static final int SPEED = 0x15;
    private static final int EXTENDED_SIZE = 0x1c;
    private static final int CONFIGURED_SPEED = 0x20;
    /** A size that says that the extended size counts. */
    private static final int SEE_EXTENDED = 0x7fff;
    private static final int UNKNOWN = 0xffff;
    /** The bit of a size that says that the size is in KiB, not in MiB. */
    private static final int IN_KIB = 0x8000;
    private static final int MEBI_PER_GIBI = 1024;
    private static final Map<Integer, String> TYPES = Map.of(0x18, "DDR3", 0x1a, "DDR4", 0x1e, "LPDDR4", 0x20, "HBM", 0x21, "HBM2", 0x22,
            "DDR5", 0x23, "LPDDR5", 0x24, "HBM3");

    /** Returns the modules, equal ones counted together, such as {@code 8 x 32 GiB DDR5 at 4800 MT/s}; empty where they are not known. */
    String text() {
        Map<String, Integer> equal = new LinkedHashMap<>();
        for (String entry : files.in("sys/firmware/dmi/entries", "17-*")) {
            module(ByteBuffer.wrap(files.text8(entry + "/raw").getBytes(StandardCharsets.ISO_8859_1)).order(ByteOrder.LITTLE_ENDIAN))
                    .ifPresent(module -> equal.merge(module, 1, Integer::sum));
        }
        if (equal.isEmpty()) {
            files.in("sys/devices/system/edac/mc", "mc[0-9]*").stream()
                    .flatMap(controller -> files.in(controller, "dimm[0-9]*").stream())
                    .flatMap(dimm -> ofDriver(dimm).stream()).forEach(module -> equal.merge(module, 1, Integer::sum));
        }
        return equal.entrySet().stream().map(each -> each.getValue() + " x " + each.getKey()).collect(Collectors.joining(", "));
    }

    /** Returns a module as a record of the firmware describes it; empty for a slot without a module. */
    private static Optional<String> module(ByteBuffer record) {
        if (record.capacity() <= SPEED + 1) {
            return Optional.empty();
        }
        int length = Math.min(record.get(LENGTH) & 0xff, record.capacity());
        int size = record.getShort(SIZE) & 0xffff;
        if (size == 0 || size == UNKNOWN) {
            return Optional.empty();
        }
        long megabytes = size == SEE_EXTENDED && length >= EXTENDED_SIZE + Integer.BYTES ? record.getInt(EXTENDED_SIZE) & 0x7fffffffL
                : (size & IN_KIB) != 0 ? (size & ~IN_KIB) / MEBI_PER_GIBI : size;
        int configured = length >= CONFIGURED_SPEED + Short.BYTES ? record.getShort(CONFIGURED_SPEED) & 0xffff : 0;
        int speed = configured > 0 ? configured : record.getShort(SPEED) & 0xffff;
        String type = TYPES.getOrDefault(record.get(TYPE) & 0xff, "");
        return Optional.of(size(megabytes) + (type.isEmpty() ? "" : " " + type)
                + (speed > 0 && speed < UNKNOWN ? " at " + speed + " MT/s" : ""));
    }

    /** Returns a module as the driver describes it; empty where it says no size. */
    private Optional<String> ofDriver(String dimm) {
        long megabytes = files.number(dimm + "/size").orElse(0);
        String type = files.text(dimm + "/dimm_mem_type");
        return megabytes <= 0 ? Optional.empty() : Optional.of(size(megabytes) + (type.isEmpty() ? "" : " " + type));
    }

    private static String size(long megabytes) {
        return megabytes % MEBI_PER_GIBI == 0 ? megabytes / MEBI_PER_GIBI + " GiB" : megabytes + " MiB";
    }
}
