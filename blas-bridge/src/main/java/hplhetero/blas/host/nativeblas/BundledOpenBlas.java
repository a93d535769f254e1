package hplhetero.blas.host.nativeblas;

import hplhetero.blas.KernelException;
import hplhetero.blas.environment.CacheLock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The OpenBLAS inside a jar of the class path (org.bytedeco:openblas). A library can only be loaded from a
 * file: it is unpacked once into the user's cache folder, or into a folder for this process alone where
 * that cannot be written, can be written by others, or holds no executable code.
 *
 * <p>What lies in the cache folder is loaded only when it is what it was: the CRC-32C of each file is known since the build
 * ({@code bundled-openblas.properties}). A file that is damaged, a link or somebody else's is unpacked anew. A library with wrong
 * bytes would end the process in the system's loader.
 *
 * <p>There it goes by a name of its own. The system's loader knows libraries by their sonames: a second one linked to
 * libopenblas.so.0, as Debian's libblas.so.3 is, would be given this one instead of its own release, and crash in it.
 */
final class BundledOpenBlas {
    /** OpenBLAS in the jar and, a name as long, in the folder. */
    private static final String COMMON_NAME = "libopenblas.so.0";
    private static final String OWN_NAME = "libopenblas_h.so";
    /** In the folder; each needs those before it, and loaded in this order they need not be installed. */
    private static final List<String> IN_LOAD_ORDER = List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", OWN_NAME);

    /** For another process that unpacks it: that takes a second. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private static final Properties BUNDLED = bundled();

    private final String platform;
    private final String version;
    private final ClassLoader jars;

    BundledOpenBlas(String platform, String version, ClassLoader jars) {
        this.platform = platform;
        this.version = version;
        this.jars = jars;
    }

    static BundledOpenBlas ofThisMachine() {
        return new BundledOpenBlas(platform(System.getProperty("os.name"), System.getProperty("os.arch")), BUNDLED.getProperty("version"),
                BundledOpenBlas.class.getClassLoader());
    }

    /** The platform's name in the jar, as {@code linux-x86_64}. */
    static String platform(String osName, String osArch) {
        String system = osName.toLowerCase(Locale.ROOT).replaceAll("\\s.*", "");
        String processor = switch (osArch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm64";
            default -> osArch;
        };
        return system + "-" + processor;
    }

    /**
     * The library in this process.
     *
     * @param library OpenBLAS
     * @param note    what a person should be told of where it comes from
     */
    record Loaded(BlasLibrary library, Optional<String> note) {
    }

    /**
     * Unpacks it where needed and loads it.
     *
     * @param cache the product's cache folder
     * @throws KernelException it is not bundled for this platform, or no folder could be used
     */
    Loaded load(Path cache) {
        if (present().isEmpty()) {
            throw new KernelException("no OpenBLAS is bundled for platform=" + platform
                    + ": name a CBLAS library of this machine with --blas-lib, or use the provider vector");
        }
        Path folder = cache.resolve("openblas-" + version + "-" + platform);
        try {
            return new Loaded(load(unpack(folder), folder), Optional.empty());
        } catch (IOException | KernelException e) {
            return new Loaded(loadFromTemporary(e),
                    Optional.of("the bundled OpenBLAS is not kept in the cache folder, but unpacked at each start: "
                    + text(e)));
        }
    }

    private BlasLibrary loadFromTemporary(Exception whyNotCache) {
        try {
            Path folder = Files.createTempDirectory("hpl-hetero-openblas-");
            try {
                return load(unpack(folder), folder);
            } finally {
                delete(folder);
            }
        } catch (IOException | KernelException e) {
            e.addSuppressed(whyNotCache);
            throw new KernelException("the bundled OpenBLAS cannot be unpacked and loaded: " + text(whyNotCache)
                    + "; " + text(e) + ": make the cache folder or java.io.tmpdir writable and executable", e);
        }
    }

    /** The message of a failed call is the file alone. */
    private static String text(Exception e) {
        return e instanceof FileSystemException ? e.getClass().getSimpleName() + " " + e.getMessage() : e.getMessage();
    }

    private BlasLibrary load(List<String> names, Path folder) {
        BlasLibrary last = null;
        for (String name : names) {
            last = BlasLibrary.open(folder.resolve(name));
        }
        return last;
    }

    /**
     * Sees to it that a folder of our own holds the libraries as they are in the jar.
     *
     * @return their names, in load order
     */
    List<String> unpack(Path folder) throws IOException {
        PrivateFolder own = PrivateFolder.make(folder);
        List<String> names = present();
        if (!missing(names, own).isEmpty()) {
            try (CacheLock _ = CacheLock.take(folder, "unpacking", LONGEST_WAIT, () -> { })) {
                for (String name : missing(names, own)) {
                    unpack(name, own);
                }
            }
        }
        return names;
    }

    private List<String> missing(List<String> names, PrivateFolder folder) throws IOException {
        List<String> missing = new ArrayList<>();
        for (String name : names) {
            if (!folder.holds(name, crc32c(name))) {
                missing.add(name);
            }
        }
        return missing;
    }

    /** Several processes may do this at once: a file appears under its name only when it is whole. */
    private void unpack(String name, PrivateFolder folder) throws IOException {
        Path part = Files.createTempFile(folder.path(), name + ".", ".part");
        try {
            // nobody else may write to it: it keeps the rights it was made with
            try (InputStream in = resource(name).openStream(); OutputStream out = Files.newOutputStream(part)) {
                in.transferTo(out);
            }
            if (name.equals(OWN_NAME)) {
                rename(part);
            }
            String found = PrivateFolder.crc32c(part);
            if (!found.equals(crc32c(name))) {
                throw new IOException("unpacking " + resource(name) + ": CRC-32C=" + found + ", it should be " + crc32c(name)
                        + ": build the program anew");
            }
            Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Changes its soname, which stands in its table of strings (ELF, .dynstr) and nowhere else. */
    private static void rename(Path library) throws IOException {
        int at = Files.readString(library, StandardCharsets.ISO_8859_1).indexOf(COMMON_NAME + '\0');
        if (at < 0) {
            throw new IOException("no soname " + COMMON_NAME + " in " + library);
        }
        try (FileChannel channel = FileChannel.open(library, StandardOpenOption.WRITE)) {
            channel.write(StandardCharsets.US_ASCII.encode(OWN_NAME), at);
        }
    }

    private List<String> present() {
        return IN_LOAD_ORDER.stream().filter(name -> crc32c(name) != null).toList();
    }

    private String crc32c(String name) {
        return BUNDLED.getProperty(platform + "/" + name);
    }

    private URL resource(String name) {
        return jars.getResource("org/bytedeco/openblas/" + platform + "/" + name.replace(OWN_NAME, COMMON_NAME));
    }

    /** A loaded library stays usable when its file is gone. */
    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static Properties bundled() {
        Properties properties = new Properties();
        try (InputStream in = BundledOpenBlas.class.getResourceAsStream("bundled-openblas.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
