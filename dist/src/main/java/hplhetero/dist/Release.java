package hplhetero.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Properties;

/**
 * The build of the program that is packed.
 *
 * @param version version of the program
 * @param time    time of every file in a package
 */
record Release(String version, Instant time) {
    /** Returns the build of this tool, which was built together with the program. */
    static Release ofThisBuild() {
        Properties properties = new Properties();
        try (InputStream in = Release.class.getResourceAsStream("release.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Release(properties.getProperty("version"), Instant.parse(properties.getProperty("timestamp")));
    }

    /** Returns the name of the top-level folder in an architecture's archive, with which the name of the archive file begins too. */
    String folder(Architecture architecture) {
        return "hpl-hetero-" + version + "-linux-" + architecture.word();
    }
}
