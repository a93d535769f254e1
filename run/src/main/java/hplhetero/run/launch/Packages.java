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
 * @param folder the folder that holds the archives
 */
public record Packages(Path folder) {
    static final String SUFFIX = ".tar.gz";
    private static final String PREFIX = "hpl-hetero-";

    /**
     * Returns the packages in the folder where {@code hpl} looks for them. For a program that was unpacked from a package this is the
     * folder beside the program's own; for one with sources it is the folder of {@link #output}. The folder need not exist.
     *
     * @param application this program
     */
    public static Packages of(Application application) {
        return new Packages(application.packed() ? application.home().resolveSibling("") : output(application));
    }

    /**
     * Returns the folder into which {@code hpl dist} writes packages, {@code target/dist} below the program's folder. The folder need not
     * exist; only a program with sources makes packages.
     *
     * @param application this program
     */
    public static Path output(Application application) {
        return application.home().resolve("target/dist");
    }

    /**
     * Returns the word that names a processor architecture in the file name of a package: {@code x86-64} for x86_64 and amd64,
     * {@code arm64} for aarch64; any other name is returned as it is.
     *
     * @param machine the architecture as {@code uname -m} or the JVM calls it
     */
    public static String architecture(String machine) {
        return switch (machine) {
            case "x86_64", "amd64" -> "x86-64";
            case "aarch64" -> "arm64";
            default -> machine;
        };
    }

    /**
     * Returns the newest package for an architecture; empty where there is none.
     *
     * @param architecture the architecture, by the word in packages' names
     * @param version      the version that the package must have; empty: any
     */
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
