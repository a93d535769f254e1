package hplhetero.run.job;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The build of this program, by which a run can tell whether two hosts run the same program. */
public final class Build {
    private Build() {
    }

    /** Returns the version in the jar's manifest, or a note that there is no jar. */
    public static String version() {
        String version = Build.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }

    /**
     * Returns a checksum of the contents of the program's own jars. Their times do not count, because copies on several hosts differ in
     * them.
     */
    public static String identity() {
        try {
            Path code = Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return Files.isRegularFile(code) ? checksum(code.getParent()) : "unpacked classes";
        } catch (URISyntaxException | IOException unreadable) {
            return "unknown (" + unreadable.getMessage() + ")";
        }
    }

    private static String checksum(Path folder) throws IOException {
        CRC32 sum = new CRC32();
        for (Path jar : ours(folder)) {
            sum.update(jar.getFileName().toString().getBytes());
            sum.update(Files.readAllBytes(jar));
        }
        return String.format("%08x", sum.getValue());
    }

    private static List<Path> ours(Path folder) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(jar -> jar.getFileName().toString()
                    .matches("(run|network|comm|blas-bridge|ffm|hpl-hetero|input|results)(-[\\w.-]+)?\\.jar"))
                    .sorted().toList();
        }
    }
}
