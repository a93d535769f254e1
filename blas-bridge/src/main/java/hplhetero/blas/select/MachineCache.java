package hplhetero.blas.select;

import hplhetero.blas.environment.CacheFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A file in the user's cache folder that keeps one measurement with everything the measurement depends on. Unlike nodes often share a home,
 * so the file's name holds a hash of the setting, such as the processor, and the nodes do not overwrite each other's files.
 */
public final class MachineCache {
    private static final System.Logger LOG = System.getLogger(MachineCache.class.getName());
    private static final String KEY = "key.";
    /** The most bytes of a file that is read, far more than any measurement takes. */
    private static final int MOST_BYTES = 1 << 24;

    private final Path file;

    /**
     * Names the file of a measurement, without creating it.
     *
     * @param folder  the cache folder, which need not exist
     * @param what    name of the measurement: the first word of the file's name
     * @param setting the part of the key that gets a file of its own, such as the processor
     */
    public MachineCache(Path folder, String what, String setting) {
        file = folder.resolve(what + "-" + Integer.toHexString(setting.hashCode()) + ".properties");
    }

    /**
     * Returns the values that were stored with exactly this key; empty where there are none, or the file cannot be read.
     *
     * @param key everything that the values depend on, by name
     */
    public Optional<Properties> load(Map<String, String> key) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Properties stored = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("larger than " + MOST_BYTES + " bytes");
            }
            stored.load(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot read " + file, e);
            return Optional.empty();
        }
        boolean same = key.entrySet().stream().allMatch(e -> e.getValue().equals(stored.getProperty(KEY + e.getKey())));
        return same ? Optional.of(stored) : Optional.empty();
    }

    /**
     * Stores values with their key, in the place of earlier ones. Where the folder cannot be written, nothing is stored, and the next run
     * measures again.
     *
     * @param key    everything that the values depend on, by name
     * @param values what was measured
     */
    public void store(Map<String, String> key, Properties values) {
        Properties all = new Properties();
        all.putAll(values);
        key.forEach((name, value) -> all.setProperty(KEY + name, value));
        try {
            CacheFolder.create(file.getParent());
            Path part = Files.createTempFile(file.getParent(), file.getFileName() + ".", ".part");
            try (Writer writer = Files.newBufferedWriter(part)) {
                all.store(writer, "measured by hpl-hetero; may be deleted");
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot write " + file, e);
        }
    }

    /**
     * Returns what every measurement depends on, by name: this machine's processor, its Java, and the build of some code.
     *
     * @param code a class of the code whose build counts
     */
    public static Map<String, String> key(Class<?> code) {
        return Map.of("processor", MachineIdentity.processor(), "java", MachineIdentity.java(), "build", MachineIdentity.buildOf(code));
    }
}
