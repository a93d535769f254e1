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
 * The OpenBLAS inside a jar of the class path (org.bytedeco:openblas). A library can be loaded only from a file, so the jar's files are
 * unpacked once into the user's cache folder. A folder for this process alone is used where the cache folder cannot be written, can be
 * written by others, or may hold no executable code.
 *
 * <p>A file in the cache folder is loaded only when it is unchanged: the CRC-32C of each file is known since the build (
 * {@code bundled-openblas.properties}). A file that is damaged, is a link or belongs to another user is unpacked anew. A library with wrong
 * bytes would end the process in the system's loader.
 *
 * <p>The unpacked OpenBLAS has a name of its own. The system's loader knows libraries by their sonames. Another library linked to
 * libopenblas.so.0, such as Debian's libblas.so.3, would be given this OpenBLAS instead of its own release, and would crash in it.
 */
final class BundledOpenBlas {
    /** The name of OpenBLAS in the jar. The name in the folder, {@link #OWN_NAME}, has the same length. */
    private static final String COMMON_NAME = "libopenblas.so.0";
    private static final String OWN_NAME = "libopenblas_h.so";
    /**
     * The names of the unpacked files, in load order. Each file needs those before it, so that none of them need be installed on the
     * system.
     */
    private static final List<String> IN_LOAD_ORDER = List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", OWN_NAME);

    /** The longest wait for another process that unpacks the files. Unpacking takes about a second. */
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

    /** Returns the name of a platform in the jar, such as {@code linux-x86_64}. */
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
     * OpenBLAS, loaded into this process.
     *
     * @param library the loaded library
     * @param note    what a person should be told about where the library comes from
     */
    record Loaded(BlasLibrary library, Optional<String> note) {
    }

    /**
     * Unpacks OpenBLAS where needed and loads it.
     *
     * @param cache the product's cache folder
     * @throws KernelException when no OpenBLAS is bundled for this platform, or no folder can be used
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

    /**
     * Returns the message of an exception. For a failed file operation the name of the exception's class precedes the message, which is the
     * file's name alone.
     */
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
     * Ensures that a folder of this user alone holds the libraries as they are in the jar.
     *
     * @return the libraries' file names, in load order
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

    /** Unpacks one file. Several processes may unpack at once: a file appears under its name only when it is whole. */
    private void unpack(String name, PrivateFolder folder) throws IOException {
        Path part = Files.createTempFile(folder.path(), name + ".", ".part");
        try {
            // the file keeps the rights it was made with, so that nobody else may write to it
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

    /** Changes the library's soname, which stands in its string table (ELF, .dynstr) and nowhere else. */
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

    /** Deletes a folder and its files. A loaded library stays usable when its file is gone. */
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
