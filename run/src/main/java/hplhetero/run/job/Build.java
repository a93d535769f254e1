package hplhetero.run.job;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The build of this program, by which a run can tell whether two hosts run the same program. */
public final class Build {
    /** The most characters of the name of a commit. */
    private static final int MOST_COMMIT = 80;

    private Build() {
    }

    /** Returns the version in the jar's manifest, or a note that there is no jar. */
    public static String version() {
        String version = Build.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }

    /**
     * Returns the commit of the sources of which the program was built, which ends with {@code -dirty} where sources had been changed
     * since; empty where the sources were in no repository.
     */
    public static String commit() {
        try (InputStream in = Build.class.getResourceAsStream("commit")) {
            return in == null ? "" : new String(in.readNBytes(MOST_COMMIT), StandardCharsets.US_ASCII).strip();
        } catch (IOException unreadable) {
            return "";
        }
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
