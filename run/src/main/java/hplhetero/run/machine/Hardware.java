package hplhetero.run.machine;

import hplhetero.blas.environment.CacheFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Properties;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor.ProcessorIdentifier;

/**
 * What OSHI knows of the processor. Asking OSHI costs some tenths of a second, so its answer is kept in the cache folder for as long as the
 * processor's name is unchanged.
 *
 * @param microArchitecture name such as {@code Zen 5}; empty when not known
 * @param physicalCores     number of cores of the whole computer
 */
public record Hardware(String microArchitecture, int physicalCores) {
    private static final String UNKNOWN = "unknown";
    /** The most bytes read of a cache file. Such a file has some 200 bytes. */
    private static final int MOST_BYTES = 1 << 16;

    /** Returns the hardware from the cache, else from OSHI. A cache folder that cannot be written only costs time. */
    public static Hardware of(Machine machine, Path cacheFolder) {
        Path file = cacheFolder.resolve("hardware-" + machine.host() + ".properties");
        Properties known = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            known.load(new StringReader(new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)));
        } catch (IOException | IllegalArgumentException absent) {
            known.clear();
        }
        if (!machine.processor().equals(known.getProperty("processor"))) {
            try {
                known = ask(machine);
            } catch (LinkageError noFolderForItsNativeCode) {
                return new Hardware("", machine.cores());
            }
            keep(known, file);
        }
        try {
            return new Hardware(known.getProperty("microArchitecture", ""),
                    Integer.parseInt(known.getProperty("physicalCores", "")));
        } catch (NumberFormatException spoilt) {
            return new Hardware("", machine.cores());
        }
    }

    private static Properties ask(Machine machine) {
        var processor = new SystemInfo().getHardware().getProcessor();
        String architecture = architecture(processor.getProcessorIdentifier());
        Properties answer = new Properties();
        answer.setProperty("processor", machine.processor());
        answer.setProperty("microArchitecture", architecture);
        answer.setProperty("physicalCores", String.valueOf(processor.getPhysicalProcessorCount()));
        answer.setProperty("detectedAt", Instant.now().toString());
        return answer;
    }

    /**
     * Returns the name of the microarchitecture. OSHI 7.5 takes all of AMD's family 25 for Zen 3, but some models are Zen 4 (AMD, Revision
     * Guides).
     */
    private static String architecture(ProcessorIdentifier id) {
        if (id.getVendor().contains("AMD") && id.getFamily().equals("25") && isZen4(Integer.parseInt(id.getModel()))) {
            return "Zen 4";
        }
        return UNKNOWN.equalsIgnoreCase(id.getMicroarchitecture()) ? "" : id.getMicroarchitecture();
    }

    private static boolean isZen4(int model) {
        return model >= 0x10 && model <= 0x1f || model >= 0x60 && model <= 0x7f || model >= 0xa0 && model <= 0xaf;
    }

    private static void keep(Properties answer, Path file) {
        try {
            CacheFolder.create(file.getParent());
            Path temporary = Files.createTempFile(file.getParent(), "hardware", ".tmp");
            try (Writer writer = Files.newBufferedWriter(temporary)) {
                answer.store(writer, "what OSHI said of this computer");
            }
            Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException readOnly) {
            System.getLogger(Hardware.class.getName()).log(System.Logger.Level.DEBUG, "not kept: " + file, readOnly);
        }
    }

    static String processorName() {
        return new SystemInfo().getHardware().getProcessor().getProcessorIdentifier().getName();
    }

    static long totalMemory() {
        return new SystemInfo().getHardware().getMemory().getTotal();
    }

    static long availableMemory() {
        return new SystemInfo().getHardware().getMemory().getAvailable();
    }
}
