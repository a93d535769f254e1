package hplhetero.blas.nativeblas;

import hplhetero.blas.KernelException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The OpenBLAS inside a jar of the class path (org.bytedeco:openblas). A library can only be loaded from a
 * file: it is unpacked once into the user's cache folder, or into a folder for this process alone where
 * that cannot be written or holds no executable code.
 */
final class BundledOpenBlas {
    /** Each needs those before it; loaded in this order they need not be installed. */
    private static final List<String> IN_LOAD_ORDER = List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5",
            "libopenblas.so.0");

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
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private List<String> present() {
        List<String> names = new ArrayList<>(IN_LOAD_ORDER);
        names.removeIf(name -> resource(name) == null);
        return names.contains("libopenblas.so.0") ? names : List.of();
    }

    private URL resource(String name) {
        return jars.getResource("org/bytedeco/openblas/" + platform + "/" + name);
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
