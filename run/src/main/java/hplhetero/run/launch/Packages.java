package hplhetero.run.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The archives that {@code hpl dist} has made.
 *
 * @param folder where they are
 */
public record Packages(Path folder) {
    static final String SUFFIX = ".tar.gz";
    private static final String PREFIX = "hpl-hetero-";

    /** Where they are unless somebody says otherwise: beside an unpacked one, or where the sources have them made. */
    public static Packages of(Application application) {
        return new Packages(application.packed() ? application.home().resolveSibling("") : output(application));
    }

    /** Where those made from the sources go. */
    public static Path output(Application application) {
        return application.home().resolve("target/dist");
    }

    /** Of a processor as {@code uname -m} or the JVM calls it: the word in a package's name. */
    public static String architecture(String machine) {
        return switch (machine) {
            case "x86_64", "amd64" -> "x86-64";
            case "aarch64" -> "arm64";
            default -> machine;
        };
    }

    /** The newest for an architecture, of one version or of any. */
    Optional<Path> find(String architecture, Optional<String> version) {
        String end = "-linux-" + architecture + SUFFIX;
        String begin = version.map(exact -> PREFIX + exact + end).orElse(PREFIX);
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith(begin) && file.getFileName().toString().endsWith(end))
                    .max(Comparator.comparingLong(file -> file.toFile().lastModified()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
