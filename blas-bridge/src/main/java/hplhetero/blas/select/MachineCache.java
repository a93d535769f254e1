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
 * One measurement of one kind of machine, kept in the user's cache folder with all that it depends on.
 * Homes are often shared by unlike nodes: the file's name holds the processor's, so that they do not
 * overwrite each other's.
 */
public final class MachineCache {
    private static final System.Logger LOG = System.getLogger(MachineCache.class.getName());
    private static final String KEY = "key.";
    /** Far more than any measurement takes. */
    private static final int MOST_BYTES = 1 << 24;

    private final Path file;

    /**
     * @param folder  the cache folder, which need not exist
     * @param what    was measured: the file's first word
     * @param setting what of the key gets a file of its own, such as the processor
     */
    public MachineCache(Path folder, String what, String setting) {
        file = folder.resolve(what + "-" + Integer.toHexString(setting.hashCode()) + ".properties");
    }

    /** What was stored with exactly that key; a file that cannot be read is as none. */
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

    /** Keeps it where that is possible; without a writable folder it is measured again next time. */
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

    /** This machine, its Java, and the build of the code that a class came from: what every measurement depends on. */
    public static Map<String, String> key(Class<?> code) {
        return Map.of("processor", MachineIdentity.processor(), "java", MachineIdentity.java(), "build", MachineIdentity.buildOf(code));
    }
}
