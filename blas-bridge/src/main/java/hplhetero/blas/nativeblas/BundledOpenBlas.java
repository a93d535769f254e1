package hplhetero.blas.nativeblas;

import hplhetero.blas.KernelException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The OpenBLAS inside a jar of the class path (org.bytedeco:openblas). A library can only be loaded from a
 * file: it is unpacked once into the user's cache folder, or into a folder for this process alone where
 * that cannot be written or holds no executable code.
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

    private final String platform;
    private final String version;
    private final ClassLoader jars;

    BundledOpenBlas(String platform, String version, ClassLoader jars) {
        this.platform = platform;
        this.version = version;
        this.jars = jars;
    }

    static BundledOpenBlas ofThisMachine() {
        return new BundledOpenBlas(platform(System.getProperty("os.name"), System.getProperty("os.arch")), version(),
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
     * Unpacks it where needed and loads it.
     *
     * @param cache the product's cache folder
     * @throws KernelException it is not bundled for this platform, or no folder could be used
     */
    LoadedLibrary load(Path cache) {
        if (present().isEmpty()) {
            throw new KernelException("no OpenBLAS is bundled for platform=" + platform
                    + ": name a CBLAS library of this machine with --blas-lib, or use the provider vector");
        }
        Path folder = cache.resolve("openblas-" + version + "-" + platform);
        try {
            return load(unpack(folder), folder);
        } catch (IOException | KernelException e) {
            return loadFromTemporary(e);
        }
    }

    private LoadedLibrary loadFromTemporary(Exception whyNotCache) {
        try {
            Path folder = Files.createTempDirectory("hpl-hetero-openblas-");
            try {
                return load(unpack(folder), folder);
            } finally {
                delete(folder);
            }
        } catch (IOException | KernelException e) {
            e.addSuppressed(whyNotCache);
            throw new KernelException("the bundled OpenBLAS cannot be unpacked and loaded: " + whyNotCache.getMessage()
                    + "; " + e.getMessage() + ": make the cache folder or java.io.tmpdir writable and executable", e);
        }
    }

    private LoadedLibrary load(List<String> names, Path folder) {
        LoadedLibrary last = null;
        for (String name : names) {
            last = LoadedLibrary.open(folder.resolve(name));
        }
        return last;
    }

    /** @return the names of the libraries now in the folder, in load order */
    List<String> unpack(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> names = present();
        for (String name : names) {
            unpack(resource(name), folder.resolve(name));
        }
        return names;
    }

    /** Several processes may do this at once: a file appears under its name only when it is whole. */
    private static void unpack(URL source, Path target) throws IOException {
        long size = source.openConnection().getContentLengthLong();
        if (Files.isRegularFile(target) && Files.size(target) == size) {
            return;
        }
        Path part = Files.createTempFile(target.getParent(), target.getFileName() + ".", ".part");
        try (InputStream in = source.openStream()) {
            long copied = Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            if (copied != size) {
                throw new IOException("unpacking " + source + ": " + copied + " of " + size + " bytes");
            }
            if (target.endsWith(OWN_NAME)) {
                rename(part);
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
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
        List<String> names = new ArrayList<>(IN_LOAD_ORDER);
        names.removeIf(name -> resource(name) == null);
        return names.contains(OWN_NAME) ? names : List.of();
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

    private static String version() {
        Properties properties = new Properties();
        try (InputStream in = BundledOpenBlas.class.getResourceAsStream("bundled-openblas.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
